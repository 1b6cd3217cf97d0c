"""What an audit of the sheet found, each point as a worked example."""

import pytest
from games.at43.at43_table import (
    CM,
    MISSILE,
    RIFLE,
    STAY,
    TURNS,
    active,
    events,
    goal,
    rank,
    run,
    sergeant,
    table,
    to,
    turned,
    turned_wall,
    unit,
    value,
    walker,
)
from games.at43.test_combat import ace, hit

from hexless.games.at43 import (
    activation,
    arrival,
    cover,
    leadership,
    movement,
    rounds,
    ruleset,
    shooting,
    sight,
    tactics,
    victory,
    zone,
)
from hexless.games.at43.aiming import Shot
from hexless.games.at43.obstacles import solid
from hexless.games.at43.survey import SURVEY
from hexless.games.at43.units import holds
from hexless.kernel import IllegalAnswer
from hexless.moves import Spot, Way
from hexless.ruleset.telling import tell
from hexless.table import Base, within

FAR = unit("x", "red", (70, 75))


# ---- 2: who has left the table is in nobody's way


@pytest.mark.parametrize("turn", TURNS)
def test_a_walker_in_rout_blocks_neither_sight_nor_ways(turn):
    """at.play.rout, at.los.soldiers-clear"""
    places = [turned(p, turn) for p in ((40, 30), (40, 50), (40, 40))]
    army = (unit("a", "blue", places[0]), unit("x", "red", places[1]), walker("w", "red", places[2]))
    s = table(*army)
    assert not sight.in_view(s, 0, 1)
    assert not sight.in_view(s, 1, 0)
    gone = s.change(2, gone=True)
    assert sight.in_view(gone, 0, 1)
    assert sight.in_view(gone, 1, 0)
    assert (len(solid(s, 0).bases), len(solid(gone, 0).bases)) == (2, 1)


def test_an_abandoned_vehicle_blocks_whoever_it_belonged_to():
    """at.los.soldiers-clear: a wreck is no member of the unit that it came from."""
    pair = walker("w", "red", (40, 40), (60, 60))
    left = pair.with_(fighters=(pair.fighters[0].with_(pilot=False), pair.fighters[1]), leader=1)
    s = table(unit("a", "blue", (40, 20)), left.with_(fighters=(left.fighters[0], left.fighters[1])))
    assert sight.in_view(s, 0, 1)
    behind = left.fighters[1].with_(base=left.fighters[1].base.at(40 * CM, 60 * CM))
    hidden = table(s[0], left.with_(fighters=(left.fighters[0], behind)))
    assert not sight.in_view(hidden, 0, 1)
    routed = hidden.change(1, gone=True)
    assert len(solid(routed, 0).bases) == 1  # the wreck stays when the others run


# ---- 3: holding fire


def test_every_weapon_holds_its_fire_on_its_own():
    """at.shoot.each-weapon-once, at.shoot.special-target: nothing fires that was told to hold."""
    foes = (unit("x", "red", (10, 30)), walker("w", "red", (40, 30)))
    s = active(table(unit("a", "blue", *rank(3, 10, 10), special=MISSILE), *foes), 0)
    g = run(activation.shoot, s, s.active, answers=(None, None))
    assert (g.state.active.fired, g.state.active.held, events(g, "salvo")) == ((), (0, 2), [])
    assert "shoot" not in activation.options_of(g.state, g.state.active)  # not again from the same place
    moved = run(activation.go, g.state, g.state.active, "combat", answers=(STAY, "arrange"))
    assert "shoot" in activation.options_of(moved.state, moved.state.active)
    alone = run(activation.shoot, s, s.active, answers=(None, 2, (2,)))  # the missile without the rifles
    assert (alone.state.active.fired, alone.state.active.held) == ((2,), (0,))
    rifles = run(activation.shoot, s, s.active, answers=(1, None, (1, 1)))
    assert rifles.state.active.fired == (0, 2)  # it was asked, and held: its moment has gone


