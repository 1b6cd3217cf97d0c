"""Horizon Wars, heading Damage & Recovery: the track, the stats that pay, and getting them back."""

import pytest

from hexless.games.horizon_wars.activation import activate
from hexless.games.horizon_wars.damage import damage, recover


def hurt(hw, **fields):
    """One element of F 4, M 3, A 4, already damaged as said."""
    return hw.battle(hw.element("blue", 10, 10, start=(4, 3, 4), **fields), hw.element("red", 30, 39, facing=(0, 1)))


def stats(state, unit=0):
    e = state[unit]
    return e.F, e.M, e.A, e.track


def test_every_hit_is_a_point_on_the_track(hw):
    """hw.damage.track: 2 and then 3 hits make 5; the loss is shared as the owner likes."""
    s = hw.run(hurt(hw), damage, 0, 2, script=[(1, 1, 0)]).state
    assert stats(s) == (3, 2, 4, 2)
    assert stats(hw.run(s, damage, 0, 3, script=[(0, 0, 3)]).state) == (3, 2, 1, 5)


def test_every_hit_takes_a_point_off_f_m_or_a(hw):
    """hw.damage.stat-loss: only stats above 0 can pay, the owner decides, and the rest falls on A."""
    s = hurt(hw, F=1, M=0, A=4)
    refusal = hw.refused(s, damage, 0, 2, script=[(0, 1, 1)])
    assert refusal.rule == "hw.damage.track"
    assert "M takes from 0 to 0" in refusal.says
    assert stats(hw.run(s, damage, 0, 2, script=[(1, 0, 1)]).state) == (0, 0, 3, 2)
    spent = hurt(hw, F=0, M=0, A=4)
    assert stats(hw.run(spent, damage, 0, 3).state) == (0, 0, 1, 3)  # no choice, no question


def test_no_hits_change_nothing(hw):
    """hw.damage.track: without hits the rule is not at work."""
    done = hw.run(hurt(hw), damage, 0, 0)
    assert stats(done.state) == (4, 3, 4, 0)
    assert not done.fired


def test_element_at_a_0_is_destroyed(hw):
    """hw.damage.destroyed: A 0 removes it, surplus is ignored; F 0 and M 0 do not."""
    gone = hw.run(hurt(hw, reactions=1), damage, 0, 4, script=[(0, 0, 4)])
    assert not gone.state[0].alive
    assert not gone.state[0].here
    assert gone.state[0].reactions == 0
    assert "hw.damage.destroyed" in gone.fired
    over = hw.run(hurt(hw), damage, 0, 50)  # all 11 points are lost, without a question
    assert stats(over.state) == (0, 0, 0, 11)
    crippled = hw.run(hurt(hw), damage, 0, 7, script=[(4, 3, 0)])
    assert crippled.state[0].here
    assert not crippled.state[0].effective
    assert "hw.damage.destroyed" not in crippled.fired


def test_recover_rolls_d_dice(hw):
    """hw.damage.recover-roll: D 2 rolls two dice, D 3 three."""
    for dice in (2, 3):
        done = hw.run(hurt(hw, D=dice, F=2, track=2), recover, 0, script=[[1] * dice])
        assert len(hw.events(done, "roll")[0].data["faces"]) == dice
        assert "hw.damage.recover-gain" not in done.fired


def test_each_die_above_the_track_gives_a_point_back(hw):
    """hw.damage.recover-gain: with 4 on the track a 5 succeeds and a 4 does not; the track stays."""
    s = hurt(hw, F=2, M=2, A=3, track=4)
    done = hw.run(s, recover, 0, script=[[4, 5], (0, 1, 0)])
    assert stats(done.state) == (2, 3, 3, 4)
    both = hw.run(s, recover, 0, script=[[12, 5], (1, 0, 1)])
    assert stats(both.state) == (3, 2, 4, 4)


def test_nothing_is_above_a_track_of_12(hw):
    """hw.damage.recover-gain: at 12 or more no die is greater."""
    s = hurt(hw, F=1, M=1, A=2, track=12)
    assert stats(hw.run(s, recover, 0, script=[[12, 12]]).state) == (1, 1, 2, 12)


def test_recovery_stops_at_the_starting_value(hw):
    """hw.damage.recover-limit: two successes, one point missing: one is lost; F 4 cannot become 5."""
    s = hurt(hw, M=2, track=1)
    done = hw.run(s, recover, 0, script=[[12, 12]])
    assert stats(done.state) == (4, 3, 4, 1)
    assert "hw.damage.recover-limit" in done.fired
    two = hurt(hw, M=2, A=3, track=2)
    assert "F takes from 0 to 0" in hw.refused(two, recover, 0, script=[[12, 1], (1, 0, 0)]).says
    whole = hurt(hw)
    assert hw.refused(whole, activate, 0, script=["recover"]).rule == "hw.damage.recover-limit"


@pytest.mark.parametrize("after", ["cautious", "patrol", "rapid", "stand", "cautious+shoot", "patrol+shoot"])
def test_recover_is_not_combined_with_moving_or_shooting(hw, after):
    """hw.damage.recover-alone: neither before nor after."""
    s = hw.battle(
        hw.element("blue", 10, 10, F=1, M=2, start=(4, 3, 4), track=4, rapid=True), hw.element("red", 10, 30, D=0)
    )
    assert hw.refused(s, activate, 0, script=["recover", [1, 1], after]).rule == "hw.damage.recover-alone"
    first = [after]
    first += [hw.to(10, 11)] if after != "stand" else []
    first += {"stand": [[1]], "cautious+shoot": [None], "patrol+shoot": [None]}.get(after, [])
    assert hw.refused(s, activate, 0, script=[*first, "recover"]).rule == "hw.damage.recover-alone"


def test_recover_fits_twice_and_with_a_charge_by_ruling(hw):
    """hw.damage.recover-alone: two Recovers in one activation; a Recover and a charge where the ruling allows it."""
    s = hurt(hw, F=2, M=2, A=3, track=4)
    twice = hw.run(s, activate, 0, script=["recover", [5, 1], (1, 0, 0), "recover", [1, 5], (0, 1, 0)])
    assert stats(twice.state) == (3, 3, 3, 4)
    near = hw.battle(
        hw.element("blue", 10, 5, P=1, F=3, M=2, start=(4, 3, 4), track=2),
        hw.element("red", 10, 9, P=1, F=0, M=0, A=9),
        rulings={"recover_with_charge": True},
    )
    done = hw.run(near, activate, 0, script=["recover", [1, 1], "charge", [12], [1]])
    assert hw.events(done, "fought")
    back = hw.run(near, activate, 0, script=["charge", [12], [1], "recover", [1, 1]])
    assert hw.events(back, "recovered")


def test_recover_is_never_a_reaction(hw):
    """hw.damage.recover-not-reaction: refused by name."""
    s = hw.battle(
        hw.element("blue", 10, 10, F=1, start=(4, 3, 4), track=3, activated=True, reactions=1),
        hw.element("red", 10, 20),
    )
    refusal = hw.refused(s, activate, 1, script=["patrol", hw.to(10, 21), 0, "recover"])
    assert refusal.rule == "hw.damage.recover-not-reaction"
