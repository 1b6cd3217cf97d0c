"""Files that people bring: every fault at once, each with its place, and nothing hostile gets through."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexless.kernel import DataError, Fault
from hexless.ruleset.files import MOST_JSON, MOST_TOML, parse, read


class Wheels(msgspec.Struct, tag="wheels", forbid_unknown_fields=True):
    number: Annotated[int, msgspec.Meta(ge=1, le=8)]


class Legs(msgspec.Struct, tag="legs", forbid_unknown_fields=True):
    pairs: int


class Unit(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    kind: Literal["foot", "horse"] = "foot"
    strength: Annotated[int, msgspec.Meta(ge=1, le=5)] = 1
    at: tuple[int, int] = (0, 0)
    moves_on: Wheels | Legs | None = None


class Force(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    units: tuple[Unit, ...]
    costs: dict[str, int] = {}


def faults(data: bytes | str | dict[str, Any], *, toml: bool = False, check: Any = None) -> list[str]:
    raw = json.dumps(data).encode() if isinstance(data, dict) else data.encode() if isinstance(data, str) else data
    with pytest.raises(DataError) as caught:
        read(raw, Force, "force", check, toml)
    assert len(str(caught.value).splitlines()) == len(caught.value.faults)
    assert all(line.startswith("force: ") for line in str(caught.value).splitlines())
    return [str(fault) for fault in caught.value.faults]


GOOD = {"title": "Ours", "units": [{"name": "a", "at": [1, 2], "moves_on": {"type": "wheels", "number": 4}}]}


def test_good_files_are_read_from_json_and_toml() -> None:
    wanted = Force("Ours", (Unit("a", at=(1, 2), moves_on=Wheels(4)),))
    assert read(json.dumps(GOOD).encode(), Force, "f") == wanted
    text = 'title = "Ours"\n[[units]]\nname = "a"\nat = [1, 2]\nmoves_on = {type = "wheels", number = 4}\n'
    assert read(text.encode(), Force, "f", toml=True) == wanted
    assert read(b"\xef\xbb\xbf" + json.dumps(GOOD).encode(), Force, "f") == wanted, "with a byte order mark"


def test_every_misfit_is_listed_with_its_place() -> None:
    found = faults(
        {
            "units": [
                {"name": 3, "kind": "camel", "strength": 9, "speed": 1},
                {"nam": "x", "at": [1, "2"]},
                {"name": "y", "moves_on": {"type": "wheels", "number": 9}},
                {"name": "z", "moves_on": {"type": "legs"}},
                7,
            ],
            "costs": {"powder": "much"},
            "colour": "red",
        }
    )
    assert found == [
        "$.title: is missing",
        "$.units[0].name: Expected `str`, got `int`",
        "$.units[0].kind: 'camel' is not one of foot, horse",
        "$.units[0].strength: Expected `int` <= 5",
        "$.units[0].speed: there is no such field; there is: name, kind, strength, at, moves_on",
        "$.units[1].name: is missing",
        "$.units[1].at[1]: Expected `int`, got `str`",
        "$.units[1].nam: there is no such field; there is: name, kind, strength, at, moves_on",
        "$.units[2].moves_on.number: Expected `int` <= 8",
        "$.units[3].moves_on.pairs: is missing",
        "$.units[4]: Expected `object`, got `int`",
        "$.costs.powder: Expected `int`, got `str`",
        "$.colour: there is no such field; there is: title, units, costs",
    ]


def test_a_wrong_tag_and_a_wrong_length_have_their_place() -> None:
    found = faults({"title": "x", "units": [{"name": "a", "moves_on": {"type": "wings"}}, {"name": "b", "at": [1]}]})
    assert found == [
        "$.units[0].moves_on.type: Invalid value 'wings'",
        "$.units[1].at: Expected `array` of length 2, got 1",
    ]


def test_the_rulesets_own_faults_follow() -> None:
    assert faults(GOOD, check=lambda force: [Fault("units", "too few"), Fault("title", "too short")]) == [
        "units: too few",
        "title: too short",
    ]


def test_a_thousand_faults_are_cut_short() -> None:
    found = faults({"title": "x", "units": [0] * 1000})
    assert len(found) == 101
    assert found[-1] == "file: there are more faults than these 100"


HOSTILE = {
    "deep lists": (b"[" * (MOST_JSON - 1), "file: nested deeper than 40 levels"),
    "deep objects": (b'{"a":' * 190_000, "file: nested deeper than 40 levels"),
    "just too deep": (b'{"a":' * 42 + b"1" + b"}" * 42, "nested deeper than 40 levels"),
    "long number": (b'{"title":' + b"9" * 900_000 + b"}", "file: a whole number of thousands of digits"),
    "large number": (b'{"title":90071992547409930}', "$.title: a whole number beyond 2^53"),
    "large float": (b'{"title":1e300}', "$.title: a number beyond 2^53"),
    "overflow": (b'{"units":[1e999]}', "$.units[0]: not a finite number"),
    "NaN": (b'{"units":[{"strength":NaN}]}', "$.units[0].strength: not a finite number"),
    "infinity": (b'{"title":-Infinity}', "$.title: not a finite number"),
    "key twice": (b'{"units":[{"name":"a","name":"b"}]}', "$.units[0].name: the key stands there twice"),
    "long name": (b'{"title":"' + b"a" * 900_000 + b'"}', "$.title: a text of 900000 characters"),
    "long key": (b'{"' + b"k" * 900_000 + b'":1}', "a text of 900000 characters"),
    "10 MB": (b'"' + b"a" * 10_000_000 + b'"', f"file: 10000002 bytes; at most {MOST_JSON} are read"),
    "many values": (b"[" + b"0," * 499_000 + b"0]", "more than 50000 values"),
    "many objects": (b"[" + b"{}," * 330_000 + b"0]", "more than 50000 values"),
    "half a surrogate": (b'{"title":"\\ud800"}', "$.title: the character U+D800 is not allowed in a text"),
    "terminal codes": (b'{"title":"\\u001b[2J"}', "$.title: the character U+001B is not allowed in a text"),
    "right to left": ('{"title":"\u202e"}'.encode(), "$.title: the character U+202E is not allowed in a text"),
    "not UTF-8": (b'{"title":"\xff"}', "byte 10: not UTF-8 text"),
    "empty": (b"", "line 1, column 1: Expecting value"),
    "cut off": (b'{"title":\n"x', "line 2, column 1: Unterminated string starting at"),
    "two values": (b"{} {}", "line 1, column 4: Extra data"),
    "a number alone": (b"3", "$: Expected `object`, got `int`"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_json_is_refused_with_place_and_reason(case: str) -> None:
    data, reason = HOSTILE[case]
    found = faults(data)
    assert any(reason in fault for fault in found)
    assert all(len(fault) < 400 for fault in found)


HOSTILE_TOML = {
    "dotted key": (".".join("a" * 40_000) + " = 1", "line 1: a dotted key of more than 6 parts"),
    "dotted header": ("x = 1\n[" + ".".join("a" * 40_000) + "]", "line 2: a dotted key of more than 6 parts"),
    "quoted dots": ('"=" . ' + " . ".join(['""'] * 10_000) + " = 1", "line 1: a dotted key of more than 6 parts"),
    "inline dots": ("x = {" + ".".join("a" * 40_000) + " = 1}", "line 1: a dotted key of more than 6 parts"),
    "deep": ("a = " + "[" * 90_000, "file: nested deeper than 40 levels"),
    "deep tables": ("a = " + "{a = " * 18_000, "file: nested deeper than 40 levels"),
    "long number": ("title = " + "9" * 90_000, "file: a whole number of thousands of digits"),
    "hex number": ("title = 0x" + "F" * 90_000, "$.title: a whole number beyond 2^53"),
    "NaN": ("title = nan", "$.title: not a finite number"),
    "key twice": ("title = 'a'\ntitle = 'b'\nx = 1", "line 2, column 12: Cannot overwrite a value"),
    "long name": ("title = '" + "a" * 90_000 + "'", "$.title: a text of 90000 characters"),
    "too large": ("#" * (MOST_TOML + 1), f"file: {MOST_TOML + 1} bytes; at most {MOST_TOML} are read"),
    "a date": ("title = 2020-01-01\nunits = []", "$.title: Expected `str`, got `date`"),
    "no value": ("title =", "Invalid value"),
}


@pytest.mark.parametrize("case", HOSTILE_TOML)
def test_hostile_toml_is_refused_with_place_and_reason(case: str) -> None:
    data, reason = HOSTILE_TOML[case]
    found = faults(data, toml=True)
    assert any(reason in fault for fault in found)
    assert all(len(fault) < 400 for fault in found)


def test_a_strange_key_stays_on_one_line() -> None:
    (fault,) = [f for f in faults({**GOOD, "a\nb": 1, "title": 1}) if "such" in f]
    assert fault == "$['a\\nb']: there is no such field; there is: title, units, costs"


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.binary(max_size=200), st.booleans())
def test_any_bytes_are_read_or_refused(data: bytes, toml: bool) -> None:
    with suppress(DataError):
        parse(data, "noise", toml)


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(st.sampled_from(["title", "units", "costs", "x"]), PLAIN))
def test_any_json_is_read_or_refused(data: dict[str, Any]) -> None:
    try:
        value = msgspec.convert(data, Force)
    except msgspec.ValidationError:
        assert faults(data)
    else:
        with suppress(DataError):  # of the right form, but perhaps beyond our limits
            assert read(json.dumps(data).encode(), Force, "noise") == value
