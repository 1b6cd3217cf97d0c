"""Tactics, shooting, the zone of fire and cover, line by line."""

import pytest
from games.at43.at43_table import (
    BLADE,
    CANNON,
    GUN,
    MISSILE,
    RACK,
    RIFLE,
    SONIC,
    STAY,
    active,
    cited,
    events,
    rank,
    run,
    table,
    to,
    unit,
    value,
    walker,
    wall,
)  # fmt: skip

from hexless.games.at43 import activation, aiming, cover, shooting, tactics, volley, zone
from hexless.games.at43.aiming import Shot
from hexless.games.at43.shooting import Mark
from hexless.games.at43.urt import damage_test, shooting_test
from hexless.games.at43.volley import Rolls
from hexless.kernel import IllegalAnswer
from hexless.table import hull

THREE = rank(3, 10, 10)


def living(g, number):
    return len(g.state[number].living)


# ---- tactics


def test_tactics_for_infantry_only():
    """at.tactic.infantry-only"""
    foot, steel = unit("a", "blue", *THREE, special=SONIC), walker("w", "blue", (40, 10))
    s = table(foot, steel, unit("x", "red", (10, 70)))
    assert tactics.tactics_open(s, active(s, 0, stage="orders").active) == ("overwatch", "deck", "cover")
    assert tactics.tactics_open(s, active(s, 1, stage="orders").active) == ("overwatch",)
    assert tactics.can_split(s, active(s, 0).active)
    assert not tactics.can_split(s, active(s, 1).active)


def test_every_tactic_costs_a_point_and_several_may_be_given():
    """at.play.tactic-cost, at.tactic.hit-the-deck-timing, at.tactic.take-cover"""
    s = active(table(unit("a", "blue", *THREE), unit("x", "red", (10, 70))), 0, stage="orders")
    g = run(activation.activate, s, answers=("deck",))
    g = run(activation.activate, g.state, answers=("cover",))
    assert (g.state[0].deck, g.state[0].covered, g.state.lp) == (True, True, (3, 5))
    g = run(activation.activate, g.state, answers=(None,))
    assert g.state.active is None
    again = g.state.with_(phase="activate")
    g = run(activation.begin, again, active(again, 0, stage="begin").active, answers=(True,))
    assert not g.state[0].deck
    assert not g.state[0].covered
    poor = s.with_(lp=(0, 5))
    assert tactics.tactics_open(poor, poor.active) == ()


def test_split_fire_lets_the_special_weapon_wait():
    """at.tactic.split-fire: without it the gun fires with its unit or not at all."""
    foe = (unit("x", "red", (10, 30)), walker("w", "red", (40, 30)), walker("v", "red", (60, 30)))
    s = active(table(unit("a", "blue", *THREE, special=MISSILE), *foe), 0)
    g = run(activation.shoot, s, s.active, answers=(1, None, (1, 1)))
    assert g.state.active.fired == (0, 2)  # the missile's chance has gone
    g = run(activation.next_action, s, s.active, answers=("split",))
    assert (g.state.lp, g.state.active.split) == ((4, 5), True)
    g = run(activation.shoot, g.state, g.state.active, answers=(1, None, (1, 1)))
    assert g.state.active.fired == (0,)
    g = run(activation.go, g.state, g.state.active, "combat", answers=(STAY, "arrange"))
    with pytest.raises(IllegalAnswer):  # it alone is left: to shoot and to hold it would go on for ever
        run(activation.shoot, g.state, g.state.active, answers=(None,))
    g = run(activation.shoot, g.state, g.state.active, answers=(2, (2,)))
    assert g.state.active.fired == (0, 2)
    assert not tactics.can_split(s, active(s, 0, acted=True).active)  # only at the start


def watched(**more):
    """Red is on Overwatch, 30 cm from where blue comes to stand."""
    mine = unit("a", "blue", (10, 10))
    return active(table(mine, unit("x", "red", (10, 50), overwatch=True), **more), 0)


