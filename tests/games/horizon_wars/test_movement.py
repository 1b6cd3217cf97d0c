"""Horizon Wars, heading Movement: how far, how straight, in which order; numbers from the sheet by hand."""

import pytest

from hexless.games.horizon_wars.actions import reactors
from hexless.games.horizon_wars.activation import activate, carry_out
from hexless.games.horizon_wars.lines import why_not_charge
from hexless.games.horizon_wars.movement import move
from hexless.kernel import IllegalAnswer


def test_cautious_move_goes_up_to_m(hw):
    """hw.move.cautious: M 3 is 3 inches, and not a tick more."""
    s = hw.battle(hw.element("blue", 10, 10, M=3))
    done = hw.run(s, move, 0, "cautious", script=[hw.to(10, 13)])
    assert hw.at(done.state, 0) == (10000, 13000)
    assert "hw.move.cautious" in done.fired
    refusal = hw.refused(s, move, 0, "cautious", script=[hw.to(10, 13.001)])
    assert refusal.rule == "hw.move.cautious"
    assert "0.001 too far" in refusal.says


def test_cautious_move_gives_an_all_round_arc(hw):
    """hw.move.cautious-arc: an enemy behind is seen after a Cautious Move, and not after a Patrol Move."""
    watcher = hw.element("blue", 10, 10, reactions=1, activated=True)
    s = hw.battle(watcher, hw.element("red", 10, 4))
    assert reactors(s, 1) == []
    turned = hw.run(s, move, 0, "cautious", script=[hw.to(10, 11)]).state
    assert reactors(turned, 1) == [0]
    assert reactors(hw.run(s, move, 0, "patrol", script=[hw.to(10, 11)]).state, 1) == []
    again = hw.run(turned, activate, 0, script=["hold"]).state
    assert not again[0].all_round  # until its next activation


@pytest.mark.parametrize(("kind", "inches"), [("cautious", 3), ("patrol", 6)])
def test_move_and_shoot_begins_with_either_move(hw, kind, inches):
    """hw.move.cautious-shoot, hw.move.patrol-shoot: the moving half is up to M, or up to twice M."""
    s = hw.battle(hw.element("blue", 10, 5, M=3, F=5), hw.element("red", 10, 31, D=0))
    way = hw.to(10, 5 + inches)
    done = hw.run(s, carry_out, 0, f"{kind}+shoot", script=[way, 1, [1, 1, 1]])
    assert hw.at(done.state, 0) == (10000, 5000 + inches * 1000)
    assert {f"hw.move.{kind}-shoot", f"hw.move.{kind}"} <= done.fired
    assert done.state[0].all_round == (kind == "cautious")
    too_far = hw.refused(s, carry_out, 0, f"{kind}+shoot", script=[hw.to(10, 5.1 + inches)])
    assert too_far.rule == f"hw.move.{kind}"


def test_patrol_move_goes_up_to_twice_m(hw):
    """hw.move.patrol: M 3 is 6 inches."""
    s = hw.battle(hw.element("blue", 10, 10, M=3))
    assert hw.at(hw.run(s, move, 0, "patrol", script=[hw.to(16, 10)]).state, 0) == (16000, 10000)
    assert hw.refused(s, move, 0, "patrol", script=[hw.to(16.1, 10)]).rule == "hw.move.patrol"


def test_rapid_move_goes_up_to_three_times_m_for_those_who_can(hw):
    """hw.move.rapid: M 3 is 9 inches, for anybody; where the ruling wants the ability, it is refused by name."""
    s = hw.battle(hw.element("blue", 10, 10, M=3, rapid=True))
    assert hw.at(hw.run(s, move, 0, "rapid", script=[hw.to(19, 10)]).state, 0) == (19000, 10000)
    assert hw.refused(s, move, 0, "rapid", script=[hw.to(19.1, 10)]).rule == "hw.move.rapid"
    slow = hw.battle(hw.element("blue", 10, 10, M=3), hw.element("red", 39, 39))
    hw.run(slow, activate, 0, script=["rapid", hw.to(19, 10), "hold"])
    slow = hw.battle(*slow.units, rulings={"rapid_requires_ability": True})
    assert hw.refused(slow, activate, 0, script=["rapid"]).rule == "hw.move.rapid"


