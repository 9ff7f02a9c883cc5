"""The sealed store: mappings that the server keeps and cannot open.

request_id   what the caller holds                  keyring, ringfile   what the server holds
derivation   both together: index, key, commitment  sealing, padding    the record that is made with them
sealed       create, read, take, update, forget     mapping_store       the seam to what keeps records: memory (blocks, expiry)
clock        wall time as a seam                    process             no core dumps
"""

from app.store.clock import Clock, SystemClock
from app.store.keyring import KeyRing, Ring, RingKey, RotationError
from app.store.mapping_store import MappingStore
from app.store.memory import MemoryStore
from app.store.process import core_dumps_forbidden, forbid_core_dumps
from app.store.ringfile import FileKeyRing, RingFileError
from app.store.sealed import Created, Opened, RevisionLost, SealedStore

__all__ = [
    "Clock",
    "Created",
    "FileKeyRing",
    "KeyRing",
    "MappingStore",
    "MemoryStore",
    "Opened",
    "RevisionLost",
    "Ring",
    "RingFileError",
    "RingKey",
    "RotationError",
    "SealedStore",
    "SystemClock",
    "core_dumps_forbidden",
    "forbid_core_dumps",
]
