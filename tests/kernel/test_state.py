"""Frozen state, its canonical JSON and its digest."""

import pytest
from toy.model import Figure, Skirmish

from hexless.kernel import digest, to_json

STATE = Skirmish(units=(Figure("a", "red"), Figure("b", "blue")), seats=("red", "blue"))


def test_a_change_makes_a_new_value():
    changed = STATE.change(1, hearts=1)
    assert (STATE[1].hearts, changed[1].hearts) == (2, 1)
    assert changed[0] is STATE[0]
    assert hash(changed) != hash(STATE)
    assert changed.change(1, hearts=2) == STATE
    assert STATE.with_(round=2).round == 2


@pytest.mark.parametrize("unit", [-1, 2])
def test_there_is_no_unit_before_the_first_or_after_the_last(unit):
    with pytest.raises(IndexError):
        STATE.change(unit, hearts=1)


def test_nothing_is_changed_in_place():
    with pytest.raises(AttributeError):
        STATE.round = 3
    with pytest.raises(AttributeError):
        STATE[0].hearts = 0


def test_json_is_canonical():
    assert to_json({"b": 1, "a": (2,)}) == b'{"a":[2],"b":1}' == to_json({"a": [2], "b": 1})
    assert digest([1]) == "080a9ed428559ef602668b4c00f114f1a11c3f6b02a435f0bdc154578e4d7f22"
    assert digest(STATE) == digest(STATE.change(0, hearts=1).change(0, hearts=2))