def test_rapid_move_and_shooting_never_share_an_activation(hw):
    """hw.move.rapid-no-shooting: in neither order, and for neither kind of shot."""
    s = hw.battle(hw.element("blue", 10, 10, M=3, F=1, rapid=True), hw.element("red", 10, 30, D=0))
    ban = "hw.move.rapid-no-shooting"
    for shot in ("stand", "cautious+shoot", "patrol+shoot"):
        assert hw.refused(s, activate, 0, script=["rapid", hw.to(19, 10), shot]).rule == ban
    assert hw.refused(s, activate, 0, script=["stand", [1], "rapid"]).rule == ban
    assert hw.refused(s, activate, 0, script=["patrol+shoot", hw.to(10, 11), None, "rapid"]).rule == ban
    twice = hw.run(s, activate, 0, script=["rapid", hw.to(19, 10), "rapid", hw.to(28, 10)])
    assert hw.at(twice.state, 0) == (28000, 10000)


def test_rapid_mover_does_not_shoot_as_a_reaction(hw):
    """hw.move.rapid-no-shooting: a stored action is part of its activation; see `stored_action_counts`."""
    blue = hw.element("blue", 10, 10, F=1)
    s = hw.battle(blue, hw.element("red", 10, 30, D=0))
    s = hw.run(s, activate, 0, script=["rapid", hw.to(10, 12), "hold"]).state
    for shot in ("stand", "patrol+shoot"):
        refusal = hw.refused(s, activate, 1, script=["cautious", hw.to(10, 29), 0, shot])
        assert refusal.rule == "hw.move.rapid-no-shooting"
    hw.run(s, activate, 1, script=["cautious", hw.to(10, 29), 0, "rapid", hw.to(10, 14), "hold"])


def charge_state(hw, gap, **fields):
    """Blue at y 5 and red `gap` inches ahead of it; red only has A, so that it never chooses."""
    blue = hw.element("blue", 10, 5, P=1, M=3, F=0, **fields)
    return hw.battle(blue, hw.element("red", 10, 7 + gap, P=1, M=0, F=0, A=9))


def test_charge_goes_up_to_twice_m(hw):
    """hw.move.charge: M 3 reaches a target 6 inches away, not one 6.1 away."""
    done = hw.run(charge_state(hw, 6), carry_out, 0, "charge", script=[[12], [1]])
    assert hw.events(done, "closed")[0].data["moved"] == pytest.approx(6000, abs=3)
    far = hw.refused(charge_state(hw, 6.1), activate, 0, script=["charge"])
    assert far.rule == "hw.move.charge"
    still = charge_state(hw, 2).change(0, M=0)
    assert hw.refused(still, activate, 0, script=["charge"]).rule == "hw.move.charge"


def test_charge_may_follow_a_rapid_move(hw):
    """hw.move.charge: it is an action of its own, so the Rapid Move's ban does not touch it."""
    s = charge_state(hw, 12, rapid=True)
    done = hw.run(s, activate, 0, script=["rapid", hw.to(10, 13), "charge", [12], [1]])
    assert hw.events(done, "fought")


def test_charge_runs_straight(hw):
    """hw.move.charge-straight: a third element or a lake across every line into contact forbids it."""
    s = charge_state(hw, 4)
    friend = hw.element("blue", 10, 9, radius=1)
    blocked = s.with_(units=(*s.units, friend))
    assert why_not_charge(blocked, 0, 1).rule == "hw.move.charge-straight"
    lake = hw.battle(*s.units, pieces=[hw.ground("lake", 8, 7, 12, 9, "impassable")])
    refusal = why_not_charge(lake, 0, 1)
    assert (refusal.rule, refusal.says) == ("hw.move.charge-straight", "lake is in the way")
    assert hw.refused(lake, activate, 0, script=["charge"]).rule == "hw.move.charge"


def test_charge_pays_for_difficult_ground(hw):
    """hw.move.charge, hw.play.terrain: 2 of 5 inches in a wood cost 7 of the 6 that M 3 gives."""
    s = charge_state(hw, 5)
    wood = hw.battle(*s.units, pieces=[hw.ground("wood", 5, 7, 15, 9, "difficult")])
    assert why_not_charge(wood, 0, 1).rule == "hw.move.charge"
    s = charge_state(hw, 4)
    wood = hw.battle(*s.units, pieces=[hw.ground("wood", 5, 7, 15, 9, "difficult")])
    assert hw.events(hw.run(wood, carry_out, 0, "charge", script=[[12], [1]]), "fought")


