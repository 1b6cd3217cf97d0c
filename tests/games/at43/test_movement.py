"""Movement, sight, measuring and morale, line by line."""

import pytest
from games.at43.at43_table import (
    BLADE,
    CM,
    RIFLE,
    STAY,
    active,
    cited,
    events,
    rank,
    run,
    sergeant,
    table,
    to,
    unit,
    value,
    walker,
    wall,
)  # fmt: skip

from hexless.games.at43 import activation, locations, morale, movement, sight
from hexless.games.at43.obstacles import friends, solid
from hexless.games.at43.units import holds
from hexless.kernel import IllegalAnswer
from hexless.moves import Path, Spot, Way

FAR = unit("x", "red", (70, 75))


def where(g, number=0, fighter=0):
    base = g.state[number].fighters[fighter].base
    return base.x, base.y


def went(s, kind, *answers):
    """A whole move of unit 0, with what it draws."""
    return run(activation.go, s, active(s, 0).active, kind, answers=answers)


def test_one_kind_of_move_and_how_far_each_goes():
    """at.move.kinds, at.move.combat, at.move.rush-soldier, at.move.rush-strider, at.move.engaged-half"""
    soldier, strider = unit("a", "blue", (10, 10), move=12), walker("w", "blue", (10, 10), move=18)
    assert [movement.allowance(soldier, kind) for kind in ("combat", "rush", "engaged")] == [12000, 18000, 6000]
    assert [movement.allowance(strider, kind) for kind in ("combat", "rush")] == [18000, 28000]
    assert movement.allowance(unit("a", "blue", (1, 1), move=13), "engaged") == 6500
    s = table(soldier, FAR)
    assert movement.moves_open(s, 0) == ("combat", "rush")
    g = run(movement.move, s, 0, "combat", answers=(to(10, 22),))
    assert where(g) == (10000, 22000)
    with pytest.raises(IllegalAnswer, match="too far"):
        run(movement.move, s, 0, "combat", answers=(to(10, 22.001),))
    assert where(run(movement.move, s, 0, "rush", answers=(to(10, 28),))) == (10000, 28000)
    assert "combat" not in activation.options_of(s, active(s, 0, moved="combat").active)


def test_shooting_goes_with_a_combat_move_not_with_a_rush():
    """at.move.combat-shoot, at.move.rush-no-shooting"""
    s = table(unit("a", "blue", (10, 10)), unit("x", "red", (10, 30)))
    assert "shoot" in activation.options_of(s, active(s, 0, moved="combat").active)
    assert "shoot" not in activation.options_of(s, active(s, 0, moved="rush").active)
    assert "rush" not in activation.options_of(s, active(s, 0, fired=(0,)).active)
    g = run(activation.shoot, s, active(s, 0, moved="combat").active, answers=((1,),))
    assert "at.move.combat-shoot" in cited(g)
    touching = table(unit("a", "blue", (10, 10)), unit("x", "red", (10, 12.5)))
    assert "fight" in activation.options_of(touching, active(touching, 0, moved="rush").active)
    barred = table(unit("a", "blue", (10, 10)), unit("x", "red", (10, 12.5)), rulings={"melee_after_rush": False})
    assert "fight" not in activation.options_of(barred, active(barred, 0, moved="rush").active)


def test_terrain_and_fighters_are_gone_round():
    """at.move.obstacles, at.move.gap: a base of 2.5 cm passes a gap of 2.5 cm, not one of 2.4."""
    box = wall(8, 14, 12, 16, "container")
    s = table(unit("a", "blue", (10, 10)), FAR, pieces=(box,))
    with pytest.raises(IllegalAnswer, match=r"container is in the way.*at\.move\.obstacles"):
        run(movement.move, s, 0, "combat", answers=(to(10, 18),))
    around = Way(((6500, 13000), (6500, 17000)))
    assert where(run(movement.move, s, 0, "combat", answers=(around,))) == (6500, 17000)
    fits = (wall(5, 14, 8.75, 16, "container"), wall(11.25, 14, 15, 16, "container"))
    narrow = (fits[0], wall(11.15, 14, 15, 16, "container"))
    assert where(run(movement.move, table(s[0], FAR, pieces=fits), 0, "combat", answers=(to(10, 20),)))[1] == 20000
    with pytest.raises(IllegalAnswer, match="in the way"):
        run(movement.move, table(s[0], FAR, pieces=narrow), 0, "combat", answers=(to(10, 20),))