def test_one_weapon_alone_is_not_asked_to_hold():
    """at.shoot.together: who declares that he shoots, shoots."""
    s = active(
        table(unit("a", "blue", (10, 10), weapons=(RIFLE,)), unit("x", "red", (10, 30)), unit("y", "red", (30, 30))), 0
    )
    with pytest.raises(IllegalAnswer):
        run(activation.shoot, s, s.active, answers=(None,))


# ---- 4: vehicles that nobody sees


@pytest.mark.parametrize("turn", TURNS[::2])
def test_a_vehicle_that_nobody_sees_cannot_be_picked(turn):
    """at.play.vehicle-target"""
    corners = ((44, 42), (56, 42), (56, 44), (44, 44))
    spots = [turned(p, turn) for p in ((30, 30), (30, 55), (62, 52))]
    box = turned_wall(corners, turn, "container")
    s = table(unit("a", "blue", spots[0]), walker("w", "red", spots[1], spots[2]), pieces=(box,))
    assert sight.seen(s, 0, 1) == (0,)
    assert value(shooting.declare, s, 0, ()) == [Shot(0, 1, 0)]  # nothing is left to ask
    open_ = table(*s.units)
    assert value(shooting.declare, open_, 0, (), answers=(1,)) == [Shot(0, 1, 1)]


# ---- 5: heroes who die in their walkers


def test_a_hero_who_dies_in_his_walker_counts():
    """at.play.victory: 2 for the walker and 1 for the hero."""
    s = table(unit("a", "blue", (40, 40)), walker("w", "red", (50, 70), person=ace()), FAR, goal="kills")
    dead = s.change(1, fighters=(s[1].fighters[0].with_(frame=0),))
    assert run(victory.count_points, dead).state.vp == (3, 0)
    out = s.change(1, fighters=(s[1].fighters[0].with_(pilot=False, person=None),))
    assert run(victory.count_points, out).state.vp == (2, 0)  # he got out


# ---- 6: Overwatch


def watched(*more, **rulings):
    mine = unit("a", "blue", (10, 10))
    return active(table(mine, unit("x", "red", (10, 30), overwatch=True, **dict(more)), rulings=rulings), 0)


def test_overwatch_wants_a_unit_that_has_moved():
    """at.tactic.overwatch-target-moved: staying where one is, is no move."""
    s = watched()
    g = run(activation.go, s, s.active, "combat", answers=(STAY,))  # nobody is asked
    assert g.state[1].overwatch
    g = run(activation.go, s, s.active, "combat", answers=(to(10, 11), None))
    assert g.state[1].overwatch


def test_a_disorganised_unit_pays_for_its_overwatch():
    """at.tactic.disorganised, at.tactic.disorganised-pay: 2 LP, unless they were paid in its activation."""
    s = watched(("status", "disorganised"))
    g = run(activation.go, s, s.active, "combat", answers=(to(10, 12), 1, (1,)))
    assert g.state.lp == (5, 3)
    assert [tactics.priced(s[1]), tactics.priced(watched()[1])] == ["x (2 LP)", "x"]
    poor = s.with_(lp=(5, 1))
    assert run(activation.go, poor, poor.active, "combat", answers=(to(10, 12),)).state.lp == (5, 1)
    paid = s.change(1, paid=True)
    assert run(activation.go, paid, paid.active, "combat", answers=(to(10, 12), 1, (1,))).state.lp == (5, 5)
    own = table(unit("a", "blue", (10, 10), status="disorganised", paid=True), FAR)
    begun = run(activation.begin, own, active(own, 0, stage="begin").active, answers=(True,))
    assert begun.state[0].paid


def test_who_is_charged_fires_before_it_is_engaged():
    """at.tactic.overwatch: by the ruling not; at.move.engage"""
    s = watched()
    g = run(activation.go, s, s.active, "combat", answers=(to(10, 22), 1, (1,)))  # 5.5 cm: it is not engaged yet
    assert not g.state[1].overwatch
    rush = run(activation.go, s, s.active, "rush", answers=(to(10, 27.5), 1, (2,), (1,)))  # contact; a hit, no damage
    assert (rush.state[0].engaged, rush.state[1].engaged, rush.state[1].overwatch) == (True, True, False)
    shot = run(activation.go, s, s.active, "rush", answers=(to(10, 27.5), 1, (2,), (4,)))
    assert (shot.state[0].alive, shot.state[1].engaged) == (False, False)
    barred = watched(overwatch_when_charged=False)
    g = run(activation.go, barred, barred.active, "rush", answers=(to(10, 27.5),))  # nobody is asked
    assert (g.state[1].engaged, g.state[1].overwatch) == (True, False)


