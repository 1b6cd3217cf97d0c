"""games, rules and odds: what they print, and that they need nothing heavy for it."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from itertools import product

import pytest

from hexless.cli import main
from hexless.games.horizon_wars.hits import cancel_matches, most_groups

pytestmark = pytest.mark.usefixtures("skirmish")
Out = pytest.CaptureFixture[str]


def said(capsys: Out, *args: str, code: int = 0) -> str:
    assert main(args) == code
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refused(capsys: Out, *args: str) -> str:
    assert main(args) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def test_version(capsys: Out) -> None:
    assert said(capsys, "--version").startswith("hexless ")


def test_no_command_shows_the_commands(capsys: Out) -> None:
    out = said(capsys)
    for command in ("games", "rules", "odds", "sim", "replay", "draw", "force", "scenario", "schema"):
        assert command in out


def test_games_lists_ours_and_those_that_others_bring(capsys: Out) -> None:
    found = {game["id"]: game for game in json.loads(said(capsys, "games", "--json"))}
    assert next(iter(found)) == "horizon-wars"
    assert {"shattered", "skirmish"} < set(found)
    assert found["skirmish"] == {
        "id": "skirmish",
        "title": "Skirmish",
        "revision": 1,
        "rules": 10,
        "scenarios": ["duel", "melee"],
        "forces": ["foxes", "herons"],
        "attacks": ["shooting"],
    }
    assert "no_such_module" in found["shattered"]["error"]
    assert "10 rules, 2 scenarios, 2 forces" in said(capsys, "games")


def test_rules_are_listed_and_explained(capsys: Out) -> None:
    assert "sk.shoot.wound" in said(capsys, "rules", "skirmish")
    one = said(capsys, "rules", "skirmish", "sk.snap")
    assert "may_snap" in one
    assert "snaps = once (of always, once)" in one
    sheet = json.loads(said(capsys, "rules", "skirmish", "--json"))
    assert len(sheet["rules"]) == 10
    assert sheet["rulings"][0]["rules"] == ["sk.snap"]


def test_the_start_of_an_id_is_enough(capsys: Out) -> None:
    some = json.loads(said(capsys, "rules", "skirmish", "sk.shoot", "--json"))
    assert [rule["id"] for rule in some["rules"]] == ["sk.shoot"], "the rule itself, where there is one"
    assert "has no rule 'sk.nowhere'" in refused(capsys, "rules", "skirmish", "sk.nowhere")


def test_odds_lists_the_attacks(capsys: Out) -> None:
    out = said(capsys, "odds", "skirmish")
    assert "dice thrown" in out
    assert "a whole number from 1 to 3" in out
    listed = json.loads(said(capsys, "odds", "skirmish", "--json"))
    assert [spec["name"] for spec in listed["attacks"][0]["inputs"]] == ["dice", "need"]


def test_odds_draws_bars(capsys: Out) -> None:
    out = said(capsys, "odds", "skirmish", "shooting", "dice=2", "need=3")
    assert "44.444%" in out
    assert "88.889%" in out, "at least one"
    assert "█" in out
    assert "mean 1.3333" in out


def test_odds_json_keeps_its_shape(capsys: Out) -> None:
    odds = json.loads(said(capsys, "odds", "skirmish", "shooting", "dice=2", "need=3", "--json"))
    assert list(odds) == ["game", "attack", "inputs", "outcomes", "mean", "rules"]
    assert list(odds["outcomes"][0]) == ["value", "numerator", "denominator", "p"]
    chances = [Fraction(int(o["numerator"]), int(o["denominator"])) for o in odds["outcomes"]]
    assert chances == [Fraction(1, 9), Fraction(4, 9), Fraction(4, 9)]


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ("odds chess", "there is no game 'chess'; there is: horizon-wars"),
        ("odds shattered", "the ruleset shattered at no_such_module:ruleset does not load"),
        ("odds skirmish shooting", "shooting needs dice (a whole number from 1 to 3)"),
        ("odds skirmish shooting dice", "an input is KEY=VALUE, not 'dice'"),
        ("odds skirmish shooting dice=1 dice=2", "'dice' is given twice"),
        ("odds skirmish shooting dice=-1", "dice is '-1'; it has to be a whole number from 1 to 3"),
        ("odds skirmish shooting luck=1", "there is no input of shooting 'luck'; there is: dice, need"),
        ("odds skirmish shouting", "there is no attack in Skirmish 'shouting'; there is: shooting"),
        ("rules skirmish sk.snap --check", "--check looks at all the rules; leave out the id"),
        ("rules", "Missing argument 'GAME'. (see hexless rules --help)"),
        ("gmaes", "No such command 'gmaes'"),
        ("games --jsn", "No such option: --jsn"),
    ],
)
def test_mistakes_are_one_line(capsys: Out, args: str, says: str) -> None:
    err = refused(capsys, *args.split())
    assert err.startswith("hexless: ")
    assert says in err


QUICK = ["games", "rules horizon-wars", "odds horizon-wars", "odds horizon-wars shooting fire=4 incoming=2 range=12"]
QUICK += ["odds horizon-wars charge attacker=3 defender=2 moved=5 attacker_kind=mech defender_kind=vehicle"]


@pytest.mark.parametrize("args", QUICK)
def test_quick_commands_import_nothing_heavy(environment: dict[str, str], args: str) -> None:
    code = (
        "import sys; from hexless.cli import main; main(); "
        "print([m for m in ('numba', 'numpy', 'rich', 'multiprocessing', 'hexless.server') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *args.split()], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_odds_of_a_volley_agree_with_brute_force(capsys: Out) -> None:
    """Three dice, one incoming, need 9: every roll counted."""
    odds = json.loads(said(capsys, "odds", "horizon-wars", "shooting", "fire=3", "incoming=1", "range=9", "--json"))
    counts: dict[int, int] = {}
    for *fire, incoming in product(range(1, 13), repeat=4):
        hits = most_groups(cancel_matches(fire, [incoming]), 9)
        counts[hits] = counts.get(hits, 0) + 1
    assert {o["value"]: Fraction(int(o["numerator"]), int(o["denominator"])) for o in odds["outcomes"]} == {
        hits: Fraction(count, 12**4) for hits, count in counts.items()
    }


def test_the_odds_of_a_charge_are_pairs(capsys: Out) -> None:
    args = "attacker=3 defender=2 moved=5 attacker_kind=mech defender_kind=vehicle"
    odds = json.loads(said(capsys, "odds", "horizon-wars", "charge", *args.split(), "--json"))
    assert all(len(o["value"]) == 2 for o in odds["outcomes"])
    assert sum(Fraction(int(o["numerator"]), int(o["denominator"])) for o in odds["outcomes"]) == 1
    assert [o["value"] for o in odds["outcomes"]] == sorted(o["value"] for o in odds["outcomes"])
    assert len(odds["mean"]) == 2
