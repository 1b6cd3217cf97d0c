"""Close combat, special weapons, losses and hit locations, line by line."""

import pytest
from games.at43.at43_table import (
    BLADE,
    MISSILE,
    RACK,
    RIFLE,
    SONIC,
    active,
    cited,
    events,
    generator,
    run,
    sergeant,
    table,
    to,
    unit,
    walker,
)  # fmt: skip

from hexless.games.at43 import activation, aiming, locations, losses, melee, movement, shooting, special
from hexless.games.at43.aiming import Shot
from hexless.games.at43.model import Person
from hexless.kernel import IllegalAnswer
from hexless.moves import Spot
from hexless.table import Base

FAR = unit("x", "red", (70, 75))
CLUB = BLADE.with_(rate=2)


def test_shoot_move_and_then_fight():
    """at.melee.shoot-move-fight, at.melee.ends-activation"""
    s = table(unit("a", "blue", (10, 10)), unit("x", "red", (10, 12.5)))
    a = active(s, 0, moved="combat", fired=(0,)).active
    g = run(activation.strike, s.with_(active=a), a, answers=((1,),))
    assert "at.melee.shoot-move-fight" in cited(g)
    assert (g.state.active.stage, g.state.active.fought) == ("orders", True)
    assert activation.options_of(s, active(s, 0, moved="combat", fired=(0,)).active) == ("fight", "done")


def test_an_activation_has_its_order():
    """at.play.activation-order: morale, moving and shooting in any order, close combat last."""
    s = table(unit("a", "blue", (10, 10), start=6), unit("x", "red", (10, 12.6), (13, 12.6)))
    g = run(activation.begin, s, active(s, 0, stage="begin").active, answers=((4,), True))
    assert [e.kind for e in g.log if e.kind in ("morale", "pays")] == ["morale", "pays"]
    free = table(unit("a", "blue", (10, 10)), unit("x", "red", (10, 30)))
    assert activation.options_of(free, active(free, 0).active) == ("shoot", "combat", "rush", "done")
    assert activation.options_of(free, active(free, 0, fired=(0,)).active) == ("combat", "done")
    assert activation.options_of(free, active(free, 0, moved="combat").active) == ("shoot", "done")


def test_contact_and_a_weapon_for_it():
    """at.melee.contact, at.melee.weapon: 3 ticks are rounding, 4 are not contact."""
    assert melee.can_fight(table(unit("a", "blue", (10, 10)), unit("x", "red", (10, 12.503))), 0)
    assert not melee.can_fight(table(unit("a", "blue", (10, 10)), unit("x", "red", (10, 12.504))), 0)
    assert not melee.can_fight(table(unit("a", "blue", (10, 10), weapons=(RIFLE,)), unit("x", "red", (10, 12.5))), 0)
    two = table(unit("a", "blue", (10, 10), (13, 8)), unit("x", "red", (10, 12.5)))
    assert list(melee.strikers(two, 0)) == [0]
    assert melee.can_fight(table(unit("a", "blue", (10, 10)), walker("w", "red", (10, 14.25))), 0)


def test_only_the_active_unit_strikes():
    """at.play.active-strikes"""
    s = table(unit("a", "blue", (10, 10)), unit("x", "red", (10, 12.5)))
    g = run(melee.fight, s, 0, answers=((3,), (1,)))  # 5 - 2: 3+; 6 against 5: 4+
    assert (g.state[0].alive, g.state[1].alive) == (True, True)


def test_unit_by_unit_and_who_touches_two_picks_one():
    """at.melee.unit-by-unit, at.melee.choose-unit"""
    s = table(
        unit("a", "blue", (10, 10), (13, 10)), unit("x", "red", (10, 12.5)), unit("y", "red", (7.5, 10), (15.5, 10))
    )
    g = run(melee.fight, s, 0, answers=(1, (3,), (4,), (3,), (4,)))  # the first chooses x, the second has only y
    assert (g.state[1].alive, len(g.state[2].living)) == (False, 1)
    assert [note["target"] for note in events(g, "fights")] == [1, 2]
    with pytest.raises(IllegalAnswer):
        run(melee.fight, s, 0, answers=(0,))


def test_dice_rerolls_and_damage_as_in_shooting():
    """at.melee.attack, at.urt.close-combat: accuracy 5 against combat 2 is +3, 3+."""
    again = CLUB.with_(reroll=1)
    s = table(unit("a", "blue", (10, 10), weapons=(RIFLE, again)), unit("x", "red", (10, 12.5)))
    g = run(melee.fight, s, 0, answers=((2, 3), (2,), (4,)))  # one impact, the re-roll fails, 6 against 5 is 4+
    assert not g.state[1].alive
    test = events(g, "strikes")[0]["test"]
    assert (test.value, test.rules) == (3, ("at.urt.close-combat", "at.urt.close-combat", "at.urt.plus-two-three"))