def test_overwatch_fires_when_the_enemy_has_finished_its_move():
    """at.tactic.overwatch, at.tactic.overwatch-timing, at.tactic.overwatch-damage"""
    s = watched()
    g = run(activation.go, s, s.active, "combat", answers=(to(10, 18), 1, (4,), (4,)))  # 29.5 cm: 4 - 2, 3+
    assert not g.state[0].alive  # at once
    assert not g.state[1].overwatch  # one shooting
    done = run(activation.activate, g.state)
    assert (done.state.active, done.state.next) == (None, "red")
    g = run(activation.go, s, s.active, "combat", answers=(to(10, 18), None))
    assert g.state[1].overwatch


def test_overwatch_needs_a_unit_that_did_not_shoot_and_is_free():
    """at.tactic.overwatch"""
    s = table(unit("a", "blue", (10, 10)), unit("x", "red", (10, 70)))
    assert "overwatch" not in tactics.tactics_open(s, active(s, 0, fired=(0,)).active)
    assert "overwatch" not in tactics.tactics_open(s.change(0, engaged=True), active(s, 0).active)
    g = run(tactics.go_on_overwatch, s, 0)
    assert (g.state[0].overwatch, g.state.lp) == (True, (4, 5))


def test_overwatch_is_aimed_at_what_has_moved():
    """at.tactic.overwatch-target-moved: not at others, nor at arrivals."""
    s = watched()
    s = s.with_(units=(*s.units, unit("b", "blue", (40, 10))))
    assert tactics.watchers(s, 0) == [1]
    with pytest.raises(IllegalAnswer):
        run(tactics.overwatch, s, 0, answers=(2,))
    assert tactics.watchers(s.change(1, engaged=True), 0) == []


def test_a_unit_on_the_deck_is_passed_over_in_the_zone():
    """at.tactic.hit-the-deck: friend or foe; it can still be a target."""
    s = table(unit("a", "blue", (10, 10)), unit("x", "red", (10, 40)), unit("b", "blue", (10, 25)))
    assert zone.caught(s, 0, 1) == ((2, 0),)
    down = s.change(2, deck=True)
    assert zone.caught(down, 0, 1) == ()
    assert zone.lies_low(down, 2)
    assert 1 in aiming.targets(s.change(1, deck=True), 0, 0)


# ---- shooting


def test_only_who_sees_the_target_shoots():
    """at.shoot.line-of-sight, at.shoot.dice: the dice of all firers are rolled together."""
    box = wall(8.5, 19, 14.5, 21, "container")
    s = table(unit("a", "blue", (10, 10), (13, 10), (22, 10)), unit("x", "red", (12, 40)), pieces=(box,))
    assert aiming.firers(s, 0, 0, 1) == [2]
    g = run(shooting.resolve, s, 0, [Shot(0, 1, None)], answers=((2,),))
    assert events(g, "salvo")[0]["dice"] == 1
    open_ = table(*s.units)
    g = run(shooting.resolve, open_, 0, [Shot(0, 1, None)], answers=((2, 2, 2),))
    assert events(g, "salvo")[0]["dice"] == 3


def test_engaged_units_do_not_shoot():
    """at.shoot.engaged, at.shoot.engaged-move-first"""
    s = table(unit("a", "blue", (10, 10), engaged=True), unit("x", "red", (10, 14)))
    assert not aiming.may_shoot(s, 0, "", ())
    assert not aiming.may_shoot(s, 0, "engaged", ())  # it is still within 2.5 cm
    assert aiming.may_shoot(s.change(0, engaged=False), 0, "engaged", ())
    always = table(*s.units, rulings={"engaged_may_shoot_after_move": "always"})
    assert aiming.may_shoot(always, 0, "engaged", ())
    free = active(s.change(0, engaged=False), 0, moved="engaged")
    g = run(activation.shoot, free, free.active, answers=((1,),))
    assert "at.shoot.engaged-move-first" in cited(g)


def test_all_shoot_at_the_same_unit_and_the_special_weapon_where_it_likes():
    """at.shoot.together, at.shoot.special-target"""
    foes = (unit("x", "red", (10, 30)), unit("y", "red", (30, 30)))
    s = active(table(unit("a", "blue", *THREE, special=SONIC), *foes), 0)
    shots = value(shooting.declare, s, 0, (), answers=(1, 2))
    assert shots == [Shot(0, 1, None), Shot(2, 2, None)]
    one = value(shooting.declare, s, 0, (), answers=(1, 1))
    assert [shot.target for shot in one] == [1, 1]


