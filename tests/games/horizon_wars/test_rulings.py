"""Horizon Wars: every alternative of every ruling changes what it says it changes."""

import msgspec
import pytest

from hexless.games.horizon_wars.actions import reactors
from hexless.games.horizon_wars.activation import activate, carry_out
from hexless.games.horizon_wars.damage import recover
from hexless.games.horizon_wars.fight import fight
from hexless.games.horizon_wars.movement import move
from hexless.games.horizon_wars.rulings import Rulings
from hexless.games.horizon_wars.shooting import cover, effective_range, has_line, shoot
from hexless.games.horizon_wars.turn import end_turn, initiative


def ruled(state, **rulings):
    """The same state under other rulings."""
    return state.with_(rulings=Rulings(**rulings))


def sides(hw, **fields):
    """A command element each."""
    return hw.battle(hw.element("blue", 10, 5, chq=True, P=4), hw.element("red", 10, 30, chq=True, P=1), **fields)


def watched(hw, **fields):
    """Blue to act, and red with an action stored."""
    red = hw.element("red", 10, 30, activated=True, reactions=1)
    return hw.battle(hw.element("blue", 10, 5, D=0, F=1), red, **fields)


def test_initiative_plus_presence(hw):
    """initiative=d12_plus_chq_presence: 7 + P 4 beats 9 + P 1; 6 + 4 ties with it, and is rolled again."""
    s = sides(hw, phase="initiative")
    assert hw.events(hw.run(s, initiative, script=[[7], [9], "red"]), "initiative")[0].data["winner"] == "red"
    other = ruled(s, initiative="d12_plus_chq_presence")
    assert hw.events(hw.run(other, initiative, script=[[7], [9], "red"]), "initiative")[0].data["winner"] == "blue"
    tie = hw.run(other, initiative, script=[[6], [9], [7], [9], "blue"])
    assert len(hw.events(tie, "roll")) == 4


@pytest.mark.parametrize(("rounding", "need"), [("ceil", 9), ("floor", 8)])
def test_range_rounding(hw, rounding, need):
    """range_rounding: 7.25 and A 1 is 9, or 8 when the part is dropped."""
    s = hw.battle(hw.element("blue", 10, 5), hw.element("red", 10, 14.25, A=1, F=0, M=0, D=0))
    s = ruled(s, range_rounding=rounding)
    assert effective_range(s, 0, 1).value == need
    assert hw.run(s, shoot, 0, 1, 1, script=[[8]]).state[1].alive == (rounding != "floor")


@pytest.mark.parametrize(("degrees", "seen"), [(90, [1]), (180, [1, 2]), (270, [1, 2, 3]), (360, [1, 2, 3, 4])])
def test_arc_of_vision(hw, degrees, seen):
    """arc_of_vision_deg: north-east, east, south-east and south of a watcher that faces north."""
    watcher = hw.element("blue", 20, 20, activated=True, reactions=1)
    around = [hw.element("red", x, y, name=f"{x},{y}") for x, y in ((25, 25), (25, 20), (25, 15), (20, 15))]
    s = ruled(hw.battle(watcher, *around), arc_of_vision_deg=degrees)
    assert [i for i in (1, 2, 3, 4) if reactors(s, i) == [0]] == seen


def test_arc_limits_active_fire(hw):
    """arc_limits_active_fire: a target behind is refused, and nobody turns."""
    behind = hw.element("red", 10, 5, D=0)
    ahead = [hw.element("red", x, 35, name=f"ahead {x}", D=0) for x in (10, 15)]
    s = hw.battle(hw.element("blue", 10, 20, F=1), behind, *ahead)
    hw.run(s, carry_out, 0, "stand", script=[1, [1]])
    strict = ruled(s, arc_limits_active_fire=True)
    assert hw.refused(strict, carry_out, 0, "stand", script=[1]).rule == "hw.play.arc"
    alone = ruled(hw.battle(s[0], behind), arc_limits_active_fire=True)
    assert hw.refused(alone, activate, 0, script=["stand"]).rule == "hw.shoot.declare"


