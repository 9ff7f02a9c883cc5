"""The layout that docs/architecture.md promises, read from the syntax trees."""

import ast
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = [path for package in ("app", "model") for path in sorted((ROOT / package).rglob("*.py"))]


def imports(path):
    """Return the full names of the modules that `path` imports, wherever in the file."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    plain = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    return plain + [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module]


def within(folder):
    return [path for path in SOURCES if path.is_relative_to(ROOT / folder)]


@pytest.mark.parametrize("path", within("model"), ids=lambda path: str(path.relative_to(ROOT)))
def test_extraction_knows_nothing_of_the_service(path):
    """`model` imports neither `app` nor `trainer`."""
    assert [name for name in imports(path) if name.split(".")[0] in {"app", "trainer"}] == []


@pytest.mark.parametrize("path", within("app/tokenizer"), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_tokenizer_is_pure(path):
    """`app.tokenizer` imports no other part of the service, no extraction, and nothing that reads or writes."""
    foreign = {"model", "trainer", "fastapi", "starlette", "httpx", "os", "io", "pathlib", "socket", "logging", "asyncio"}
    names = imports(path)
    assert [name for name in names if name.split(".")[0] in foreign] == []
    assert [name for name in names if name.startswith("app.") and not name.startswith("app.tokenizer")] == []


@pytest.mark.parametrize("path", within("app"), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_service_does_not_know_the_trainer(path):
    """`app` imports nothing of `trainer`."""
    assert [name for name in imports(path) if name.split(".")[0] == "trainer"] == []


def test_files_are_small():
    """No file has more than 400 lines, and half of them at most 150."""
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in SOURCES}
    assert [str(path) for path, length in lengths.items() if length > 400] == []
    assert median(lengths.values()) <= 150