def test_infantry_crosses_low_walls_and_nobody_ends_on_one():
    """at.move.obstacles, at.move.no-end-on-obstacle"""
    low = wall(5, 14, 15, 15)
    s = table(unit("a", "blue", (10, 10)), FAR, pieces=(low,))
    assert where(run(movement.move, s, 0, "combat", answers=(to(10, 18),)))[1] == 18000
    with pytest.raises(IllegalAnswer, match="may end in low-wall"):
        run(movement.move, s, 0, "combat", answers=(to(10, 15.5),))
    with pytest.raises(IllegalAnswer, match="in the way"):
        run(movement.move, table(walker("w", "blue", (10, 8)), FAR, pieces=(low,)), 0, "combat", answers=(to(10, 20),))


def test_friends_are_passed_and_enemies_are_not():
    """at.move.friends, at.move.enemies"""
    mine = table(unit("a", "blue", (10, 10)), unit("b", "blue", (10, 14)), FAR)
    assert where(run(movement.move, mine, 0, "combat", answers=(to(10, 18),)))[1] == 18000
    with pytest.raises(IllegalAnswer, match=r"at\.move\.friends"):
        run(movement.move, mine, 0, "combat", answers=(to(10, 15),))
    with pytest.raises(IllegalAnswer, match=r"x is in the way.*at\.move\.enemies"):
        run(movement.move, table(mine[0], unit("x", "red", (10, 14))), 0, "combat", answers=(to(10, 18),))
    walkers = table(mine[0], walker("w", "blue", (10, 15)), FAR)
    with pytest.raises(IllegalAnswer, match="w is in the way"):
        run(movement.move, walkers, 0, "combat", answers=(to(10, 20),))
    assert (len(solid(mine, 0)[0]), len(friends(mine, 0))) == (1, 1)


def test_overrun_is_a_ruling():
    """at.move.enemies: killed on 5+, on 3+ if engaged."""
    army = (walker("w", "blue", (10, 10)), unit("x", "red", (10, 20), (13, 20)))
    with pytest.raises(IllegalAnswer):
        run(movement.move, table(*army), 0, "rush", answers=(to(10, 35),))
    g = run(movement.move, table(*army, rulings={"overrun": True}), 0, "rush", answers=(to(10, 35), (5,), (4,)))
    assert [f.alive for f in g.state[1].fighters] == [False, True]
    tied = table(army[0], army[1].with_(engaged=True), rulings={"overrun": True})
    g = run(movement.move, tied, 0, "rush", answers=(to(10, 35), (3,), (2,)))
    assert [f.alive for f in g.state[1].fighters] == [False, True]


def test_within_two_and_a_half_centimetres_both_units_are_engaged():
    """at.move.engage, at.move.engaged-only, at.move.engaged-half"""
    s = table(unit("a", "blue", (10, 10)), unit("x", "red", (10, 24), (13, 24)))
    g = went(s, "combat", to(10, 19))  # 24 - 19 - 2.5: exactly 2.5 cm
    assert (g.state[0].engaged, g.state[1].engaged) == (True, True)
    assert not went(s, "combat", to(10, 18.999)).state[0].engaged
    assert movement.moves_open(g.state, 0) == ("engaged",)
    away = went(g.state, "engaged", to(10, 13))  # half of 12 cm
    assert not away.state[0].engaged
    assert away.state[1].engaged  # until its own activation
    begun = run(activation.begin, away.state, active(away.state, 1, stage="begin").active, answers=(True,))
    assert not begun.state[1].engaged
    with pytest.raises(IllegalAnswer, match="too far"):
        run(movement.move, g.state, 0, "engaged", answers=(to(10, 12.9),))


def test_striders_are_never_engaged():
    """at.move.strider-not-engaged"""
    s = table(walker("w", "blue", (10, 10)), unit("x", "red", (10, 24)))
    g = went(s, "combat", to(10, 19))
    assert (g.state[0].engaged, g.state[1].engaged) == (False, False)


def test_fighters_follow_by_proposal_or_by_hand():
    """at.unit.cohesion: a way that they cannot follow is refused, and so is a place out of cohesion."""
    s = table(unit("a", "blue", (10, 10), (13, 10), (16, 10)), FAR)
    g = run(movement.move, s, 0, "combat", answers=(to(10, 20), "arrange"))
    assert holds(g.state, 0)
    assert (where(g, 0, 1), where(g, 0, 2)) == ((13000, 20000), (16000, 20000))
    g = run(movement.move, s, 0, "combat", answers=(to(10, 15), "by hand", Spot(13000, 16000), Spot(10000, 18000)))
    assert (where(g, 0, 1), where(g, 0, 2)) == ((13000, 16000), (10000, 18000))
    for spot, rule in (
        (Spot(10000, 20001), "cohesion-neighbour"),
        (Spot(10000, 28000), "cohesion-leader"),
        (Spot(11000, 15500), "no-end-on-obstacle"),
    ):
        with pytest.raises(IllegalAnswer, match=rule):
            run(movement.move, s.with_(rulings=_connected(s)), 0, "combat", answers=(to(10, 15), "by hand", spot))
    penned = table(
        unit("a", "blue", (10, 10), (13, 10)), FAR,
        pieces=(wall(11.4, 8, 11.6, 20, "high-wall"),),
    )  # fmt: skip
    with pytest.raises(IllegalAnswer, match=r"at\.unit\.cohesion"):
        run(movement.move, penned, 0, "combat", answers=(to(2, 18),))