@pytest.mark.parametrize(("lasts", "all_round"), [("next_activation", True), ("next_other_move", False)])
def test_cautious_arc_lasts(hw, lasts, all_round):
    """cautious_arc_lasts: a Patrol Move after a Cautious one ends the all-round arc, or does not."""
    s = ruled(hw.battle(hw.element("blue", 10, 5), hw.element("red", 39, 39)), cautious_arc_lasts=lasts)
    done = hw.run(s, activate, 0, script=["cautious", hw.to(10, 6), "patrol", hw.to(10, 7)])
    assert done.state[0].all_round is all_round
    done = hw.run(s, activate, 0, script=["patrol", hw.to(10, 6), "cautious", hw.to(10, 7)])
    assert done.state[0].all_round


def test_cautious_arc_ends_with_a_charge(hw):
    """cautious_arc_lasts=next_other_move: a charge is another move, too."""
    units = hw.element("blue", 10, 5, P=1, F=0, M=3), hw.element("red", 10, 12, P=1, F=0, M=0, A=9)
    s = ruled(hw.battle(*units), cautious_arc_lasts="next_other_move")
    done = hw.run(s, activate, 0, script=["cautious", hw.to(10, 6), "charge", [12], [1]])
    assert not done.state[0].all_round


@pytest.mark.parametrize(("most", "stored"), [(1, 1), (2, 2)])
def test_reserved_reactions_max(hw, most, stored):
    """reserved_reactions_max: two unused actions, two reactions, to two enemy actions."""
    s = hw.battle(hw.element("blue", 10, 5), hw.element("red", 10, 30, D=0))
    s = ruled(s, reserved_reactions_max=most, stored_action_counts=False)
    held = hw.run(s, activate, 0, script=["hold"]).state
    assert held[0].reactions == stored
    shot = [0, "stand", [1] * 4]
    second = shot if most == 2 else []
    script = ["cautious", hw.to(10, 29), *shot, "cautious", hw.to(10, 28), *second]
    assert len(hw.events(hw.run(held, activate, 1, script=script), "reacts")) == stored
    used = hw.run(s, activate, 0, script=["cautious", hw.to(10, 6), "hold"]).state
    assert used[0].reactions == 1


@pytest.mark.parametrize(("expiry", "left"), [("end_of_turn", 0), ("next_activation", 1)])
def test_reaction_expiry(hw, expiry, left):
    """reaction_expiry: over the end of the turn until the next activation, or not."""
    s = ruled(watched(hw, phase="end"), reaction_expiry=expiry)
    after = hw.run(s, end_turn).state
    assert after[1].reactions == left
    assert reactors(after, 0) == [1] * left
    assert hw.run(after, activate, 1, script=["patrol", hw.to(10, 29), "patrol", hw.to(10, 28)]).state[1].reactions == 0


@pytest.mark.parametrize(
    ("window", "kinds"), [("after_action", ["moved", "shot"]), ("before_action", ["shot", "moved"])]
)
def test_reaction_window(hw, window, kinds):
    """reaction_window: red shoots after blue's move, or before it."""
    s = ruled(watched(hw), reaction_window=window)
    reaction, way = [1, "stand", [1] * 4], [hw.to(10, 6)]
    middle = way + reaction if window == "after_action" else reaction + way
    done = hw.run(s, activate, 0, script=["cautious", *middle, "hold"])
    assert [e.kind for e in done.log if e.kind in ("moved", "shot")] == kinds


def test_action_before_which_the_actor_falls_is_not_made(hw):
    """reaction_window=before_action: destroyed first, blue does not move; and out of dice, it does not shoot."""
    s = ruled(watched(hw), reaction_window="before_action").change(0, F=0, M=1, A=1)
    done = hw.run(s, activate, 0, script=["cautious", 1, "stand", [12] * 4])
    assert not hw.events(done, "moved")
    s = ruled(watched(hw), reaction_window="before_action")
    script = ["stand", 1, "stand", [12, 12, 9, 1], (1, 0, 0), "hold"]
    done = hw.run(s, activate, 0, script=script)
    assert [e.data["shooter"] for e in hw.events(done, "shot")] == [1]


