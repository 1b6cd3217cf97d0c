"""Odds of attacks: inputs are checked by name, outcomes are exact, ordered and whole."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hexless.kernel import Dist, GameError, UnknownName
from hexless.ruleset import Attack, Input, Ruleset, find
from hexless.ruleset.attacks import attack_odds, checked_inputs


@pytest.fixture
def rules(skirmish: str) -> Ruleset[Any]:
    return find(skirmish)


def test_outcomes_are_exact_ordered_and_sum_to_one(rules: Ruleset[Any]) -> None:
    odds = attack_odds(rules, "shooting", {"dice": "3", "need": 5})
    assert [chance.value for chance in odds.outcomes] == [0, 1, 2, 3]
    chances = [Fraction(chance.numerator, chance.denominator) for chance in odds.outcomes]
    assert chances == [Fraction(8, 27), Fraction(12, 27), Fraction(6, 27), Fraction(1, 27)]
    assert odds.mean == 1


def test_the_json_form(rules: Ruleset[Any]) -> None:
    assert attack_odds(rules, "shooting", {"dice": "1"}).wire() == {
        "game": "skirmish",
        "attack": "shooting",
        "inputs": {"dice": 1, "need": 4},
        "outcomes": [
            {"value": 0, "numerator": "1", "denominator": "2", "p": 0.5},
            {"value": 1, "numerator": "1", "denominator": "2", "p": 0.5},
        ],
        "mean": 0.5,
        "rules": ["sk.shoot", "sk.shoot.need", "sk.shoot.close"],
    }


CLASH = Attack(
    "clash",
    "damage to both",
    "damage",
    (Input("bonus", "what is added", -1, 2, default=0), Input("kind", "who", choices=("foot", "horse"))),
    lambda rulings, bonus, kind: Dist({(1, bonus): 2, (0, 3): 6} if kind == "foot" else {"flees": 1}, None),
    ("x.clash",),
)


@pytest.fixture
def clash(rules: Ruleset[Any]) -> Ruleset[Any]:
    fields = {name: getattr(rules, name) for name in rules.__struct_fields__}
    return Ruleset(**{**fields, "attacks": (CLASH,)})


def test_pairs_become_lists_with_a_mean_each(clash: Ruleset[Any]) -> None:
    wire = attack_odds(clash, "clash", {"kind": "foot", "bonus": "-1"}).wire()
    assert [(o["value"], o["numerator"], o["denominator"]) for o in wire["outcomes"]] == [
        ([0, 3], "3", "4"),
        ([1, -1], "1", "4"),
    ]
    assert wire["mean"] == [0.25, 2.0]


def test_words_have_no_mean(clash: Ruleset[Any]) -> None:
    assert attack_odds(clash, "clash", {"kind": "horse"}).wire()["mean"] is None


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({}, r"clash needs kind \(one of foot, horse\)"),
        ({"kind": "camel"}, "kind is 'camel'; it has to be one of foot, horse"),
        ({"kind": "foot", "bonus": "3"}, "bonus is '3'; it has to be a whole number from -1 to 2"),
        ({"kind": "foot", "bonus": "1.5"}, "bonus is '1.5'"),
        ({"kind": "foot", "bonus": "٣"}, "bonus is '٣'"),
        ({"kind": "foot", "bonus": "1" * 5000}, "5002 characters"),
        ({"kind": "foot", "bonus": True}, "bonus is True"),
        ({"kind": ["foot"]}, "kind is"),
        ({"bonsu": "1"}, "there is no input of clash 'bonsu'; there is: bonus, kind"),
    ],
)
def test_wrong_inputs_name_what_is_allowed(given: dict[str, object], says: str) -> None:
    with pytest.raises(GameError, match=says):
        checked_inputs(CLASH, given)


def test_an_unknown_attack_names_those_there_are(rules: Ruleset[Any]) -> None:
    with pytest.raises(UnknownName, match="there is: shooting"):
        attack_odds(rules, "shout", {})