# ---- 7: a hero gets out


@pytest.mark.parametrize("turn", TURNS[::4])
def test_a_hero_lands_on_free_ground(turn):
    """at.hit.hero-ejects, at.move.no-end-on-obstacle: not on the low wall, which soldiers may cross."""
    at, enemy = turned((40, 40), turn), turned((40, 46.5), turn)
    low = turned_wall(((43.5, 30), (45.5, 30), (45.5, 50), (43.5, 50)), turn)
    w = walker("w", "blue", at, propulsion=1, person=ace(), morale=0)
    s = table(w, unit("x", "red", enemy, overwatch=True), pieces=(low,))
    beside = turned((44.251, 40), turn)
    with pytest.raises(IllegalAnswer, match="low-wall"):
        hit(s, (1,), "ejects", Spot(round(beside[0] * CM), round(beside[1] * CM)))
    off = turned((35.748, 40), turn)
    g = hit(s, (1,), "ejects", Spot(round(off[0] * CM), round(off[1] * CM)))
    assert not g.state[2].engaged
    assert not any(within(g.state[2].fighters[0].base, b, 0) for u in g.state.units[:2] for b in u.bases)


def test_enemies_beside_the_hero_are_engaged_with_him():
    """at.move.engage: both, and nobody stays on Overwatch."""
    w = walker("w", "blue", (40, 40), propulsion=1, person=ace(), morale=0)
    s = table(w, unit("x", "red", (48, 40), overwatch=True))
    g = hit(s, (1,), "ejects", Spot(44251, 40000))  # 1.249 cm from the enemy
    assert (g.state[2].engaged, g.state[1].engaged, g.state[1].overwatch) == (True, True, False)


def test_a_hero_finds_any_room_there_is():
    """at.hit.hero-ejects: one gap between the walls and guards around his walker is enough."""
    guards = [(44.26, 40), (35.74, 40), (40, 35.74), (43.1, 43.1), (36.9, 43.1), (43.1, 36.9), (36.9, 36.9)]
    w = walker("w", "blue", (40, 40), propulsion=1, person=ace(), morale=0)
    s = table(w, unit("x", "blue", *guards, kind="type-2"), unit("y", "red", (70, 70)))
    g = hit(s, (1,), "ejects", Spot(40000, 44251), None)
    assert g.state[3].name == "Ace"


# ---- 8: one shooting is measured once


def test_losses_of_the_first_salvo_do_not_change_the_second():
    """at.los.measure-leaders, at.shoot.together: the leader changes places, the range stays."""
    second = RIFLE.with_(name="Second")
    shooters = unit("a", "blue", (10, 10), weapons=(RIFLE, second))
    s = table(shooters, unit("x", "red", (10, 22.4), (10, 25.2)))  # 9.9 cm: 4 - 0, 2+; from the other place 4 - 1, 3+
    g = run(shooting.resolve, s, 0, [Shot(0, 1, None), Shot(1, 1, None)], answers=((2,), (4,), (2,), (4,)))
    assert not g.state[1].alive
    assert [salvo["range"] for salvo in events(g, "salvo")] == [9900, 9900]


# ---- 9: cover


@pytest.mark.parametrize("turn", TURNS)
def test_two_walls_that_abut_are_one_cover(turn):
    """at.cover.dead-angle"""
    a, b, x = (turned(p, turn) for p in ((38.5, 20), (41.5, 20), (40, 44)))
    left = turned_wall(((30, 40), (40, 40), (40, 41), (30, 41)), turn)
    right = turned_wall(((40, 40), (50, 40), (50, 41), (40, 41)), turn)
    pair = (unit("a", "blue", a, b), unit("x", "red", x))
    assert cover.cover(table(*pair, pieces=(left, right)), 0, 1, RIFLE).value == 4
    assert cover.cover(table(*pair, pieces=(left,)), 0, 1, RIFLE).value == 0
    apart = turned_wall(((40.3, 40), (50, 40), (50, 41), (40.3, 41)), turn)
    assert cover.cover(table(*pair, pieces=(left, apart)), 0, 1, RIFLE).value == 0  # a gap is seen through