def test_charge_has_its_halt_under_either_window(hw):
    """reaction_window=before_action: reactions to a charge still come at the 1 inch halt only."""
    red = hw.element("red", 10, 12, P=1, F=4, M=0, A=9, activated=True, reactions=1)
    s = ruled(hw.battle(hw.element("blue", 10, 5, P=1, F=0, M=3), red), reaction_window="before_action")
    done = hw.run(s, activate, 0, script=["charge", 1, "stand", [1] * 4, [1, 1], [12], [1], (0, 0, 7), "hold"])
    assert [e.kind for e in done.log if e.kind in ("halted", "shot", "fought")] == ["halted", "shot", "fought"]


def early(hw, **rulings):
    """Blue acts twice while red, which has not been activated, may react with the actions of its activation."""
    s = hw.battle(hw.element("blue", 10, 5, D=0), hw.element("red", 10, 30, F=3, start=(4, 3, 4), track=1))
    return s, ruled(s, react_before_activation=True, **rulings)


def test_react_before_activation(hw):
    """react_before_activation: an action of the coming activation is spent; both can be, and then none is left."""
    plain, s = early(hw)
    assert reactors(plain, 0) == []
    shot, back = [1, "stand", [1] * 3], [1, "cautious", hw.to(10, 31)]
    once = hw.run(s, activate, 0, script=["cautious", hw.to(10, 6), *shot, "hold"]).state
    assert once[1].early == ("stand",)
    done = hw.run(once, activate, 1, script=["cautious", hw.to(10, 29), None])
    assert (done.state[1].early, done.state[1].done) == ((), ("stand", "cautious"))  # one action, and it is over
    twice = hw.run(s, activate, 0, script=["cautious", hw.to(10, 6), *shot, "cautious", hw.to(10, 7), *back]).state
    assert twice[1].early == ("stand", "cautious")
    assert reactors(twice, 0) == []
    assert hw.run(twice, activate, 1).state[1].activated


def test_early_actions_are_among_the_two_of_the_activation(hw):
    """react_before_activation: no Rapid Move and shot, no two shots, no Patrol Move and Recover in one activation."""
    _, s = early(hw)
    move_blue = ["cautious", hw.to(10, 6)]
    rapid = hw.run(s, activate, 0, script=[*move_blue, 1, "rapid", hw.to(10, 31), "hold"]).state
    assert hw.refused(rapid, activate, 1, script=["stand"]).rule == "hw.move.rapid-no-shooting"
    shot = hw.run(s, activate, 0, script=[*move_blue, 1, "stand", [1] * 3, "hold"]).state
    assert hw.refused(shot, activate, 1, script=["stand"]).rule == "hw.play.one-shot"
    script = [*move_blue, 1, "stand", [1] * 3, "cautious", hw.to(10, 7), 1, "stand"]
    assert hw.refused(s, activate, 0, script=script).rule == "hw.play.one-shot"  # nor both early
    patrol = hw.run(s, activate, 0, script=[*move_blue, 1, "patrol", hw.to(10, 31), "hold"]).state
    assert hw.refused(patrol, activate, 1, script=["recover"]).rule == "hw.damage.recover-alone"


def test_stored_action_counts(hw):
    """stored_action_counts: after a Rapid Move, a shot or a Recover, what is stored is no shot; or it is."""
    blue = hw.element("blue", 10, 5, F=1, start=(4, 3, 4), track=3)
    s = hw.battle(blue, hw.element("red", 10, 30, D=0))
    for first, then, rule in (
        (["rapid", hw.to(10, 6)], "stand", "hw.move.rapid-no-shooting"),
        (["stand", [1]], "stand", "hw.play.one-shot"),
        (["recover", [1, 1]], "stand", "hw.damage.recover-alone"),
    ):
        held = hw.run(s, activate, 0, script=[*first, "hold"]).state
        script = ["cautious", hw.to(10, 29), 0, then]
        if "recover" in first:  # nothing is left that it could do, so nobody asks it
            assert reactors(held, 1) == []
        else:
            assert hw.refused(held, activate, 1, script=script).rule == rule
        free = hw.run(ruled(s, stored_action_counts=False), activate, 0, script=[*first, "hold"]).state
        done = hw.run(free, activate, 1, script=[*script, [1], "hold"])
        assert hw.events(done, "shot")[0].data["shooter"] == 0


