"""The documents name only what exists, and everything that callers meet."""

import re
from pathlib import Path

import pytest

from app.cli.failure import CommandError
from app.errors import GarimError
from app.factory import ENDPOINTS
from app.settings import variables
from model.labels import CANONICAL

ROOT = Path(__file__).parents[1]
DOCUMENTS = {path.name: path for path in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"))}
API = DOCUMENTS["api.md"].read_text(encoding="utf-8")
CLIENT_VARIABLES = {"GARIM_API_KEY", "GARIM_REQUEST_ID"}


def classes(root):
    """Return `root` and everything below it."""
    return [root, *(found for child in root.__subclasses__() for found in classes(child))]


@pytest.fixture(params=DOCUMENTS.values(), ids=DOCUMENTS)
def document(request):
    return request.param


def test_links_lead_somewhere(document):
    """Every relative link names a file that is there."""
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []


def test_variables_exist(document):
    """Every GARIM_* variable that is named is a setting, or one of the client commands."""
    named = set(re.findall(r"GARIM_[A-Z_]*[A-Z]", document.read_text(encoding="utf-8")))
    assert named - variables().keys() - CLIENT_VARIABLES == set()


def test_every_problem_is_listed_with_its_status():
    """The table of problems is that of the error tree."""
    listed = set(re.findall(r"^\| (\d{3}) \| `([a-z-]+)` \|", API, re.MULTILINE))
    assert listed == {(str(error.status), error.slug) for error in classes(GarimError)}


def test_every_endpoint_is_listed_with_its_method():
    """The table of endpoints is that of the service."""
    listed = set(re.findall(r"`((?:GET|POST) /[a-z./]*)`", API))
    assert listed == {f"{method} {endpoint.path}" for endpoint in ENDPOINTS for method in endpoint.methods}


def test_every_label_is_listed():
    """The list of labels is that of the code."""
    section = API.partition("## Labels")[2].partition("`GET /labels`")[0]
    assert set(re.findall(r"`([A-Z_]+)`", section)) == CANONICAL


def test_every_exit_code_is_listed():
    """The table of exit codes has each code of the command line."""
    listed = {int(code) for code in re.findall(r"^\| (\d{1,2}) \|", API, re.MULTILINE)}
    assert listed == {0, 1} | {error.exit_code for error in classes(CommandError)}