# ---- 10: measuring


def test_measuring_is_open_while_an_action_lasts():
    """at.los.no-premeasuring"""
    s = table(unit("a", "blue", (10, 10)), unit("x", "red", (10, 30)), unit("y", "red", (20, 30)))
    free = active(s, 0)
    assert SURVEY.measuring(free, "blue").rule == "at.los.no-premeasuring"
    assert SURVEY.reach(free, 0) is None
    assert SURVEY.sees(free, 0, 1).clear  # who sees whom may always be asked

    def look(doing):
        moving = free.with_(active=free.active.with_(doing=doing))
        return SURVEY.measuring(moving, "red"), SURVEY.reach(moving, 0)

    assert look("shoot") == (None, None)
    measured, field = look("combat")
    assert measured is None
    assert field.allowance == 12 * CM
    assert look("rush")[1].allowance == 18 * CM
    g = run(activation.next_action, free, free.active, answers=("shoot", 1, (1,)))
    assert g.state.active.doing == ""  # it is over
    assert SURVEY.measuring(g.state, "blue") is not None


# ---- 11


def test_only_who_stands_in_the_zone_falls_to_it():
    """at.zone.one-each, at.loss.nearest: the one nearest to the shooting leader stands outside the zone."""
    s = table(
        unit("a", "blue", (40, 10)), unit("x", "red", (40, 50)),
        unit("b", "blue", (40, 34), (40, 37), (50, 12)),
    )  # fmt: skip
    assert zone.caught(s, 0, 1) == ((2, 0), (2, 1))
    quick = unit("a", "blue", (40, 10), weapons=(RIFLE.with_(rate=3, accuracy=6),))
    fast = s.with_(units=(quick, *s.units[1:]))
    g = run(shooting.resolve, fast, 0, [Shot(0, 1, None)], answers=((3, 3, 3), (4, 4), (1,)))  # 37.5 cm: 6 - 3, 3+
    assert [f.base.centre for f in g.state[2].fighters if f.alive] == [(50000, 12000)]  # the leader has gone there


@pytest.mark.parametrize("turn", TURNS[::2])
def test_who_is_run_over_lies_on_the_way_not_between_its_ends(turn):
    """at.move.enemies (ruling overrun): a bent way passes over whom it touches, and nobody else."""
    start, corner, end = (turned(p, turn) for p in ((30, 30), (30, 42), (40, 50)))
    on_way, between = turned((31, 41), turn), turned((36, 39), turn)
    s = table(
        walker("w", "blue", start), unit("x", "red", on_way), unit("y", "red", between), rulings={"overrun": True}
    )
    way = Way(tuple((round(x * CM), round(y * CM)) for x, y in (corner, end)))
    g = run(movement.move, s, 0, "rush", answers=(way, (5,)))  # one die only
    assert [g.state[n].alive for n in (1, 2)] == [False, True]


def test_a_strider_that_follows_goes_round_what_it_cannot_run_over():
    """at.move.enemies (ruling overrun): machines are in the way of everybody."""
    s = table(walker("w", "blue", (30, 30)), walker("v", "red", (30, 41)), rulings={"overrun": True})
    drill = movement.drill_of(s, 0, over=True)
    start = s[0].chief.base
    trail = movement._trail(drill, start, start.at(30 * CM, 50 * CM), 28 * CM, ())
    assert len(trail) > 1
    assert not movement.passes(start, trail, s[1].chief.base)