def test_recovered_element_counter_charges_by_ruling_only(hw):
    """recover_with_charge, stored_action_counts: who recovered and stored an action may not counter-charge; or may."""
    for allowed in (False, True):
        red = hw.element("red", 10, 9, P=1, F=0, M=0, A=9, activated=True, reactions=1, done=("recover",))
        s = hw.battle(hw.element("blue", 10, 5, P=1, F=0), red, rulings={"recover_with_charge": allowed})
        script = [1, [1], [1], (0, 1, 0)] if allowed else [[1], [1]]
        done = hw.run(s, carry_out, 0, "charge", script=script)
        assert bool(hw.events(done, "countered")) is allowed


def test_reaction_target(hw):
    """reaction_target=any: red may shoot at somebody else than the element that set it off; else nobody is asked."""
    s = watched(hw)
    s = s.with_(units=(*s.units, hw.element("blue", 20, 5, name="other", D=0)))
    script = ["cautious", hw.to(10, 6), 1, "stand"]
    done = hw.run(s, activate, 0, script=[*script, [1] * 4, "hold"])
    assert hw.events(done, "shot")[0].data["target"] == 0
    done = hw.run(ruled(s, reaction_target="any"), activate, 0, script=[*script, 2, [1] * 4, "hold"])
    assert hw.events(done, "shot")[0].data["target"] == 2
    after_move = ["cautious", hw.to(10, 6), 1, "cautious+shoot", hw.to(10, 29), 2]
    assert hw.refused(s, activate, 0, script=after_move).rule == "hw.play.react"


def test_chain_reactions(hw):
    """chain_reactions: blue's watcher answers red's reaction, and red's second watcher answers that."""
    watcher = hw.element("blue", 20, 5, name="watcher", activated=True, reactions=1, D=0)
    second = hw.element("red", 30, 30, name="second", activated=True, reactions=1, D=0)
    s = watched(hw)
    s = ruled(s.with_(units=(*s.units, watcher, second)), chain_reactions=True)
    script = ["cautious", hw.to(10, 6), 1, "cautious", hw.to(10, 29), 2, "cautious", hw.to(20, 6)]
    script += [3, "stand", [1] * 4, "hold"]
    done = hw.run(s, activate, 0, script=script)
    assert [(e.data["unit"], e.data["actor"]) for e in hw.events(done, "reacts")] == [(1, 0), (2, 1), (3, 2)]
    script = ["cautious", hw.to(10, 6), 1, "cautious", hw.to(10, 29), None, "hold"]
    plain = hw.run(ruled(s), activate, 0, script=script)  # the second red may react to blue, nobody to red
    assert [(e.data["unit"], e.data["actor"]) for e in hw.events(plain, "reacts")] == [(1, 0)]


def aside(hw, **rulings):
    """Blue charges from 5 inches; at the halt red steps 1.2 inches back and 2.2 aside, out of blue's line."""
    red = hw.element("red", 10, 12, P=1, F=0, M=3, A=9, activated=True, reactions=1)
    s = hw.battle(hw.element("blue", 10, 5, P=1, F=0, M=4), red, rulings=rulings)
    return s, [1, "cautious", hw.to(12.2, 13.2)]


def test_charge_line(hw):
    """charge_line: a charger goes on straight and misses, or swerves."""
    s, script = aside(hw)
    done = hw.run(s, carry_out, 0, "charge", script=script)
    assert hw.events(done, "missed")
    s, script = aside(hw, charge_line="swerve")
    done = hw.run(s, carry_out, 0, "charge", script=[*script, [12], [1], (0, 0, 7)])
    assert hw.events(done, "fought")


def test_charge_line_still_hits_a_target_that_stays_on_it(hw):
    """charge_line=one_line: a small step aside is not enough, the bases still meet on the line."""
    s, _ = aside(hw)
    done = hw.run(s, carry_out, 0, "charge", script=[1, "cautious", hw.to(11, 12.7), [12], [1], (0, 0, 7)])
    assert hw.events(done, "fought")
    assert hw.at(done.state, 0)[0] == pytest.approx(10000, abs=3)