def test_each_weapon_fires_once_before_or_after_the_move():
    """at.shoot.each-weapon-once, at.shoot.before-and-after-move, at.shoot.new-target"""
    second = RIFLE.with_(name="Second")
    foes = (unit("x", "red", (10, 30)), unit("y", "red", (30, 30)))
    s = active(table(unit("a", "blue", (10, 10), weapons=(RIFLE, second)), *foes), 0)
    g = run(activation.shoot, s, s.active, answers=(1, None, (1,)))  # the second weapon holds its fire
    assert g.state.active.fired == (0,)
    g = run(activation.go, g.state, g.state.active, "combat", answers=(STAY,))
    g = run(activation.shoot, g.state, g.state.active, answers=(2, (1,)))  # another target
    assert g.state.active.fired == (0, 1)
    assert "at.shoot.before-and-after-move" in cited(g)
    assert aiming.loaded(g.state[0], g.state.active.fired) == []


def test_impacts_and_rerolls():
    """at.shoot.impact, at.shoot.re-roll: as many failures as the pooled value, each once."""
    assert value(volley.volley, None, Rolls(4, 4, 0), answers=((1, 3, 4, 6),)) == 2
    assert value(volley.volley, None, Rolls(4, 4, 1), answers=((1, 3, 4, 6), (5,))) == 3
    assert value(volley.volley, None, Rolls(4, 4, 3), answers=((1, 3, 4, 6), (5, 1))) == 3  # only two failed
    assert value(volley.volley, None, Rolls(4, 1, 2)) == 4
    assert value(volley.volley, None, Rolls(4, 7, 2)) == 0
    again = RIFLE.with_(reroll=1)
    s = table(unit("a", "blue", *THREE, weapons=(again,)), unit("x", "red", (10, 18)))  # 5.5 cm: 4 - 0, 2+
    g = run(shooting.resolve, s, 0, [Shot(0, 1, None)], answers=((1, 1, 1), (1, 1, 1)))
    assert events(g, "impacts") == [{"impacts": 0}]


def test_every_impact_is_tested_for_damage():
    """at.shoot.damage-test, at.shoot.damage-points, at.play.impact-order: penetration 5 against protection 5 is 4+."""
    s = table(unit("a", "blue", *THREE), unit("x", "red", *rank(3, 10, 18)))
    g = run(shooting.resolve, s, 0, [Shot(0, 1, None)], answers=((2, 2, 1), (4, 3)))
    assert (events(g, "impacts"), events(g, "through"), living(g, 1)) == ([{"impacts": 2}], [{"through": 1}], 2)


def test_range_bands():
    """at.play.range-bands, at.urt.shooting: exactly 10 cm is 0, exactly 20 cm is 1."""
    from hexless.games.at43.urt import bands

    assert [bands(d) for d in (0, 10000, 10001, 20000, 20001, 35000)] == [0, 0, 1, 1, 2, 3]
    assert shooting_test(RIFLE, 35000).value == 1
    assert damage_test(CANNON, unit("a", "blue", (1, 1)).card).value == 6


def test_one_vehicle_of_a_unit_takes_all_the_hits():
    """at.play.vehicle-target"""
    s = table(unit("a", "blue", (10, 10)), walker("w", "red", (10, 30), (17, 30)))
    shots = value(shooting.declare, s, 0, (), answers=(1,))
    assert shots == [Shot(0, 1, 1)]
    heavy = table(walker("v", "blue", (10, 10)), s[1])  # 13 cm: 5 - 1, 2+; 11 against 10, 4+
    g = run(shooting.resolve, heavy, 0, [Shot(0, 1, 1)], answers=((2, 2), (4, 4), (3,), (4,)))
    assert [f.frame for f in g.state[1].fighters] == [3, 1]