def test_the_attacker_picks_among_those_in_contact():
    """at.melee.losses: kills beyond them are lost."""
    trio = unit("x", "red", (7.5, 10), (12.5, 10), (18, 10))
    s = table(unit("a", "blue", (10, 10), weapons=(RIFLE, CLUB.with_(rate=3))), trio)
    g = run(melee.fight, s, 0, answers=((3, 3, 3), (4, 4, 4), 1))  # the second kill has no choice, the third is lost
    assert [f.alive for f in g.state[1].fighters] == [False, False, True]
    with pytest.raises(IllegalAnswer):
        run(melee.fight, s, 0, answers=((3, 3, 3), (4, 1, 1), 2))
    led = run(melee.fight, s, 0, answers=((3, 1, 1), (4,), 0))
    assert led.state[1].leader == 1  # 2.5 cm further on


def test_close_combat_at_a_vehicle_goes_by_locations():
    """at.melee.attack, at.play.location-roll"""
    fist = BLADE.with_(penetration=12)
    s = table(unit("a", "blue", (10, 10), weapons=(RIFLE, fist)), walker("w", "red", (10, 14.25)))
    g = run(melee.fight, s, 0, answers=((4,), (3,), (5,)))  # 5 - 3: 3+; 12 - 10: 3+; location 5 is the frame
    assert g.state[1].fighters[0].frame == 2


# ---- special weapons


def test_sonic_guns_and_missile_launchers_are_special():
    """at.special.weapons"""
    for weapon in (SONIC, MISSILE):
        u = unit("a", "blue", (10, 10), (13, 10), special=weapon)
        assert [special.bearer(u.card, f.weapons) for f in u.fighters] == [False, True]
    steel = walker("w", "blue", (10, 10), weapons=(MISSILE,))
    assert not special.bearer(steel.card, (0,))


def test_they_never_attack_in_close_combat():
    """at.special.no-close-combat"""
    s = table(unit("a", "blue", (20, 10), (10, 10), special=SONIC), unit("x", "red", (10, 12.5)))
    assert not melee.can_fight(s, 0)
    both = table(unit("a", "blue", (12.5, 12.5), (10, 10), special=SONIC), unit("x", "red", (10, 12.5)))
    g = run(melee.fight, both, 0, answers=((1,),))
    assert [special.strikes(f) for f in both[0].fighters] == [True, False]
    assert len(events(g, "strikes")) == 1


def test_locked_shots_know_no_range():
    """at.locked.no-range, at.urt.locked-shot, at.missile.locked: 3+ at any distance."""
    s = table(unit("a", "blue", (2, 2), (5, 2), special=MISSILE), walker("w", "red", (75, 75)))
    g = run(shooting.resolve, s, 0, [Shot(2, 1, 0)], answers=((3,), (3,), (3,)))  # hits, 12 - 10 is 3+, the frame
    assert g.state[1].fighters[0].frame == 1  # 2 Damage points
    assert "at.locked.no-range" in cited(g)
    g = run(shooting.resolve, s, 0, [Shot(2, 1, 0)], answers=((2,),))
    assert g.state[1].fighters[0].frame == 3
    four = table(*s.units, rulings={"locked_to_hit": 4})
    assert not events(run(shooting.resolve, four, 0, [Shot(2, 1, 0)], answers=((3,),)), "location")
    two = table(*s.units, rulings={"locked_to_hit": 2})
    assert events(run(shooting.resolve, two, 0, [Shot(2, 1, 0)], answers=((2,), (1,))), "impacts") == [{"impacts": 1}]


def test_locked_shots_go_at_machines_only():
    """at.locked.targets"""
    s = table(
        unit("a", "blue", (10, 10), (13, 10), special=MISSILE), unit("x", "red", (10, 40)),
        walker("w", "red", (30, 40)), generator("g", "red", 50, 40),
    )  # fmt: skip
    assert aiming.targets(s, 0, 2) == [2, 3]
    assert aiming.targets(s, 0, 0) == [1, 2]  # rifles do not shoot at generators


def test_locked_shots_pass_those_in_the_zone():
    """at.locked.ignores-zone"""
    s = table(
        walker("v", "blue", (10, 10), weapons=(RACK,)), walker("w", "red", (10, 60)), walker("m", "red", (13, 35))
    )
    g = run(shooting.resolve, s, 0, [Shot(0, 1, 0)], answers=((3,), (3,), (5,)))
    assert (g.state[2].fighters[0].frame, g.state[1].fighters[0].frame) == (3, 1)
    plain = table(walker("v", "blue", (10, 10), weapons=(RACK.with_(lock=False, accuracy=9),)), *s.units[1:])
    g = run(shooting.resolve, plain, 0, [Shot(0, 1, 0)], answers=((2,), (3,), (5,)))  # 43 cm: 9 - 4, 2+
    assert (g.state[2].fighters[0].frame, g.state[1].fighters[0].frame) == (1, 3)