@pytest.mark.parametrize(("reach", "event"), [("declared", "fought"), ("current", "missed")])
def test_charge_reach(hw, reach, event):
    """charge_reach: M 3 carried blue 5 of 6 inches; shot down to M 2 (4 inches), it can close or cannot."""
    red = hw.element("red", 10, 13, P=1, F=1, M=0, A=9, activated=True, reactions=1)
    blue = hw.element("blue", 10, 5, P=1, F=0, M=3, A=4, D=0)
    s = hw.battle(blue, red, rulings={"charge_reach": reach})
    script = [1, "stand", [5], (0, 1, 0)] + ([[12], [1], (0, 0, 7)] if event == "fought" else [])
    assert hw.events(hw.run(s, carry_out, 0, "charge", script=script), event)


def test_rapid_requires_ability(hw):
    """rapid_requires_ability: anybody may make a Rapid Move, or only those who are Rapid."""
    s = hw.battle(hw.element("blue", 10, 5), hw.element("red", 39, 39))
    hw.run(s, activate, 0, script=["rapid", hw.to(10, 14), "hold"])
    strict = ruled(s, rapid_requires_ability=True)
    assert hw.refused(strict, activate, 0, script=["rapid"]).rule == "hw.move.rapid"
    hw.run(strict.change(0, rapid=True), activate, 0, script=["rapid", hw.to(10, 14), "hold"])


def test_max_shots_per_activation(hw):
    """max_shots_per_activation=2: two shots, and no Rapid Move after them."""
    s = hw.battle(
        hw.element("blue", 10, 5, F=1), hw.element("red", 10, 30, D=0), rulings={"max_shots_per_activation": 2}
    )
    done = hw.run(s, activate, 0, script=["stand", [1], "stand", [1]])
    assert len(hw.events(done, "shot")) == 2


@pytest.mark.parametrize(("field", "trait"), [("cover_light", "light-cover"), ("cover_heavy", "heavy-cover")])
def test_cover_values(hw, field, trait):
    """cover_light and cover_heavy: any value from 0 to 6."""
    s = hw.battle(
        hw.element("blue", 10, 5), hw.element("red", 10, 25), pieces=[hw.ground("g", 7, 22, 13, 28, trait)],
        rulings={field: 5},
    )  # fmt: skip
    assert cover(s, 0, 1).value == 5


def test_units_block_lof(hw):
    """units_block_lof: a vehicle in the way blocks, infantry does not."""
    for kind, blocks in (("vehicle", True), ("mech", True), ("infantry", False)):
        between = hw.element("red", 10, 15, kind=kind, name="between", radius=2)
        s = hw.battle(hw.element("blue", 10, 5, radius=0.8), hw.element("red", 10, 25, radius=0.8), between)
        s = s.change(2, base=msgspec.structs.replace(s[2].base, height=2000))
        assert has_line(s, 0, 1)
        assert has_line(ruled(s, units_block_lof=True), 0, 1) is not blocks


def test_twelves_bonus(hw):
    """twelves_bonus: 12 and 1 at 12 hit twice; a 12 that was cancelled gives nothing."""
    s = hw.battle(hw.element("blue", 10, 5), hw.element("red", 10, 15, A=4, F=0, M=0, D=1))
    assert hw.run(s, shoot, 0, 1, 2, script=[[12, 1], [2]]).state[1].track == 1
    bonus = ruled(s, twelves_bonus=True)
    assert hw.run(bonus, shoot, 0, 1, 2, script=[[12, 1], [2]]).state[1].track == 2
    assert hw.run(bonus, shoot, 0, 1, 2, script=[[12, 1], [12]]).state[1].track == 0


@pytest.mark.parametrize(("compare", "moved"), [("damage", 0), ("score", 1)])
def test_charge_compare(hw, compare, moved):
    """charge_compare: 9 against 8 is a draw by damage (the charger backs off), and a win by score."""
    stats = {"P": 1, "F": 0, "M": 0, "A": 9}
    s = hw.battle(
        hw.element("blue", 10, 10, **stats), hw.element("red", 10, 12, **stats), rulings={"charge_compare": compare}
    )
    done = hw.run(s, fight, 0, 1, 0, script=[[9], [8]])
    assert [e.data["unit"] for e in hw.events(done, "shifted")] == [moved]
    assert (done.state[0].A, done.state[1].A) == (5, 5)


