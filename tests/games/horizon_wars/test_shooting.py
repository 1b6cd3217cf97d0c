"""Horizon Wars, heading Shooting: dice, effective range, cancelling, groups, hits; worked by hand."""

import pytest

from hexless.games.horizon_wars.activation import activate, carry_out
from hexless.games.horizon_wars.hits import cancel_matches, most_groups
from hexless.games.horizon_wars.shooting import effective_range, shoot, volley


def rows(total):
    return [(row.value, row.rule) for row in total.rows]


def pair(hw, gap, **target):
    """A shooter, and a target `gap` inches ahead; both bases are an inch in radius."""
    return hw.battle(hw.element("blue", 10, 5, F=4), hw.element("red", 10, 7 + gap, **target))


@pytest.mark.parametrize("fire", [1, 3, 5])
def test_stand_and_shoot_rolls_f(hw, fire):
    """hw.shoot.stand, hw.shoot.fire: F 1, 3, 5 roll 1, 3, 5 dice."""
    s = pair(hw, 30, D=0).change(0, F=fire)
    done = hw.run(s, carry_out, 0, "stand", script=[[1] * fire])
    assert hw.events(done, "shot")[0].data["dice"] == fire
    assert "hw.shoot.stand" in done.fired


def test_element_at_f_0_cannot_shoot(hw):
    """hw.shoot.stand: no dice, no shot."""
    s = pair(hw, 10).change(0, F=0)
    for action in ("stand", "patrol+shoot"):
        assert hw.refused(s, activate, 0, script=[action]).rule == "hw.play.current-stats"