def test_missiles_blow_up_generators():
    """at.missile.generator: one die a launcher, 3+, and no Damage test."""
    s = table(unit("a", "blue", (10, 10), (13, 10), special=MISSILE), generator("g", "red", 40, 40))
    assert run(shooting.resolve, s, 0, [Shot(2, 1, None)], answers=((2,),)).state[1].alive
    assert not run(shooting.resolve, s, 0, [Shot(2, 1, None)], answers=((3,),)).state[1].alive
    rack = table(walker("w", "blue", (10, 10), weapons=(RACK,)), s[1])
    assert not run(shooting.resolve, rack, 0, [Shot(0, 1, None)], answers=((3,), (2,))).state[1].alive  # 12 - 8: 2+


def test_missiles_do_two_points():
    """at.missile.damage"""
    from hexless.games.at43.force import WeaponFile

    assert MISSILE.damage == 2
    s = table(unit("a", "blue", (10, 10), (13, 10), special=MISSILE), walker("w", "red", (10, 40)))
    g = run(shooting.resolve, s, 0, [Shot(2, 1, 0)], answers=((3,), (3,), (1,), "stays"))
    assert g.state[1].fighters[0].propulsion == 0
    assert WeaponFile("m", 1, damage=2, special="missile").damage == 2


# ---- losses


def test_the_nearest_to_the_shooting_leader_falls():
    """at.loss.nearest: worked out anew after each loss; the owner settles ties."""
    s = table(unit("a", "blue", (10, 10)), unit("x", "red", (10, 40), (10, 37), (10, 34)))
    g = run(losses.lose, s, 1, s[0].chief.base, 1)
    assert [f.alive for f in g.state[1].fighters] == [True, True, False]
    g = run(losses.lose, g.state, 1, s[0].chief.base, 1)
    assert [f.alive for f in g.state[1].fighters] == [True, False, False]
    even = table(unit("a", "blue", (10, 10)), unit("x", "red", (10, 40), (7, 36), (13, 36)))
    g = run(losses.lose, even, 1, even[0].chief.base, 1, answers=(2,))
    assert [f.alive for f in g.state[1].fighters] == [True, True, False]


def test_another_falls_for_the_leader():
    """at.loss.leader: the nearest that could succeed him, and he takes its place."""
    s = table(unit("a", "blue", (10, 10)), unit("x", "red", (10, 30), (10, 33), (10, 37), special=SONIC))
    g = run(losses.lose, s, 1, s[0].chief.base, 1)
    assert [f.alive for f in g.state[1].fighters] == [True, False, True]
    assert g.state[1].chief.base.y == 33000
    g = run(losses.lose, g.state, 1, s[0].chief.base, 1)  # only the gunner is left, who cannot
    assert [f.alive for f in g.state[1].fighters] == [False, False, True]
    assert g.state[1].leader == 2


def test_one_point_kills_and_the_rest_is_lost():
    """at.play.wounds: heroes may have more."""
    s = table(unit("a", "blue", (10, 10)), unit("x", "red", (10, 30), (10, 33)))
    assert len(run(losses.lose, s, 1, Base(0, 0), 3).state[1].living) == 1
    hero = s.change(1, fighters=(s[1].fighters[0].with_(wounds=2),))
    g = run(losses.wound, hero, 1, 0, 1)
    assert g.state[1].fighters[0].alive
    assert not run(losses.wound, g.state, 1, 0, 1).state[1].alive


# ---- locations


def hit(s, *answers, points=1, attacker="red"):
    return run(locations.damage_vehicle, s, 0, 0, attacker, points, answers=answers)


def machine(**more):
    rulings = more.pop("rulings", {"eject_on_immobile": "never"})
    return table(walker("w", "blue", (10, 10), **more), FAR, rulings=rulings)


def test_the_location_die():
    """at.hit.propulsion, at.hit.frame, at.hit.weapon, at.play.location-roll, at.play.structure-points"""
    for die in (1, 2):
        assert hit(machine(), (die,)).state[0].fighters[0].propulsion == 1
    for die in (3, 4, 5):
        assert hit(machine(), (die,)).state[0].fighters[0].frame == 2
    g = hit(machine(), (6,), 1)  # the attacker picks the second weapon
    assert g.state[0].fighters[0].arms == (1, 0)
    assert aiming.loaded(g.state[0], ()) == [0]  # a destroyed weapon cannot fire
    last = hit(g.state, (6,))  # only one is left
    assert last.state[0].fighters[0].arms == (0, 0)


