"""`GET /openapi.json` and `GET /docs`: the contract, and a page of it that loads nothing from anywhere."""

import json
import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

from fastapi.openapi.utils import get_openapi

from app.api.answer import Answer, json_answer
from app.api.endpoint import Call, Endpoint
from app.api.problem import SCHEMA

HTML: Final = b"text/html; charset=utf-8"

_STYLE: Final = """
body{font:16px/1.5 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
pre{background:#f4f4f4;padding:.75rem;overflow:auto}code,pre{font-size:.9em}table{border-collapse:collapse;width:100%}
td,th{border-bottom:1px solid #ddd;text-align:left;padding:.25rem .5rem}h2{margin-top:2.5rem;border-bottom:2px solid #ddd}
@media(prefers-color-scheme:dark){body{color:#e8e8e8;background:#161616}pre{background:#242424}td,th,h2{border-color:#444}}
"""
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""The page loads nothing: its style stands in it."""

_SUMMARY: Final = (
    "Masks personal data in Korean and English text and puts it back. Errors are problem documents (RFC 9457). "
    "Offsets count code points in the NFC form of a text."
)


def describe(endpoints: Sequence[Endpoint], version: str) -> dict[str, Any]:
    """Return the OpenAPI document of `endpoints`."""
    document = get_openapi(title="Garim", version=version, description=_SUMMARY, routes=endpoints)
    components = document.setdefault("components", {})
    components.setdefault("schemas", {})["Problem"] = SCHEMA
    components["securitySchemes"] = {"bearer": {"type": "http", "scheme": "bearer", "description": "A key of `garim keys new`."}}
    return document


def _json(value: object) -> str:
    return f"<pre>{escape(json.dumps(value, indent=2, ensure_ascii=False))}</pre>"


def _prose(text: str) -> str:
    """Return a description as HTML; what stands in backticks is code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text))


def _content(title: str, content: dict[str, Any], schemas: Mapping[str, Any]) -> str:
    """Return what a body looks like: an example where there is one, its schema otherwise."""
    parts = []
    for name, body in content.items():
        schema = body.get("schema", {})
        shown = body.get("example", schemas.get(schema.get("$ref", "").rpartition("/")[2], schema))
        parts.append(f"<h3>{title}: <code>{escape(name)}</code></h3>{_json(shown)}")
    return "".join(parts)


def _operation(method: str, path: str, operation: dict[str, Any], schemas: Mapping[str, Any]) -> str:
    responses: dict[str, dict[str, Any]] = dict(sorted(operation["responses"].items()))
    rows = "".join(
        f"<tr><td><code>{escape(status)}</code></td><td>{escape(response['description'])}</td></tr>"
        for status, response in responses.items()
    )
    headers = "".join(
        f"<li>Header <code>{escape(parameter['name'])}</code></li>" for parameter in operation.get("parameters", ())
    )
    good: dict[str, Any] = next((response for status, response in responses.items() if status.startswith("2")), {})
    return (
        f"<h2><code>{method.upper()} {escape(path)}</code></h2><p>{_prose(operation.get('description', ''))}</p>"
        f"<ul>{headers}</ul>{_content('Request', operation.get('requestBody', {}).get('content', {}), schemas)}"
        f"{_content('Answer', good.get('content', {}), schemas)}<table><tr><th>Status</th><th>Meaning</th></tr>{rows}</table>"
    )


def page(document: Mapping[str, Any]) -> str:
    """Return the OpenAPI `document` as one HTML page without scripts."""
    info = document["info"]
    operations = "".join(
        _operation(method, path, operation, document["components"]["schemas"])
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    )
    schemas = "".join(f"<h3>{escape(name)}</h3>{_json(schema)}" for name, schema in document["components"]["schemas"].items())
    return (
        "<!doctype html><html lang='en'><meta charset='utf-8'><meta name='viewport' content='width=device-width'>"
        f"<title>Garim</title><style>{_STYLE}</style><h1>Garim {escape(info['version'])}</h1><p>{escape(info['description'])}</p>"
        f"<p>For programs: <a href='openapi.json'>openapi.json</a></p>{operations}<h2>Schemas</h2>{schemas}</html>"
    )


async def openapi(call: Call) -> Answer:
    """Return the OpenAPI document."""
    return json_answer(call.service.contract)


async def docs(call: Call) -> Answer:
    """Return the contract as a page."""
    return Answer(page(call.service.contract).encode(), HTML, headers={"content-security-policy": _POLICY})


ENDPOINTS: Final = (
    Endpoint("/openapi.json", openapi, method="GET", response_model=None, include_in_schema=False),
    Endpoint("/docs", docs, method="GET", response_model=None, include_in_schema=False),
)
