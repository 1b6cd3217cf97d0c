"""The protocol for others: one JSON Schema, from which the TypeScript types are made, and the reference in docs/.

`python -m hexless.server.schema types FILE` writes the schema, `... docs FILE` the reference.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, get_args

import msgspec

from hexless.moves import Sketch
from hexless.ruleset.briefs import About, Habit, Muster, Situation

from . import forms, rest, wire

__all__ = ["reference", "schema"]

_REF = "#/definitions/{name}"
_SPARSE = {Sketch.__name__}  # what is not known is left out
_OURS = {kind.__name__ for kind in (About, Habit, Muster, Situation)}  # read strictly from files, sent whole


def schema() -> dict[str, Any]:
    """Every wire type under `definitions`, in a form that json-schema-to-typescript reads."""
    roots: list[Any] = [wire.Inbound, wire.Outbound, forms.Question, *rest.REST]
    named = ["Inbound", "Outbound", "Question", *(kind.__name__ for kind in rest.REST)]
    unions, found = msgspec.json.schema_components(roots, ref_template=_REF)
    definitions = dict(found)
    for name, form in zip(named, unions):
        definitions.setdefault(name, form)
    for name, definition in definitions.items():  # the wire always carries `kind` and `v`
        if name not in _SPARSE:
            _require(definition, name in _OURS)
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Wire",
        "type": "object",
        "additionalProperties": False,
        "required": named,
        "properties": {name: {"$ref": _REF.format(name=name)} for name in named},
        "definitions": {name: _draft7(definitions[name]) for name in sorted(definitions)},
    }


def _require(definition: dict[str, Any], ours: bool) -> None:
    """What the server sends is always whole, so the client need not ask whether a field is there."""
    if definition.get("type") != "object" or "properties" not in definition:
        return
    if definition.get("additionalProperties") is False and not ours:  # sent by the page: defaults may be left out
        return
    definition["required"] = list(definition["properties"])
    definition["additionalProperties"] = False


def _draft7(form: Any) -> Any:
    """`prefixItems` of today's JSON Schema as the `items` of draft 7; defaults say nothing to TypeScript."""
    if isinstance(form, list):
        return [_draft7(each) for each in form]
    if not isinstance(form, dict):
        return form
    out = {
        key: {name: _draft7(each) for name, each in value.items()} if key == "properties" else _draft7(value)
        for key, value in form.items()
        if key not in ("default", "discriminator")
    }
    if isinstance(form.get("prefixItems"), list):
        out["items"] = out.pop("prefixItems")
        out["additionalItems"] = False
    return out


def reference() -> str:
    """The protocol in words: every message with its fields, from the types themselves."""
    parts = schema()["definitions"]
    text = [
        "# The protocol of the table",
        "",
        "<!-- written by `python -m hexless.server.schema docs` -->",
    ]
    text += ["", *_paragraphs(wire.__doc__ or ""), "", f"Protocol version {wire.PROTOCOL}."]
    text += [
        "",
        "A page opens `/api/matches/{id}/ws?seat=SEAT` (no seat: a spectator) and is sent `welcome`. A message",
    ]
    text += [f"A message of more than {wire.MOST_BYTES} bytes is refused.", "", "## From the page", ""]
    done: set[str] = set()
    text += _section(get_args(wire.Inbound), parts, done)
    text += ["## From the server", "", *_section(get_args(wire.Outbound), parts, done)]
    text += ["## Questions", "", *_section(get_args(forms.Question), parts, done)]
    text += ["## REST, under `/api`", "", "The exact description is `/api/openapi.json`.", "", *_routes(), ""]
    text += _section(rest.REST, parts, done)
    text += ["## Parts", "", *_section([_Named(name) for name in sorted(parts)], parts, done)]
    return "\n".join(text).rstrip() + "\n"


def _routes() -> list[str]:
    """Each route with what it takes and gives."""
    from fastapi import FastAPI

    from .app import routes
    from .bridge import Api

    api = Api(FastAPI())
    routes(api, None)  # type: ignore[arg-type]  # only described, never called
    rows = ["| route | takes | gives | |", "| --- | --- | --- | --- |"]
    for (path, method), told in api.docs.items():
        takes = _content(told["requestBody"]) if "requestBody" in told else ""
        gives = next(_content(answer) for status, answer in told["responses"].items() if status < "300")
        rows.append(f"| `{method.upper()} {path}` | {takes} | {gives} | {told['summary']} |")
    return rows


def _content(told: dict[str, Any]) -> str:
    ((kind, content),) = told["content"].items()
    return content["schema"]["$ref"].rsplit("/", 1)[1] if "$ref" in content["schema"] else f"`{kind}`"


class _Named:
    """A definition by its name alone."""

    def __init__(self, name: str) -> None:
        self.__name__ = name


def _section(kinds: Any, forms: dict[str, Any], done: set[str]) -> list[str]:
    text: list[str] = []
    for kind in kinds:
        name = kind.__name__
        if name in done or forms[name].get("type") != "object":
            continue
        done.add(name)
        fields = dict(forms[name]["properties"])
        tag = fields.pop("kind", {}).get("enum")
        fields.pop("v", None)
        text += [f"### {f'`{tag[0]}`' if tag else name}", "", *_paragraphs(forms[name].get("description", "")), ""]
        if fields:
            text += ["| field | form |", "| --- | --- |"]
            text += [f"| `{field}` | {_form(form)} |" for field, form in fields.items()]
            text.append("")
    return text


def _paragraphs(doc: str) -> list[str]:
    return [line.strip() for line in doc.strip().splitlines()]


def _form(form: dict[str, Any]) -> str:
    """A field's type in one cell."""
    if "$ref" in form:
        return f"{form['$ref'].rsplit('/', 1)[1]}"
    if "enum" in form:
        return ", ".join(f"`{msgspec.json.encode(value).decode()}`" for value in form["enum"])
    if "anyOf" in form:
        return " or ".join(_form(each) for each in form["anyOf"])
    match form.get("type"):
        case "array" if isinstance(form.get("items"), list):
            return f"[{', '.join(_form(each) for each in form['items'])}]"
        case "array":
            return f"list of {_form(form.get('items', {}))}"
        case "object":
            return f"{{text: {_form(extra)}}}" if (extra := form.get("additionalProperties")) else "object"
        case None:
            return "any JSON"
    return str(form["type"])


def main(args: list[str]) -> int:
    """Write the schema or the reference to a file."""
    match args:
        case ["types", place]:
            text = msgspec.json.format(msgspec.json.encode(schema()), indent=1).decode() + "\n"
        case ["docs", place]:
            text = reference()
        case _:
            sys.stderr.write("usage: python -m hexless.server.schema types|docs FILE\n")
            return 2
    target = Path(place)
    part = target.with_name(target.name + ".part")
    part.write_text(text, encoding="utf-8")
    part.replace(target)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
