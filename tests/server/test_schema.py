"""The schema and the reference say what the types say."""

import json
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from hexless.server import forms, rest, schema, wire

ROOT = Path(__file__).parents[2]


def test_the_schema_file_of_the_client_is_todays():
    assert json.loads((ROOT / "web" / "wire.schema.json").read_text()) == schema.schema(), (
        "write it again: python -m hexless.server.schema types web/wire.schema.json"
    )


def test_the_reference_is_todays():
    assert (ROOT / "docs" / "protocol.md").read_text() == schema.reference(), (
        "write it again: python -m hexless.server.schema docs docs/protocol.md"
    )


def test_every_type_is_explained_and_in_the_schema():
    definitions = schema.schema()["definitions"]
    kinds = (*get_args(wire.Inbound), *get_args(wire.Outbound), *get_args(forms.Question), *rest.REST)
    for kind in kinds:
        assert kind.__doc__, kind
        assert kind.__name__ in definitions
        assert (
            f"### `{kind.__struct_config__.tag}`" in schema.reference() or f"### {kind.__name__}" in schema.reference()
        )


def test_tuples_are_written_as_draft_7_wants_them():
    text = json.dumps(schema.schema())
    assert "prefixItems" not in text
    point = schema.schema()["definitions"]["Stroke"]["properties"]["points"]["items"]
    assert [each["type"] for each in point["items"]] == ["integer", "integer"]


def test_what_the_server_sends_is_whole_and_what_it_reads_may_be_short():
    definitions = schema.schema()["definitions"]
    assert set(definitions["Update"]["required"]) == set(definitions["Update"]["properties"])
    assert set(definitions["Answer"]["required"]) == {"kind", "id", "version", "answer"}


def test_every_kind_of_message_has_a_tag_of_its_own():
    for union in (wire.Inbound, wire.Outbound, forms.Question):
        tags = [kind.__struct_config__.tag for kind in get_args(union)]
        assert len(set(tags)) == len(tags)


def test_the_command_writes_files_and_refuses_other_words(tmp_path):
    assert schema.main(["types", str(tmp_path / "a.json")]) == 0
    assert schema.main(["docs", str(tmp_path / "b.md")]) == 0
    assert json.loads((tmp_path / "a.json").read_text())["title"] == "Wire"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.json", "b.md"]
    assert schema.main([]) == 2


@pytest.mark.parametrize(
    "text", ['{"kind":"answer","id":"a","version":0}', '{"kind":"answer","id":"","version":0,"answer":1}']
)
def test_a_message_that_is_short_of_a_field_is_refused(text):
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=wire.Inbound)