def test_charge_is_never_a_reaction(hw):
    """hw.move.charge-not-reaction: refused by name when a reaction is chosen."""
    s = hw.battle(hw.element("blue", 10, 10, activated=True, reactions=1), hw.element("red", 10, 14))
    refusal = hw.refused(s, activate, 1, script=["patrol", hw.to(10, 14), 0, "charge"])
    assert refusal.rule == "hw.move.charge-not-reaction"


def test_charge_halts_an_inch_short(hw):
    """hw.move.charge-halt: from 6 inches away the charger halts after 5; within an inch it halts where it stands."""
    done = hw.run(charge_state(hw, 6), carry_out, 0, "charge", script=[[12], [1]])
    assert hw.events(done, "halted")[0].data["moved"] == pytest.approx(5000, abs=3)
    done = hw.run(charge_state(hw, 0.6), carry_out, 0, "charge", script=[[12], [1]])
    assert hw.events(done, "halted")[0].data["moved"] == 0
    assert hw.events(done, "closed")[0].data["moved"] == pytest.approx(600, abs=3)


def react_state(hw, target, gap=5, others=(), **fields):
    """Blue charges red, who has a reaction stored."""
    blue = hw.element("blue", 10, 5, P=1, M=3, F=0, A=4)
    red = {"P": 1, "M": 3, "F": 4, "A": 9, "D": 0} | target
    return hw.battle(blue, hw.element("red", 10, 7 + gap, activated=True, reactions=1, **red), *others, **fields)


def test_reactions_come_at_the_halt_and_then_the_charge_closes(hw):
    """hw.move.charge-finish: red fires at 1 inch, and the fight follows."""
    s = react_state(hw, {"M": 0})
    # range 1 + A 4 = 5: the 5 hits, 1 + 1 + 1 does not; blue loses M 1. Then 12 + 1 + 1 = 14 does 7, and 1 does 0
    script = [1, "stand", [5, 1, 1, 1], [1, 1], (0, 1, 0), [12], [1], (4, 0, 3)]
    done = hw.run(s, carry_out, 0, "charge", script=script)
    kinds = [e.kind for e in done.log if e.kind in ("halted", "shot", "closed", "fought")]
    assert kinds == ["halted", "shot", "closed", "fought"]
    assert hw.events(done, "shot")[0].data["need"].value == 5


def test_no_fight_follows_when_a_reaction_destroys_the_charger(hw):
    """hw.move.charge-finish: blue with A 1 and nothing else left is shot at the halt."""
    s = react_state(hw, {"M": 0}).change(0, A=1)
    done = hw.run(s, carry_out, 0, "charge", script=[1, "stand", [12, 12, 12, 12], [1, 1]])
    assert not done.state[0].alive
    assert not hw.events(done, "fought")
    assert "hw.move.charge-finish" not in done.fired


def test_no_fight_follows_when_the_target_moves_out_of_reach(hw):
    """hw.move.charge-finish: 4 of 6 inches are used at the halt; red patrols 6 straight back to a gap of 7."""
    s = react_state(hw, {})
    done = hw.run(s, carry_out, 0, "charge", script=[1, "patrol", hw.to(10, 18)])
    assert hw.events(done, "missed")
    assert hw.at(done.state, 0) == pytest.approx((10000, 9000), abs=3)


def test_charge_follows_a_target_that_backs_off_within_reach(hw):
    """hw.move.charge-finish: red goes 1 inch back; 2 inches are left and 2 are needed, 6 in all."""
    s = react_state(hw, {})
    done = hw.run(s, carry_out, 0, "charge", script=[1, "cautious", hw.to(10, 13), [12], [1], (1, 3, 3)])
    assert hw.events(done, "closed")[0].data["moved"] == pytest.approx(6000, abs=5)
    missed = hw.run(s, carry_out, 0, "charge", script=[1, "cautious", hw.to(10, 13.1)])
    assert hw.events(missed, "missed")


def test_difficult_ground_on_the_way_shortens_the_rest(hw):
    """hw.move.charge-finish, hw.play.terrain: 4 inches to the halt, 2 of them in a wood, cost 6 of M 4's 8 inches.

    Red goes 1.5 back: 2.5 are needed and 2 are left. On open ground 4 would be.
    """
    s = react_state(hw, {}).change(0, M=4)
    wood = hw.battle(*s.units, pieces=[hw.ground("wood", 5, 6, 15, 8, "difficult")])
    script = [1, "cautious", hw.to(10, 13.5)]
    assert hw.events(hw.run(wood, carry_out, 0, "charge", script=script), "missed")
    open_ground = hw.run(s, carry_out, 0, "charge", script=[*script, [12], [1], (1, 3, 3)])
    assert hw.events(open_ground, "fought")