def _connected(s):
    from msgspec.structs import replace

    return replace(s.rulings, cohesion_connected=True)


def test_staying_is_a_move_and_the_leader_has_a_path():
    """at.move.kinds"""
    s = table(unit("a", "blue", (10, 10)), FAR)
    g = run(movement.move, s, 0, "combat", answers=(STAY,))
    assert where(g) == (10000, 10000)
    asked = movement.march(s, 0, 12 * CM, movement.drill_of(s, 0))
    assert Path(prompt="", unit=0, ground=asked).wire().ground.allowance == 12000


# ---- sight


def sees(s, a=0, b=1):
    return sight.in_view(s, a, b)


def test_figures_look_all_round_along_two_lines():
    """at.los.all-round, at.los.edge-lines, at.los.one-clear"""
    pair = (unit("a", "blue", (10, 10)), unit("x", "red", (10, 30)))
    assert sees(table(*pair))
    assert sees(table(*pair), 1, 0)
    turned = pair[0].fighters[0].with_(base=pair[0].fighters[0].base.facing(0, -1000))
    assert sees(table(pair[0].with_(fighters=(turned,)), pair[1]))  # looking the other way
    both = wall(5, 19, 15, 21, "container")
    assert not sees(table(*pair, pieces=(both,)))
    left = wall(5, 19, 11.2, 21, "container")  # the right edge line runs at 11.25 cm
    assert sees(table(*pair, pieces=(left,)))
    found = sight.view_of(table(*pair, pieces=(both,)), 0, 1)
    assert (found.clear, found.lines, len(found.blocks)) == (False, 2, 2)


def test_low_obstacles_are_looked_over():
    """at.los.see-over: low walls 2 cm, soldiers 3, striders 8, containers 10."""
    pair = (unit("a", "blue", (10, 10)), unit("x", "red", (10, 30)))
    low = table(*pair, pieces=(wall(5, 19, 15, 20),))
    assert sees(low)
    assert sight.looked_over(low, 0, 1)
    assert not sight.looked_over(table(*pair), 0, 1)
    assert not sees(table(walker("w", "blue", (10, 10)), pair[1], pieces=(wall(5, 19, 15, 20, "container"),)))


def test_soldiers_never_block_but_striders_do():
    """at.los.soldiers-clear: a strider of the shooter's own unit does not."""
    pair = (unit("a", "blue", (10, 10)), unit("x", "red", (10, 40)))
    assert sees(table(*pair, unit("b", "blue", *rank(3, 8, 25, 2.6))))
    blocked = table(*pair, walker("w", "red", (10, 25)))
    assert not sees(blocked)
    assert sees(table(*pair, walker("w", "red", (10, 25)), rulings={"afv_blocks_los": False}))
    own = table(walker("w", "blue", (10, 10), (10, 17)), pair[1])
    assert sight.seers(own, 0, 1) == (0, 1)


def test_distances_are_edge_to_edge_and_leader_to_leader():
    """at.los.measure-edges, at.los.measure-leaders"""
    s = table(unit("a", "blue", (10, 10), (10, 13)), unit("x", "red", (10, 30), (10, 27)))
    assert sight.apart(s, 0, 1) == 17500  # 20 less two radii of 1.25, though others are nearer
    assert sight.apart(s.change(0, leader=1), 0, 1) == 14500


def test_nothing_is_measured_before_a_shot_is_declared():
    """at.los.no-premeasuring: out of range the shot is spent all the same."""
    weak = RIFLE.with_(accuracy=1)
    s = table(unit("a", "blue", (2, 2), weapons=(weak,)), unit("x", "red", (78, 78)))  # 105 cm: difficulty 10
    a = active(s, 0).active
    g = run(activation.shoot, s, a)  # no die is rolled
    assert g.state.active.fired == (0,)
    (salvo,) = events(g, "salvo")
    assert (events(g, "impacts"), salvo["test"].value) == ([{"impacts": 0}], -9)
    assert "shoot" not in activation.options_of(g.state, g.state.active)


# ---- morale


def squad(n, start, **more):
    return table(unit("a", "blue", *rank(n, 10, 10), start=start, **more), FAR)