def test_open_bids_alternate():
    """at.lp.authority-bonus (ruling authority_bid): a point each in turn; who begins changes with the rounds."""
    both = (unit("a", "blue", (10, 10), person=sergeant()), unit("x", "red", (10, 70), person=sergeant()))
    s = table(*both, phase="bid", rulings={"authority_bid": "in_turn"})
    g = run(leadership.put_in_points, s, answers=(True, True, True, False))
    assert [tuple(e.values()) for e in events(g, "bids")] == [("blue", 1), ("red", 1), ("blue", 2)]
    assert g.state.bids == (2, 1)
    g = run(leadership.put_in_points, s.with_(round=2), answers=(True, False, True))
    assert [tuple(e.values()) for e in events(g, "bids")] == [("red", 1), ("red", 2)]
    sealed = table(*both, phase="bid")
    assert run(leadership.put_in_points, sealed, answers=([2, 1],)).state.bids == (2, 1)


@pytest.mark.parametrize("turn", TURNS)
def test_the_drop_area_is_round(turn):
    """at.play.arrival: 10 cm about the point, whichever way one goes."""
    s = table(unit("a", "blue", (-500, -500), placed=False, arrives=1), unit("b", "blue", (40, 40)), FAR,
              drops=(goal("Pad", 40, 40, 1),))  # fmt: skip
    s = active(s, 0)

    def lands(far):
        x, y = turned((40, 40 + far), turn)
        return run(arrival.arrive, s, s.active, answers=("drop: Pad", Spot(round(x * CM), round(y * CM))))

    assert lands(8.74).state[0].placed  # 10 less the radius of 1.25
    with pytest.raises(IllegalAnswer, match=r"at\.play\.arrival"):
        lands(8.76)


def test_a_dead_cards_pass_may_count():
    """at.lp.delay-not-twice (ruling dead_card_is_a_pass)"""

    def rowed(**rulings):
        army = [unit(name, side, (x, y)) for name, side, x, y in
                (("a", "blue", 10, 10), ("b", "blue", 30, 10), ("x", "red", 10, 70), ("y", "red", 30, 70))]  # fmt: skip
        s = table(*army, cards=((0, 1), (2, 3)), rulings=rulings).change(0, gone=True)
        for n in range(4):
            s = s.change(n, carded=True)
        return s

    free = run(rounds.next_turn, rowed(), answers=("pass",)).state.with_(next="blue")
    assert value(leadership.turn_options, free, "blue", False) == ("play", "delay")
    bound = run(rounds.next_turn, rowed(dead_card_is_a_pass=True), answers=("pass",)).state.with_(next="blue")
    assert value(leadership.turn_options, bound, "blue", False) == ("play",)
    late = rowed(dead_card_is_a_pass=True).with_(delayed=(True, False))
    assert value(leadership.turn_options, late, "blue", True) == ("relocate",)
    assert value(leadership.turn_options, late.with_(lp=(0, 0)), "blue", True) == ("pass",)  # nothing else is left


# ---- 12


def test_vehicles_with_a_brave_officer_test_too():
    """at.morale.vehicles (ruling afv_tests_at_once): a leader's morale is the unit's."""
    from hexless.games.at43 import locations

    brave = walker("w", "blue", (10, 10), (20, 10), morale=0, person=sergeant(morale=8))
    s = table(brave, FAR, rulings={"afv_tests_at_once": True})
    g = run(locations.hit_frame, s, 0, 1, 3, answers=((3,),))
    assert g.state[0].status == "disorganised"
    assert run(locations.hit_frame, table(brave, FAR), 0, 1, 3).state[0].status == "valiant"


def test_an_extra_activation_is_one_on_a_turn_and_the_card_is_played():
    """at.lp.one-per-turn (ruling extra_activation)"""
    army = [unit("a", "blue", (10, 10)), unit("b", "blue", (20, 10)), unit("c", "blue", (30, 10)), FAR]
    s = table(*army, cards=((1, 2), (3,)), lp=(9, 9), rulings={"extra_activation": True})
    for n in (1, 2, 3):
        s = s.change(n, carded=True)
    s = active(s, 0)
    g = run(activation.finish, s, s.active, answers=(True,))
    assert (g.state.next, g.state.lp, g.state.must) == ("blue", (7, 9), True)
    g = run(rounds.next_turn, g.state)  # no delay, no relocation
    assert (g.state.active.unit, g.state.active.extra) == (1, True)
    g = run(activation.finish, g.state, g.state.active)  # not a third
    assert g.state.next == "red"
    plain = table(*army, cards=((1, 2), (3,)), lp=(9, 9))
    assert run(activation.finish, active(plain, 0), active(plain, 0).active).state.next == "red"