def test_counter_charge_is_an_inch_whatever_m(hw):
    """hw.move.counter-charge: red at M 0 meets the charger over the inch of the halt."""
    s = react_state(hw, {"M": 0, "F": 0})
    done = hw.run(s, carry_out, 0, "charge", script=[1, [12], [1], (0, 1, 0)])
    assert hw.events(done, "countered")[0].data["moved"] == pytest.approx(1000, abs=3)
    assert not hw.events(done, "closed")  # the last inch is skipped
    assert hw.at(done.state, 1)[1] == pytest.approx(11000 + 1000, abs=5)  # met at y 11, lost, pushed an inch back
    assert hw.at(done.state, 0)[1] == pytest.approx(9000, abs=3)
    assert "hw.move.charge-halt" in done.fired


def test_counter_charge_must_touch_an_enemy(hw):
    """hw.move.counter-charge-contact: who stands 1.5 inches from the halted charger cannot counter-charge."""
    beside = hw.element("red", 13.5, 9, kind="infantry", name="beside", activated=True, reactions=1)
    s = react_state(hw, {}, others=[beside])
    refusal = hw.refused(s, carry_out, 0, "charge", script=[1, 2, "counter-charge"])
    assert refusal.rule == "hw.move.counter-charge-contact"


def test_counter_charge_of_another_element_fights_at_once(hw):
    """hw.move.counter-charge: a neighbour within an inch of the halt hits the charger, who has moved 4 inches.

    Neighbour: 6 + 1 (moved) = 7, so blue takes 3. Blue: 7 + 1 (moved, not over 4) = 8, so the neighbour takes 4 and
    gives way; then blue goes on to its target.
    """
    beside = hw.element("red", 12.5, 9, name="beside", P=1, M=0, F=0, A=9, activated=True, reactions=1)
    s = react_state(hw, {"M": 0, "F": 0}, others=[beside])
    script = [1, 2, [6], [7], (0, 1, 2), None, [12], [1]]
    done = hw.run(s, carry_out, 0, "charge", script=script)
    first, second = hw.events(done, "fought")
    assert (first.data["charger"], first.data["to_charger"], first.data["to_target"]) == (2, 4, 3)
    assert (second.data["charger"], second.data["target"]) == (0, 1)
    assert done.state[2].A == 9 - 4


def test_counter_charge_is_only_a_reaction(hw):
    """hw.move.counter-charge-reaction: never an action, and not a reaction to anything but a charge."""
    s = hw.battle(hw.element("blue", 10, 10), hw.element("red", 10, 12.5, activated=True, reactions=1, facing=(0, -1)))
    assert hw.refused(s, activate, 0, script=["counter-charge"]).rule == "hw.move.counter-charge-reaction"
    script = ["cautious", hw.to(10, 9), 1, "counter-charge"]
    assert hw.refused(s, activate, 0, script=script).rule == "hw.move.counter-charge"


def test_element_at_m_0_has_no_move_at_all(hw):
    """hw.move.cautious, hw.move.patrol: at M 0 neither is offered, nor a Move & Shoot."""
    s = hw.battle(hw.element("blue", 10, 10, M=0, start=(4, 0, 4)), hw.element("red", 10, 20))
    done = hw.run(s, activate, 0, script=["hold"])
    assert hw.options(done, "action") == [("stand", "hold")]
    for action in ("cautious", "patrol+shoot"):
        assert hw.refused(s, activate, 0, script=[action]).rule == "hw.play.current-stats"


def test_element_without_f_or_m_can_only_hold(hw):
    """hw.play.actions: an element with nothing to do stores its action, and nobody is asked."""
    s = hw.battle(hw.element("blue", 10, 10, M=0, F=0), hw.element("red", 10, 20))
    done = hw.run(s, activate, 0, script=[])
    assert hw.options(done, "action") == []
    assert done.state[0].reactions == 1


def test_script_fails_on_a_left_over_answer(hw):
    """The referee's own whistle: the tests above would notice an answer too many or a wrong one."""
    s = hw.battle(hw.element("blue", 10, 10))
    with pytest.raises(AssertionError, match="left over"):
        hw.run(s, move, 0, "patrol", script=[hw.to(10, 11), "one too many"])
    with pytest.raises(IllegalAnswer):
        hw.run(s, move, 0, "patrol", script=[hw.to(10, 39.5)])