def test_all_points_of_a_test_go_to_one_location_and_the_rest_is_lost():
    """at.play.location-roll, at.play.structure-points"""
    f = hit(machine(), (1,), points=6).state[0].fighters[0]
    assert (f.propulsion, f.frame) == (0, 3)
    spill = machine(rulings={"location_overflow": True, "eject_on_immobile": "never"})
    f = hit(spill, (1,), points=4).state[0].fighters[0]
    assert (f.propulsion, f.frame) == (0, 1)


def test_a_location_that_is_gone_passes_the_hit_to_the_frame():
    """at.hit.location-gone"""
    g = hit(machine(propulsion=0), (2,))
    assert g.state[0].fighters[0].frame == 2
    g = hit(machine(arm=0), (6,))
    assert g.state[0].fighters[0].frame == 2
    assert "at.hit.location-gone" in cited(g)


def test_without_propulsion_it_cannot_move():
    """at.hit.immobile"""
    g = hit(machine(), (1,), points=2)
    assert g.state[0].fighters[0].immobile
    assert movement.moves_open(g.state, 0) == ()


def test_the_pilot_may_eject_and_is_out():
    """at.hit.pilot-ejects: the vehicle stays as an obstacle."""
    s = machine(rulings={}, propulsion=1)
    assert hit(s, (1,), "stays").state[0].alive
    g = hit(s, (1,), "ejects")
    assert not g.state[0].alive
    assert g.state[0].fighters[0].wreck
    assert not hit(machine(rulings={"eject_on_immobile": "always"}, propulsion=1), (1,)).state[0].alive
    near = g.state.with_(units=(*g.state.units, unit("b", "blue", (10, 4))))
    with pytest.raises(IllegalAnswer, match="w is in the way"):
        run(movement.move, near, 2, "combat", answers=(to(10, 15),))


def ace(**more):
    foot = unit("Ace", "blue", (0, 0), kind="type-2").card
    return Person(**{"title": "Ace", "hero": True, "foot": foot, **more})


def test_a_hero_stays_on_foot_and_may_join_a_group():
    """at.hit.hero-ejects"""
    s = machine(rulings={}, propulsion=1, person=ace())
    g = hit(s, (1,), "ejects", Spot(14251, 10000))
    hero = g.state[2]
    assert (hero.name, hero.side, len(hero.living), hero.fighters[0].base.x) == ("Ace", "blue", 1, 14251)
    assert hero.card.kind == "type-2"
    group = s.with_(units=(*s.units, unit("b", "blue", (18, 10), (21, 10))))
    g = hit(group, (1,), "ejects", Spot(14251, 10000), 2)
    assert len(g.state.units) == 3
    assert len(g.state[2].living) == 3
    assert g.state[2].fighters[2].person.title == "Ace"
    g = hit(group, (1,), "ejects", Spot(14251, 10000), None)
    assert len(g.state.units) == 4


def test_when_the_officer_ejects_the_others_stay_or_go_on_leaderless():
    """at.hit.officer-ejects: beside the vehicle they are led as before; leaderless they cost 1 LP from now on."""
    pair = walker("w", "blue", (10, 10), (17, 10), propulsion=1, person=sergeant(), morale=0)
    s = table(pair, FAR)
    g = hit(s, (1,), "ejects", "stay")
    assert (g.state[0].tied, g.state[0].leader, g.state[0].officer) == (0, 1, True)
    kept = run(activation.begin, g.state, active(g.state, 0, stage="begin").active, answers=("stay",))
    assert kept.state.lp == (5, 5)
    ground = movement.march(g.state, 0, 18000, movement.drill_of(g.state, 0))
    assert ground.check(to(17, 12)) is None
    assert ground.check(to(30, 12)).rule == "at.unit.cohesion"
    free = hit(s, (1,), "ejects", "leaderless").state
    assert (free[0].tied, free[0].officer) == (None, False)
    assert movement.march(free, 0, 18000, movement.drill_of(free, 0)).check(to(30, 12)) is None
    begun = run(activation.begin, free, active(free, 0, stage="begin").active, answers=(True,))
    assert begun.state.lp == (4, 5)


def test_the_frame_destroyed_removes_it_and_kills_the_pilot():
    """at.hit.frame-destroyed"""
    g = hit(machine(person=ace()), (3,), points=3)
    assert not g.state[0].alive
    assert not g.state[0].fighters[0].wreck
    assert len(g.state.units) == 2  # the hero dies with it