def test_a_scattered_unit_in_contact_need_not_step_away():
    """at.unit.cohesion, at.melee.contact"""
    split = unit("a", "blue", (10, 10), (30, 10), engaged=True)
    s = table(split, unit("x", "red", (10, 12.5)))
    assert activation.options_of(s, active(s, 0).active) == ("engaged", "fight", "done")
    apart = table(split.with_(engaged=False), unit("x", "red", (10, 60)))
    assert "done" not in activation.options_of(apart, active(apart, 0).active)


def test_the_log_says_it_right():
    """at.urt.locked-shot, at.move.engaged-half"""
    s = table(unit("a", "blue", (2, 2), (5, 2), special=MISSILE), walker("w", "red", (75, 75)))
    g = run(shooting.resolve, s, 0, [Shot(2, 1, 0)], answers=((2,),))
    names = {0: "Rifles", 1: "Walker"}
    told = [tell(e, ruleset.showing.phrases, names) for e in g.log]
    assert told[0] == "Rifles fires Missile at Walker (dice 1, each hits on 3+)"
    near = table(unit("a", "blue", (10, 10), engaged=True), unit("x", "red", (10, 13)))
    g = run(movement.move, near, 0, "engaged", answers=(to(10, 8),))
    assert tell(g.log[-1], ruleset.showing.phrases, names) == "Rifles makes an engaged unit move"


def test_a_friend_in_the_way_is_an_obstacle_no_enemy():
    """at.move.obstacles, at.move.enemies"""
    friend = table(unit("a", "blue", (10, 10)), walker("w", "blue", (10, 15)), FAR)
    with pytest.raises(IllegalAnswer, match=r"w is in the way.*at\.move\.obstacles"):
        run(movement.move, friend, 0, "combat", answers=(to(10, 20),))
    foe = table(unit("a", "blue", (10, 10)), walker("w", "red", (10, 15)))
    with pytest.raises(IllegalAnswer, match=r"w is in the way.*at\.move\.enemies"):
        run(movement.move, foe, 0, "combat", answers=(to(10, 20),))


# ---- shared


def test_the_player_chooses_which_unit_goes_down_next():
    """at.play.arrival"""
    off = [(-500, -500)]
    s = table(unit("a", "blue", *off, placed=False), unit("b", "blue", *off, placed=False),
              unit("x", "red", *off, placed=False), phase="deploy", round=0)  # fmt: skip
    g = run(rounds.deployment, s, answers=(1, Spot(40000, 10000)))
    assert [u.placed for u in g.state.units] == [False, True, False]
    assert g.state.next == "red"


@pytest.mark.parametrize("turn", TURNS[::2])
def test_a_bent_way_leads_into_contact(turn):
    """at.move.obstacles, at.melee.contact: round the wall there is a charge, and it is proposed."""
    mine, theirs = turned((40, 34), turn), turned((40, 44), turn)
    wall_ = turned_wall(((37.5, 38.5), (42.5, 38.5), (42.5, 39.5), (37.5, 39.5)), turn, "high-wall")
    s = table(unit("a", "blue", mine), unit("x", "red", theirs), pieces=(wall_,))
    drill = movement.drill_of(s, 0)
    ways = movement.march(s, 0, 18 * CM, drill).suggest(8)
    ends = [Base(*way.points[-1], radius=1250) for way in ways if way.points]
    assert any(within(end, s[1].bases[0], 3) for end in ends)
    assert any(len(way.points) > 1 for way in ways)


def test_separate_pairs_are_in_cohesion_unless_one_chain_is_wanted():
    """at.unit.cohesion-neighbour (ruling cohesion_connected)"""
    four = unit("a", "blue", (10, 10), (13, 10), (19, 10), (22, 10))
    assert holds(table(four, FAR), 0)  # 19 - 13 - 2.5: 3.5 cm between the pairs
    assert not holds(table(four, FAR, rulings={"cohesion_connected": True}), 0)