@pytest.mark.parametrize(("fire", "dice"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_move_and_shoot_rolls_half_f_rounded_up(hw, fire, dice):
    """hw.shoot.move-and-shoot, hw.shoot.fire: F 1-5 roll 1, 1, 2, 2, 3 dice."""
    s = pair(hw, 30, D=0).change(0, F=fire)
    done = hw.run(s, carry_out, 0, "patrol+shoot", script=[hw.to(10, 6), 1, [1] * dice])
    assert [e.kind for e in done.log if e.kind in ("moved", "shot")] == ["moved", "shot"]  # the move comes first
    assert hw.events(done, "shot")[0].data["dice"] == dice


def test_target_needs_a_line_of_fire(hw):
    """hw.shoot.declare: behind a tall wall nobody can be named, and the refusal shows the blocked lines."""
    wall = hw.ground("wall", 5, 12, 15, 13, "blocking")
    seen = [hw.element("red", x, 18, name=f"seen {x}") for x in (20, 25)]
    s = hw.battle(hw.element("blue", 10, 5), hw.element("red", 10, 20), *seen, pieces=[wall])
    refusal = hw.refused(s, carry_out, 0, "stand", script=[1])
    assert refusal.rule == "hw.play.line-of-fire"
    assert refusal.witness["blocks"]


def test_another_target_may_be_named_at_no_cost(hw):
    """hw.shoot.redeclare: after the refusal the same question stands, and the action is not lost."""
    wall = hw.ground("wall", 5, 12, 15, 13, "blocking")
    seen = [hw.element("red", x, 18, name=f"seen {x}", D=0) for x in (20, 25)]
    s = hw.battle(hw.element("blue", 10, 5), hw.element("red", 10, 20), *seen, pieces=[wall])
    done = hw.run(s, carry_out, 0, "stand", script=[2, [1, 1, 1, 1]])
    assert hw.options(done, "target") == [(2, 3)]
    assert "hw.shoot.redeclare" in done.fired
    open_field = hw.battle(*s.units)
    done = hw.run(open_field, carry_out, 0, "stand", script=[2, [1, 1, 1, 1]])
    assert hw.options(done, "target") == [(1, 2, 3)]
    assert "hw.shoot.redeclare" not in done.fired


def test_range_is_between_the_closest_points(hw):
    """hw.shoot.range: centres 13 inches apart, two bases of an inch: 11."""
    assert rows(effective_range(pair(hw, 11, A=2), 0, 1))[0] == (11, "hw.shoot.range")
    small = hw.battle(hw.element("blue", 10, 5, radius=0.5), hw.element("red", 13, 9, radius=0.5))
    assert rows(effective_range(small, 0, 1))[0] == (4, "hw.shoot.range")  # 3-4-5: centres 5 apart


def test_effective_range_adds_the_current_armour(hw):
    """hw.shoot.range-armour: 11 + A 2 = 13; damaged to A 1 it is 12."""
    s = pair(hw, 11, A=2)
    assert effective_range(s, 0, 1).value == 13
    assert effective_range(s.change(1, A=1), 0, 1).value == 12
    assert (2, "hw.shoot.range-armour") in rows(effective_range(s, 0, 1))


def test_cover_adds_to_the_effective_range(hw):
    """hw.shoot.range-cover: 11 + A 2 + light cover 1 = 14; the shot cites it."""
    s = pair(hw, 11, A=2, D=0)
    field = hw.battle(*s.units, pieces=[hw.ground("corn", 7, 15, 13, 21, "light-cover")])
    assert effective_range(field, 0, 1).value == 14
    done = hw.run(field, shoot, 0, 1, 1, script=[[12]])
    assert "hw.shoot.range-cover" in hw.events(done, "shot")[0].rules
    bare = hw.run(s, shoot, 0, 1, 1, script=[[12]])
    assert "hw.shoot.range-cover" not in bare.fired


def test_incoming_is_always_rolled_with_full_d(hw):
    """hw.shoot.incoming: D 3 rolls three dice, also when the target is badly damaged."""
    s = pair(hw, 20, D=3, A=1, M=0, F=0, track=8, start=(4, 3, 4))
    done = hw.run(s, shoot, 0, 1, 2, script=[[1, 1], [4, 5, 6]])
    why = [(e.data["why"], len(e.data["faces"])) for e in hw.events(done, "roll")]
    assert why == [("fire", 2), ("incoming", 3)]


@pytest.mark.parametrize(
    ("fire", "incoming", "left"),
    [
        ((1, 7, 8, 11), (2, 6, 8, 12), (1, 7, 11)),
        ((8, 8), (8,), (8,)),
        ((8, 8), (8, 8), ()),
        ((8,), (8, 8), ()),
        ((9, 8, 7), (2, 7), (9, 8)),
        ((5, 6), (), (5, 6)),
    ],
)
def test_each_incoming_die_cancels_one_exact_match(fire, incoming, left):
    """hw.shoot.cancel: one for one, of exactly the same face."""
    assert cancel_matches(fire, incoming) == left


@pytest.mark.parametrize(
    ("faces", "need", "groups"),
    [
        ((9, 8, 7), 12, 1),
        ((9, 8), 12, 1),
        ((7, 7, 1, 1), 8, 2),  # greedy filling of 7 + 7 would leave one
        ((6, 5, 4, 3, 2, 1), 7, 3),
        ((12, 12, 12), 12, 3),
        ((5, 5, 5, 5), 11, 1),
        ((5, 5, 5, 5, 5, 5), 15, 2),
        ((11, 1), 13, 0),
        ((3,), 0, 1),
        ((), 5, 0),
    ],
)
def test_dice_left_are_grouped_to_reach_the_range(faces, need, groups):
    """hw.shoot.groups: as many groups as there can be; spare dice are wasted."""
    assert most_groups(faces, need) == groups


def test_each_group_is_one_hit(hw):
    """hw.shoot.hits: 9, 8, 7 at 12 against 2, 7 is still one hit; two twelves at 12 are two, with no bonus."""
    assert hw.run(None, volley, 3, 2, 12, script=[[9, 8, 7], [2, 7]]).value == 1
    assert hw.run(None, volley, 2, 0, 12, script=[[12, 12]]).value == 2
    matched = hw.run(None, volley, 4, 4, 12, script=[[1, 7, 8, 11], [2, 6, 8, 12]])
    assert matched.value == 1
    assert hw.events(matched, "cancelled")[0].data["left"] == (1, 7, 11)
    assert "hw.shoot.cancel" not in hw.run(None, volley, 1, 1, 12, script=[[1], [2]]).fired


def test_hits_go_on_the_track_at_once(hw):
    """hw.shoot.damage: two hits at range 4 + A 4 = 8 with 8, 8, 1, 1; red pays with F and A."""
    s = pair(hw, 4, D=0)
    done = hw.run(s, carry_out, 0, "stand", script=[[8, 8, 1, 1], (1, 0, 1)])
    red = done.state[1]
    assert (red.F, red.M, red.A, red.track) == (3, 3, 3, 2)
    assert "hw.shoot.damage" in done.fired
    missed = hw.run(s, carry_out, 0, "stand", script=[[1, 1, 1, 1]])
    assert missed.state[1].track == 0
    assert "hw.damage.track" not in missed.fired


def test_reaction_shot_uses_full_f(hw):
    """hw.shoot.stand: a Stand & Shoot as a reaction is not halved."""
    red = hw.element("red", 10, 30, F=5, activated=True, reactions=1)
    s = hw.battle(hw.element("blue", 10, 5, D=0), red)
    done = hw.run(s, activate, 0, script=["cautious", hw.to(10, 6), 1, "stand", [1] * 5, "hold"])
    assert hw.events(done, "shot")[0].data["dice"] == 5


def test_active_shooter_turns_to_a_target_behind_it(hw):
    """hw.play.arc: an active element turns freely; it faces what it shot at."""
    s = hw.battle(hw.element("blue", 10, 20), hw.element("red", 10, 5, D=0))
    done = hw.run(s, carry_out, 0, "stand", script=[[1] * 4])
    assert (done.state[0].base.fx, done.state[0].base.fy) == (0, -15000)
    ahead = hw.run(s, carry_out, 1, "stand", script=[[1] * 4, [2, 2]])
    assert ahead.state[1].base == s[1].base.facing(0, 15000)  # red looks the other way and turns as well