def test_a_refused_target_says_why():
    """at.los.one-clear, at.locked.targets"""
    s = table(
        unit("a", "blue", (10, 10), (13, 10), special=MISSILE), unit("x", "red", (10, 40)),
        walker("w", "red", (70, 40)), walker("v", "red", (60, 20)),
    )  # fmt: skip
    with pytest.raises(IllegalAnswer, match=r"at\.locked\.targets"):
        run(shooting.special_aim, s, 0, 2, False, answers=(1,))
    hidden = table(
        s[0], s[1], unit("y", "red", (40, 40)), unit("z", "red", (50, 40)), pieces=(wall(5, 19, 20, 21, "container"),)
    )
    with pytest.raises(IllegalAnswer, match=r"nobody sees x.*at\.los\.one-clear") as refused:
        run(shooting.aim, hidden, 0, 0, False, answers=(1,))
    assert len(refused.value.refusal.witness["blocks"]) == 2


# ---- zone of fire


def test_the_zone_is_the_hull_of_both_units():
    """at.zone.outline, at.zone.special-weapon: also when one gunner fires alone."""
    s = table(
        unit("a", "blue", (10, 10), (20, 10), special=SONIC), unit("x", "red", (15, 40)),
        unit("b", "blue", (18.9, 12), (30, 25), (12, 25)),
    )  # fmt: skip
    outline = hull(zone.zone(s, 0, 1))
    assert min(p.x for p in outline) == 8750
    assert max(p.x for p in outline) == 21250
    assert zone.caught(s, 0, 1) == ((2, 0), (2, 2))  # the one at 30, 25 is outside
    g = run(shooting.resolve, s, 0, [Shot(2, 1, None)], answers=((5, 5, 5), (2, 2), (2,)))  # sonic 7 v 5: 3+
    assert [living(g, n) for n in (1, 2)] == [1, 3]


def test_one_impact_each_nearest_first_and_the_rest_to_the_target():
    """at.zone.one-each, at.zone.rest-to-target: friends and foes alike."""
    s = table(
        unit("a", "blue", *rank(4, 10, 10)), unit("x", "red", *rank(4, 10, 30)),
        unit("b", "blue", (12, 20)), unit("y", "red", (14, 16)),
    )  # fmt: skip
    caught = zone.caught(s, 0, 1)
    assert caught == ((3, 0), (2, 0))
    assert volley.dealt((1, 2), 1) == {1: 1}
    assert volley.dealt((1, 2), 4) == {1: 1, 2: 1, 0: 2}
    # 17.5 cm: 4 - 1 = 3, 3+; three impacts: y, b, and one for x; penetration 5 against 5, 4+
    g = run(shooting.resolve, s, 0, [Shot(0, 1, None)], answers=((3, 3, 3, 1), (4,), (1,), (4,)))
    assert [living(g, n) for n in (1, 2, 3)] == [3, 1, 0]


def test_smaller_figures_are_passed_over():
    """at.zone.smaller-ignored, at.play.sizes: equal is not smaller."""
    near = unit("b", "blue", (10, 25))
    foot = table(unit("a", "blue", (10, 10)), unit("x", "red", (10, 40)), near)
    assert zone.caught(foot, 0, 1) == ((2, 0),)
    assert zone.caught(table(walker("w", "blue", (10, 8)), foot[1], near), 0, 1) == ()
    assert zone.caught(table(foot[0], walker("w", "red", (10, 40)), near), 0, 1) == ()
    suits = table(foot[0], foot[1], unit("s", "blue", (10, 25), kind="type-3"))
    assert (suits[2].card.size, zone.caught(suits, 0, 1)) == (2, ((2, 0),))


def test_a_caught_vehicle_takes_one_impact():
    """at.zone.one-each"""
    s = table(
        unit("a", "blue", *rank(3, 9, 10), weapons=(CANNON,)), unit("x", "red", (40, 40)), walker("w", "red", (26, 26))
    )
    assert zone.caught(s, 0, 1) == ((2, 0),)
    assert shooting.marked(s, 0, Shot(0, 1, None)) == [Mark(1, 1, None), Mark(2, 1, 0)]
    g = run(shooting.suffer, s, (Mark(2, 1, 0), 1), s[0].chief.base, "blue", answers=((3,),))
    assert g.state[2].fighters[0].frame == 2


# ---- cover

LOW = wall(4, 24, 30, 25)


def behind(**more):
    pieces = more.pop("pieces", (LOW,))
    return table(unit("a", "blue", (10, 10)), unit("x", "red", (10, 27), (13, 27)), pieces=pieces, **more)