@pytest.mark.parametrize(("gap", "legal"), [(0, 14), (1, 13), (3, 11)])
def test_min_enemy_gap(hw, gap, legal):
    """min_enemy_gap_in: red at y 16; blue may come as far as touching it, or an inch, or three, from it."""
    s = hw.battle(hw.element("blue", 10, 5, M=5), hw.element("red", 10, 16), rulings={"min_enemy_gap_in": gap})
    hw.run(s, move, 0, "patrol", script=[hw.to(10, legal)])
    assert hw.refused(s, move, 0, "patrol", script=[hw.to(10, legal + 0.1)]).rule == "hw.play.spacing"


@pytest.mark.parametrize(("cost", "far"), [(1, 11), (2, 8.5), (3, 7.666)])
def test_difficult_cost(hw, cost, far):
    """difficult_cost: of 6 inches 1 goes to the wood's edge at y 6; the other 5 carry 5, 2.5 or 1.67 into it."""
    wood = hw.ground("wood", 5, 6, 15, 30, "difficult")
    s = hw.battle(hw.element("blue", 10, 5, M=3), pieces=[wood], rulings={"difficult_cost": cost})
    hw.run(s, move, 0, "patrol", script=[hw.to(10, far)])
    assert hw.refused(s, move, 0, "patrol", script=[hw.to(10, far + 0.01)]).rule == "hw.move.patrol"


@pytest.mark.parametrize(("reduces", "track"), [(False, 4), (True, 3)])
def test_recover_reduces_track(hw, reduces, track):
    """recover_reduces_track: a point recovered comes off the track, or does not."""
    s = hw.battle(
        hw.element("blue", 10, 5, F=2, M=2, A=3, start=(4, 3, 4), track=4), rulings={"recover_reduces_track": reduces}
    )
    assert hw.run(s, recover, 0, script=[[5, 1], (1, 0, 0)]).state[0].track == track


def test_recover_with_charge(hw):
    """recover_with_charge: neither before nor after a charge, by default; or both."""
    s = hw.battle(
        hw.element("blue", 10, 5, P=1, F=3, M=2, start=(4, 3, 4), track=2),
        hw.element("red", 10, 9, P=1, F=0, M=0, A=9),
    )
    both = hw.run(ruled(s, recover_with_charge=True), activate, 0, script=["recover", [1, 1], "charge", [12], [1]])
    assert hw.events(both, "fought")
    assert hw.refused(s, activate, 0, script=["recover", [1, 1], "charge"]).rule == "hw.damage.recover-alone"
    assert hw.refused(s, activate, 0, script=["charge", [12], [1], "recover"]).rule == "hw.damage.recover-alone"


def test_recover_max(hw):
    """recover_max=1: no second Recover in an activation."""
    s = hw.battle(
        hw.element("blue", 10, 5, F=2, P=1, track=2, start=(4, 3, 4)), hw.element("red", 10, 9),
        rulings={"recover_max": 1, "recover_with_charge": True},
    )  # fmt: skip
    assert hw.refused(s, activate, 0, script=["recover", [1, 1], "recover"]).rule == "hw.damage.recover-alone"


def test_chq_loss_effect(hw):
    """chq_loss_effect: a side that alone lost its command never decides who goes first."""
    s = sides(hw, phase="initiative").change(0, A=0)
    s = s.with_(units=(*s.units, hw.element("blue", 20, 5)))
    assert hw.events(hw.run(s, initiative, script=[[9], [3], "blue"]), "initiative")[0].data["winner"] == "blue"
    strict = ruled(s, chq_loss_effect="no_initiative_choice")
    assert hw.events(hw.run(strict, initiative, script=[[9], [3], "red"]), "initiative")[0].data["winner"] == "red"
    both = strict.change(1, A=0)
    assert hw.events(hw.run(both, initiative, script=[[9], [3], "red"]), "initiative")[0].data["winner"] == "blue"


def test_every_ruling_is_tested_here(hw):
    """No field without a test that names it."""
    import pathlib

    text = pathlib.Path(__file__).read_text(encoding="utf-8")
    assert [f for f in Rulings.__struct_fields__ if f not in text] == []