def test_who_tests_and_when():
    """at.morale.infantry, at.morale.type-three, at.morale.vehicles, at.play.troop-types"""

    def tests(s):
        return value(morale.must_test, s, 0)

    assert tests(squad(3, 6))
    assert tests(squad(3, 6, kind="type-2"))
    assert not tests(squad(4, 6))
    assert not tests(squad(3, 3))  # it began so small
    assert tests(squad(2, 3))
    assert not tests(squad(2, 3, kind="type-3"))
    assert tests(squad(1, 3, kind="type-3"))
    assert not tests(squad(1, 1, kind="type-3"))
    assert not tests(squad(1, 6, morale=0))  # no morale value
    both = table(walker("w", "blue", (10, 10), (20, 10), propulsion=0), FAR)
    assert tests(both)
    one = table(walker("w", "blue", (10, 10), (20, 10)), FAR)
    half = one.change(0, fighters=(one[0].fighters[0].with_(propulsion=0), one[0].fighters[1]))
    assert not tests(half)


def test_the_test_comes_first_before_any_points():
    """at.morale.when, at.morale.before-activation, at.morale.pass: morale 8 against 8 is 4+."""
    s = squad(3, 6)
    g = run(activation.begin, s, active(s, 0, stage="begin").active, answers=((4,), True))
    assert (g.state[0].status, g.state.lp) == ("valiant", (4, 5))
    assert [e.kind for e in g.log if e.kind in ("morale", "pays")] == ["morale", "pays"]


def test_failing_worsens_the_status():
    """at.morale.fail-valiant, at.morale.fail-disorganised, at.play.rout, at.urt.morale"""
    g = run(morale.test_morale, squad(3, 6), 0, answers=((3,),))
    assert g.state[0].status == "disorganised"
    g = run(morale.test_morale, g.state, 0, answers=((3,),))
    assert (g.state[0].status, g.state[0].alive) == ("rout", False)
    brave = squad(3, 6, person=sergeant(morale=14))
    assert run(morale.test_morale, brave, 0).state[0].status == "valiant"  # 14 - 8: no die
    assert run(morale.test_morale, squad(3, 6, morale=2), 0).state[0].status == "disorganised"


def test_rout_may_be_flight():
    """at.play.rout: 18 cm a turn towards the own edge, and lost when it gets there."""
    s = table(unit("a", "blue", (10, 30), status="rout"), FAR, rulings={"rout": "flee"})
    g = run(activation.begin, s, active(s, 0, stage="begin").active)
    assert where(g) == (10000, 12000)
    g = run(activation.begin, g.state.with_(phase="activate"), active(g.state, 0, stage="begin").active)
    assert not g.state[0].alive


def test_a_vehicle_unit_tests_at_once_when_one_is_lost():
    """at.morale.vehicles"""
    s = table(walker("w", "blue", (10, 10), (20, 10)), FAR, rulings={"afv_tests_at_once": True})
    g = run(locations.hit_frame, s, 0, 1, 3, answers=((3,),))  # morale 9 against 8: 4+
    assert g.state[0].status == "disorganised"
    calm = table(walker("w", "blue", (10, 10), (20, 10)), FAR)
    assert run(locations.hit_frame, calm, 0, 1, 3).state[0].status == "valiant"


def test_a_disorganised_unit_needs_two_points():
    """at.tactic.disorganised, at.tactic.disorganised-pay: instead of the usual one, and it stays disorganised."""
    s = table(unit("a", "blue", (10, 10), status="disorganised"), FAR)
    begin = active(s, 0, stage="begin").active
    g = run(activation.begin, s, begin, answers=(True,))
    assert (g.state.lp, g.state.active.stage, g.state[0].status) == ((3, 5), "act", "disorganised")
    assert run(activation.begin, s, begin, answers=(False,)).state.active is None
    assert run(activation.begin, s.with_(lp=(1, 5)), begin).state.active is None
    rally = table(s[0], FAR, rulings={"rally_restores": True})
    assert run(activation.begin, rally, begin, answers=(True,)).state[0].status == "valiant"
    assert BLADE.melee


def test_players_may_ask_who_sees_whom_but_not_how_far():
    """at.los.no-premeasuring, at.los.one-clear"""
    from hexless.games.at43.survey import SURVEY

    s = table(unit("a", "blue", (10, 10)), unit("x", "red", (10, 30)), pieces=(wall(30, 19, 40, 21, "container"),))
    assert SURVEY.sees(s, 0, 1).clear
    hidden = table(*s.units, pieces=(wall(5, 19, 15, 21, "container"),))
    assert not SURVEY.sees(hidden, 0, 1).clear
    assert SURVEY.threat(s, 0).units == (1,)
    assert SURVEY.threat(hidden, 0).units == ()
    assert SURVEY.measuring(s, "blue").rule == "at.los.no-premeasuring"
