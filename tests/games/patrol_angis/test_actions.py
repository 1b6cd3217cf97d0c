"""Patrol Angis, heading Combat Actions: whose go, the three lists, and what bars what."""

import pytest

from hexless.games.patrol_angis.actions import LABELS, LISTS, activate, barred, open_actions
from hexless.games.patrol_angis.turn import step

BARRED = {  # first -> what may not follow in the same turn, read off the sheet
    "overwatch": {"rapid", "dash"},
    "rapid": {"overwatch", "rapid", "precise", "dash"},
    "precise": {"rapid", "dash"},
    "dash": {"overwatch", "rapid", "precise"},
    "self-protection": {"rapid", "precise", "dash"},
}
FIVE = ("overwatch", "rapid", "precise", "dash", "self-protection")


def test_sides_take_turns_the_winner_first_until_no_token_is_left(pa):
    """pa.actions.alternate-activation, pa.actions.winner-first, pa.actions.until-tokens-spent: 1 token against 2."""
    s = pa.battle(pa.element("blue", 50, 10, tokens=1), pa.element("red", 50, 90, tokens=2), next="red", winner="red")
    first = pa.run(s, step, script=["pass"])
    assert "pa.actions.winner-first" in first.fired
    assert first.state[1].tokens == 1
    second = pa.run(first.state, step, script=["pass"])
    assert "pa.actions.winner-first" not in second.fired
    third = pa.run(second.state.with_(next="blue"), step, script=["pass"])  # blue has none and is skipped
    end = pa.run(third.state, step)
    assert end.state.phase == "end"
    assert "pa.actions.until-tokens-spent" in end.fired


@pytest.mark.parametrize(
    ("kind", "rule", "never"),
    [
        ("infantry", "pa.actions.infantry-list", set()),
        ("portable", "pa.actions.portable-weapon-list", {"close-combat", "overwatch", "dash", "self-protection"}),
        ("vehicle", "pa.actions.infantry-sized-vehicle-list", {"overwatch", "self-protection"}),
    ],
)
def test_each_type_has_its_list(pa, kind, rule, never):
    """pa.actions.infantry-list, pa.actions.portable-weapon-list, pa.actions.infantry-sized-vehicle-list"""
    assert set(LISTS[kind]) == set(LABELS) - never
    gun = pa.profile("portable", platform=True, name="gun")
    profiles = [gun, pa.profile("portable"), pa.profile("portable")] if kind == "portable" else None
    s = pa.battle(pa.element("blue", 50, 10, kind=kind, tokens=1, profiles=profiles), pa.element("red", 50, 90))
    done = pa.run(s, activate, 0, script=["pass"])
    assert rule in done.fired
    for action in never:
        assert pa.refused(s, activate, 0, script=[action]).rule == rule


@pytest.mark.parametrize("first", FIVE)
@pytest.mark.parametrize("then", FIVE)
def test_the_matrix_of_what_prevents_what(pa, first, then):
    """pa.overwatch.blocked-by, pa.overwatch.prevents, pa.rapid-move.blocked-by, pa.rapid-move.prevents,
    pa.precise-fire.blocked-by, pa.precise-fire.prevents, pa.dash.blocked-by, pa.dash.prevents,
    pa.self-protection.prevents, pa.rapid-move.once-per-turn
    """
    s = pa.battle(pa.element("blue", 50, 10, tokens=1, did=(first,)), pa.element("red", 50, 50))
    assert (then not in open_actions(s, 0)) == (then in BARRED[first])


def test_bars_are_cited_and_refused_by_name(pa):
    """pa.overwatch.blocked-by, pa.rapid-move.prevents: both sides of a bar are at work."""
    s = pa.battle(pa.element("blue", 50, 10, tokens=1, did=("rapid",)), pa.element("red", 50, 90))
    done = pa.run(s, activate, 0, script=["pass"])
    assert {"pa.overwatch.blocked-by", "pa.precise-fire.blocked-by", "pa.dash.blocked-by"} <= done.fired
    assert {"pa.rapid-move.prevents", "pa.rapid-move.once-per-turn"} <= done.fired
    assert pa.refused(s, activate, 0, script=["overwatch"]).rule == "pa.overwatch.blocked-by"
    assert pa.refused(s, activate, 0, script=["rapid"]).says == "Rapid Move only once a turn"


@pytest.mark.parametrize(("action", "most"), [("rapid", 1), ("precise", 2), ("dash", 2)])
def test_limits_a_turn(pa, action, most):
    """pa.rapid-move.once-per-turn, pa.precise-fire.twice-per-turn, pa.dash.twice-per-turn"""
    for times in range(3):
        s = pa.battle(pa.element("blue", 50, 10, did=(action,) * times), pa.element("red", 50, 50))
        assert (action in open_actions(s, 0)) == (times < most)


def test_self_protection_may_follow_anything_unless_the_ruling_is_symmetric(pa):
    """pa.self-protection.prevents"""
    for first in ("rapid", "precise", "dash"):
        e = pa.element("blue", 50, 10, did=(first,))
        assert barred(pa.battle(e), 0, "self-protection") is None
        ruled = pa.battle(e, rulings={"self_protection_symmetric": True})
        assert barred(ruled, 0, "self-protection")[1] == ("pa.self-protection.prevents",)


def test_let_it_pass_only_discards_the_token(pa):
    """pa.let-it-pass.discard-token"""
    s = pa.battle(pa.element("blue", 50, 10, tokens=2), pa.element("red", 50, 90))
    done = pa.run(s, activate, 0, script=["pass"])
    assert done.state == s.change(0, tokens=1, did=("pass",))
    assert "pa.let-it-pass.discard-token" in done.fired
