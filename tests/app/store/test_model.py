"""The sealed store against a plain dictionary: any sequence of calls, two tenants, time and rotations gives the same answers."""

from contextlib import suppress

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, multiple, precondition, rule

from app.errors import UnknownRequest
from app.store import MemoryStore, RevisionLost, Ring, RotationError, SealedStore

MAX_TTL = 100
TENANTS = st.sampled_from(["acme", "acme2"])
TTLS = st.integers(1, 150)


class Model:
    """What a mapping is without sealing: whose, what, which revision, how long."""

    def __init__(self, tenant, content, expires_at, limit, single_use):
        self.tenant, self.content, self.expires_at, self.limit, self.single_use = tenant, content, expires_at, limit, single_use
        self.revision = 1


class Rotating:
    """A ring that changes under the store, as a ring file does."""

    def __init__(self, ring):
        self.ring = ring

    @property
    def active_kid(self):
        return self.ring.active_kid

    def key(self, kid):
        return self.ring.key(kid)


class SealedStoreMachine(RuleBasedStateMachine):
    ids = Bundle("ids")

    def __init__(self):
        super().__init__()
        self.time = 1_800_000_000
        self.ring = Rotating(Ring.generate(self.time))
        self.backend = MemoryStore(1 << 24, self)
        self.store = SealedStore(self.backend, self.ring, self, max_ttl_seconds=MAX_TTL)
        self.models = {}

    def now(self):
        return float(self.time)

    def run(self, coroutine):
        """Run a coroutine that never waits; return its result, or the class of the error that a caller may expect."""
        try:
            coroutine.send(None)
        except StopIteration as stop:
            return stop.value
        except (UnknownRequest, RevisionLost) as error:
            return type(error)
        raise AssertionError("the coroutine waited")

    def living(self, request_id, tenant):
        model = self.models.get(request_id)
        return model if model is not None and model.tenant == tenant and model.expires_at > self.time else None

    @rule(target=ids, content=st.binary(max_size=400), tenant=TENANTS, ttl=TTLS, single_use=st.booleans())
    def create(self, content, tenant, ttl, single_use):
        created = self.run(self.store.create(content, tenant=tenant, ttl_seconds=ttl, single_use=single_use))
        model = Model(tenant, content, self.time + min(ttl, MAX_TTL), self.time + MAX_TTL, single_use)
        assert created.expires_at == model.expires_at
        assert created.request_id not in self.models
        self.models[created.request_id] = model
        return created.request_id

    def check_opened(self, opened, model):
        if model is None:
            assert opened is UnknownRequest
        else:
            assert (opened.content, opened.revision) == (model.content, model.revision)
            assert (opened.expires_at, opened.single_use) == (model.expires_at, model.single_use)

    @rule(request_id=ids, tenant=TENANTS)
    def read(self, request_id, tenant):
        self.check_opened(self.run(self.store.read(request_id, tenant=tenant)), self.living(request_id, tenant))

    @rule(request_id=ids, tenant=TENANTS)
    def take(self, request_id, tenant):
        model = self.living(request_id, tenant)
        self.check_opened(self.run(self.store.take(request_id, tenant=tenant)), model)
        if model is not None and model.single_use:
            del self.models[request_id]

    @rule(request_id=ids, tenant=TENANTS, content=st.binary(max_size=400), behind=st.sampled_from([0, 0, 0, 1]), ttl=TTLS)
    def update(self, request_id, tenant, content, behind, ttl):
        model = self.living(request_id, tenant)
        revision = (model.revision if model else 1) - behind
        got = self.run(self.store.update(request_id, content, tenant=tenant, revision=revision, ttl_seconds=ttl))
        if model is None:
            assert got is UnknownRequest
        elif behind:
            assert got is RevisionLost
        else:
            model.content = content
            model.revision += 1
            model.expires_at = min(max(model.expires_at, self.time + ttl), model.limit)
            assert got == model.expires_at

    @rule(request_id=ids, tenant=TENANTS)
    def forget(self, request_id, tenant):
        model = self.living(request_id, tenant)
        assert self.run(self.store.forget(request_id, tenant=tenant)) is (None if model else UnknownRequest)
        if model is not None:
            del self.models[request_id]

    @rule(seconds=st.integers(1, 60))
    def advance(self, seconds):
        self.time += seconds

    @rule(target=ids)
    def check(self):
        assert self.run(self.store.check()) is None
        return multiple()

    @rule()
    def rotate(self):
        added = self.ring.ring.add(self.time)
        self.ring.ring = added.promote(added.keys[-1].kid, self.time)

    @rule(choice=st.integers(0, 10))
    def promote(self, choice):
        keys = self.ring.ring.keys
        self.ring.ring = self.ring.ring.promote(keys[choice % len(keys)].kid, self.time)

    @precondition(lambda self: len(self.ring.ring.keys) > 1)
    @rule(choice=st.integers(0, 10))
    def drop(self, choice):
        """A drop that the ring allows ends no living mapping: the model knows nothing of it."""
        keys = [key for key in self.ring.ring.keys if key.kid != self.ring.active_kid]
        with suppress(RotationError):
            self.ring.ring = self.ring.ring.drop(keys[choice % len(keys)].kid, self.time, longest_ttl_seconds=MAX_TTL)

    @invariant()
    def the_backend_holds_no_more_than_what_was_not_ended(self):
        assert len(self.backend) <= len(self.models)

    def teardown(self):
        for request_id, model in self.models.items():
            self.check_opened(self.run(self.store.read(request_id, tenant=model.tenant)), self.living(request_id, model.tenant))


TestSealedStore = SealedStoreMachine.TestCase
TestSealedStore.settings = settings(deadline=None, max_examples=100, stateful_step_count=50)