def save(s, weapon=RIFLE):
    return cover.cover(s, 0, 1, weapon).value


def test_low_walls_cover_soldiers_from_soldiers():
    """at.cover.low-wall, at.cover.roll, at.cover.dead-angle"""
    assert save(behind()) == 4
    assert save(behind(pieces=())) == 0
    assert save(behind(rulings={"cover_save": 5})) == 5
    beside = table(unit("a", "blue", (10, 10)), unit("x", "red", (40, 27), (43, 27)), pieces=(LOW,))
    assert save(beside) == 0
    # the shadow is common to all shooters: somebody off to the side sees past the wall's end
    wide = table(unit("a", "blue", (10, 10), (60, 26)), unit("x", "red", (26, 27), (29, 27)), pieces=(LOW,))
    assert cover.covering_walls(wide.terrain, wide[0].bases[:1], wide[1].bases) == (0,)
    assert cover.covering_walls(wide.terrain, wide[0].bases, wide[1].bases) == ()


def test_cover_rolls_come_between_impacts_and_damage():
    """at.cover.roll: 4+ cancels an impact."""
    two = behind().change(0, card=behind()[0].card.with_(weapons=(RIFLE.with_(rate=2), BLADE)))  # 14.5 cm: 3+
    g = run(shooting.resolve, two, 0, [Shot(0, 1, None)], answers=((3, 3), (4, 3), (4,)))
    assert living(g, 1) == 1
    g = run(shooting.resolve, two, 0, [Shot(0, 1, None)], answers=((3, 3), (4, 6)))
    assert living(g, 1) == 2


def test_striders_neither_have_nor_meet_cover():
    """at.cover.strider-target, at.cover.strider-shooter"""
    steel = table(unit("a", "blue", (10, 10)), walker("w", "red", (10, 29)), pieces=(LOW,))
    assert cover.cover(steel, 0, 1, RIFLE).rules == ("at.cover.strider-target",)
    assert save(steel) == 0
    high = table(walker("w", "blue", (10, 8)), behind()[1], pieces=(LOW,))
    assert cover.cover(high, 0, 1, GUN).rules == ("at.cover.strider-shooter",)
    assert save(high) == 0


def test_half_the_unit_makes_the_whole_of_it_covered():
    """at.cover.half-the-unit"""
    half = table(unit("a", "blue", (10, 10)), unit("x", "red", (10, 27), (10, 22)), pieces=(LOW,))
    assert save(half) == 4
    less = table(unit("a", "blue", (10, 10)), unit("x", "red", (10, 27), (10, 22), (13, 22)), pieces=(LOW,))
    assert save(less) == 0
    # half of a base: its centre is in the shadow, or it is not
    edge = unit("x", "red", (30.2, 26.5))
    assert save(table(unit("a", "blue", (30.2, 10)), edge, pieces=(LOW,))) == 0  # seen past the end of the wall
    assert save(table(unit("a", "blue", (25, 10)), edge, pieces=(LOW,))) == 4


def test_a_leader_close_to_the_wall_shoots_over_it():
    """at.cover.leader-close: within 10 cm, edge to edge."""
    near = table(unit("a", "blue", (10, 12.75)), behind()[1], pieces=(LOW,))  # 24 - 12.75 - 1.25: exactly 10 cm
    assert cover.cover(near, 0, 1, RIFLE).rules == ("at.cover.leader-close",)
    assert save(near) == 0
    assert save(table(unit("a", "blue", (10, 12.7)), behind()[1], pieces=(LOW,))) == 4


def test_taking_cover_makes_it_three_plus():
    """at.tactic.take-cover: only where there is cover, unless the ruling says otherwise."""
    assert save(behind().change(1, covered=True)) == 3
    assert save(behind(pieces=()).change(1, covered=True)) == 0
    free = behind(pieces=(), rulings={"take_cover_needs_cover": False}).change(1, covered=True)
    assert save(free) == 3


def test_locked_shots_ignore_cover():
    """at.locked.ignores-cover"""
    assert cover.cover(behind(), 0, 1, MISSILE).rules == ("at.locked.ignores-cover",)
    assert save(behind(), MISSILE) == 0
    assert RACK.locked
    assert not RIFLE.locked
