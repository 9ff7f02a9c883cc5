"""The contract as OpenAPI, and the page made from it."""

import re
from html.parser import HTMLParser

import pytest

from app.api.mask import MaskAnswer, MaskBatchAnswer
from app.api.operations import LabelsAnswer, StatusAnswer
from app.api.reassemble import ReassembleAnswer
from app.factory import OPERATIONS

MODELS = {
    "/mask": MaskAnswer,
    "/mask/batch": MaskBatchAnswer,
    "/reassemble": ReassembleAnswer,
    "/healthz": StatusAnswer,
    "/readyz": StatusAnswer,
    "/labels": LabelsAnswer,
}


@pytest.fixture(scope="module")
def contract(shared):
    return shared.get("/openapi.json").json()


def _responses(contract):
    for path, methods in contract["paths"].items():
        for operation in methods.values():
            for status, response in operation["responses"].items():
                yield path, status, response


def test_every_endpoint_of_the_design_is_declared(contract):
    """The public endpoints are in the contract, and no others."""
    assert set(contract["paths"]) == {
        "/mask",
        "/mask/batch",
        "/reassemble",
        "/reassemble/stream",
        "/forget",
        "/healthz",
        "/readyz",
        "/metrics",
        "/labels",
    }


def test_every_status_has_an_example(contract):
    """Each declared answer with a body shows one, so that a client can be written from the contract."""
    for path, status, response in _responses(contract):
        if status != "204":
            (content,) = response["content"].values()
            assert "example" in content or content["examples"], (path, status)


def test_the_example_of_a_problem_is_the_problem(contract):
    """Examples of errors carry the status that they stand under and the media type of RFC 9457."""
    for _path, status, response in _responses(contract):
        if not status.startswith("2"):
            examples = response["content"]["application/problem+json"]["examples"]
            assert {example["value"]["status"] for example in examples.values()} == {int(status)}


@pytest.mark.parametrize("path", MODELS)
def test_the_example_of_an_answer_fits_its_model(contract, path):
    """Documented answers are real ones."""
    (operation,) = contract["paths"][path].values()
    MODELS[path].model_validate(operation["responses"]["200"]["content"]["application/json"]["example"])


@pytest.mark.parametrize("path", ["/mask", "/mask/batch", "/reassemble", "/reassemble/stream", "/forget", "/metrics"])
def test_guarded_endpoints_declare_their_key(contract, path):
    """What needs a key says so, and declares 401 and 403."""
    (operation,) = contract["paths"][path].values()
    assert operation["security"][0]["bearer"]
    assert {"401", "403"} <= set(operation["responses"])


@pytest.mark.parametrize("path", MODELS)
def test_what_the_middleware_answers_is_declared(contract, path):
    """Every endpoint declares what may stop a request before it; only probes are never turned away for load."""
    (operation,) = contract["paths"][path].values()
    declared = {int(status) for status in operation["responses"]}
    assert {401, 403, 405, 413, 500, 504} <= declared
    assert (429 in declared) == (path not in OPERATIONS)


def test_references_lead_somewhere(contract):
    """Every schema that is referred to is there."""
    names = set(re.findall(r"#/components/schemas/(\w+)", str(contract)))
    assert names <= set(contract["components"]["schemas"])


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags = set()
        self.loads = []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.loads += [value for name, value in attrs if name in {"src", "srcset", "action", "data"}]
        self.loads += [value for name, value in attrs if name == "href" and tag == "link"]


def test_the_page_loads_nothing(shared, contract):
    """No script, image, font or style sheet is fetched: the page works without a network, and the policy forbids the rest."""
    answer = shared.get("/docs")
    page = Page()
    page.feed(answer.body.decode())
    assert page.loads == []
    assert page.tags.isdisjoint({"script", "img", "link", "iframe", "object", "base", "form"})
    assert "url(" not in answer.body.decode()
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert all(f"{path}</code>" in answer.body.decode() for path in contract["paths"])
