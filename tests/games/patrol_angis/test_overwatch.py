"""Patrol Angis, heading Overwatch. A wall hides the mover until it has gone about 20.5 of its 25 cm."""

from math import cos, pi, sin

import pytest

from hexless.games.patrol_angis.actions import activate
from hexless.games.patrol_angis.band import Order
from hexless.games.patrol_angis.close_combat import fight
from hexless.games.patrol_angis.march import move
from hexless.games.patrol_angis.measuring import clear_line
from hexless.games.patrol_angis.movement import quarter
from hexless.games.patrol_angis.overwatch import moments, react
from hexless.games.patrol_angis.ranged_fire import fire
from hexless.games.patrol_angis.trail import trail
from hexless.games.patrol_angis.turn import clear, take_go
from hexless.kernel import Game, Script
from hexless.moves.walk import after
from hexless.table import piece


@pytest.fixture
def scene(pa):
    """Blue runs out from behind a wall under the eyes of red."""
    wall = pa.ground("wall", 40, 50, 60, 52, "solid", height=5)

    def build(n=1, tokens=0, watch=True, more=(), **fields):
        mover = pa.element("blue", 50, 30, n=n, move=30)
        watcher = pa.element("red", 50, 70, watch=watch, tokens=tokens)
        return pa.battle(mover, watcher, *more, pieces=[wall], **fields)

    return build


RUN = [(75, 30)]
ORDER = Order(30000)


def along(s, unit, way):
    """When whoever is on Overwatch may shoot, if everybody goes the leader's way."""
    e = s[unit]
    end = after(e.leader, way)
    ends = [base.at(base.x + end.x - e.leader.x, base.y + end.y - e.leader.y) for base in e.bases]
    return moments(s, unit, trail(e, way, tuple(ends)))


def test_it_is_triggered_where_the_mover_comes_into_sight(pa, scene):
    """pa.overwatch.trigger: dark just before, in sight at the halt; the other moment is the end of the way."""
    s, way = scene(), pa.to(*RUN)
    (entry, first), (end, second) = along(s, 0, way)
    assert (first, second, end) == (1, 1, 25000)
    assert 20000 < entry < 21000
    there = s[0].figures[0].base.at(50000 + entry, 30000)
    before = there.at(there.x - 100, there.y)
    for base, seen in ((there, True), (before, False)):
        assert clear_line(s.change(0, figures=(s[0].figures[0].with_(base=base),)), 0, 1) is seen


def test_the_shot_comes_in_mid_move_and_survivors_go_on(pa, scene):
    """pa.overwatch.trigger, pa.overwatch.return-fire: TN 2 + 1 (fast target); save 5 - 1 + 2 = 6; morale 2 + 5 = 7."""
    script = [pa.to(*RUN), "engine", "overwatch", (3,), (5,), (1, 0), True, (2,), (1,), (6,)]
    done = pa.run(scene(n=2), move, 0, ORDER, script=script)
    assert done.state[1].watch is False  # the Overwatch token was spent
    assert len(done.state[0].figures) == 1
    assert pa.at(done.state, 0) == (75, 30)  # the survivor goes on
    assert done.state[0].fear == 1
    assert done.state[1].figures == ()  # return fire at 2+ hit with a 2, and a save of 1 fails
    assert {"pa.overwatch.trigger", "pa.overwatch.return-fire", "pa.ranged-fire.return-fire"} <= done.fired
    (shot, _) = pa.events(done, "shot")
    assert shot.data["need"].value == 3


def test_a_mover_that_is_wiped_out_goes_no_further(pa, scene):
    """pa.overwatch.trigger: the move ends where the last figure falls."""
    done = pa.run(scene(), move, 0, ORDER, script=[pa.to(*RUN), "overwatch", (3,), (5,)])
    assert not done.state[0].figures
    assert done.state.moving == -1


def test_holding_fire_keeps_the_token_for_the_end_of_the_way(pa, scene):
    """pa.overwatch.trigger: at any point of the movement."""
    done = pa.run(scene(), move, 0, ORDER, script=[pa.to(*RUN), None, "overwatch", (2,), False])
    (shot,) = pa.events(done, "shot")
    assert shot.data["hits"] == 0
    assert pa.at(done.state, 0) == (75, 30)


def test_moving_wholly_in_sight_is_no_trigger_unless_ruled(pa, scene):
    """pa.overwatch.trigger: overwatch_on_any_visible_move."""
    open_field = scene().change(0, figures=(scene()[0].figures[0].with_(base=scene()[0].leader.at(90000, 30000)),))
    way = pa.to((95, 30))
    assert along(open_field, 0, way) == ()
    ruled = scene(rulings={"overwatch_on_any_visible_move": True}).change(0, figures=open_field[0].figures)
    assert along(ruled, 0, way) == ((1000, 1), (5000, 1))


def test_an_activation_token_may_pay_instead(pa, scene):
    """pa.overwatch.activation-token-instead: the Overwatch token stays."""
    script = [pa.to(*RUN), "activation", (1,), False]
    done = pa.run(scene(tokens=2), move, 0, ORDER, script=script)
    assert (done.state[1].watch, done.state[1].tokens) == (True, 1)
    assert "pa.overwatch.activation-token-instead" in done.fired
    assert pa.options(pa.run(scene(), move, 0, ORDER, script=[pa.to(*RUN), None, None]), "token")[0] == (
        "overwatch",
        None,
    )


def test_one_attack_for_each_watcher_in_an_activation(pa, scene):
    """pa.overwatch.one-attack-per-activation: who has fired is not asked again; others are."""
    other = pa.element("red", 54, 70, watch=True, name="second")
    s = scene(tokens=5, more=(other,))
    done = pa.run(s, move, 0, ORDER, script=[pa.to(*RUN), "overwatch", (1,), False, "activation", (1,), False])
    assert done.state.shot == (2, 1)
    again = pa.run(done.state, react, 1, 0)
    assert again.made == []
    new = pa.run(done.state.change(0, tokens=1), take_go, "blue", script=["pass"])
    assert new.state.shot == ()  # the next activation is another chance


def test_going_on_overwatch_turns_the_token_and_moves_a_quarter(pa):
    """pa.overwatch.token, pa.overwatch.quarter-move: 10 cm give 2.5 cm; 3 cm give 1 cm."""
    s = pa.battle(pa.element("blue", 50, 10, tokens=1), pa.element("red", 50, 90))
    done = pa.run(s, activate, 0, script=["overwatch", pa.to((50, 12.5))])
    assert (done.state[0].watch, done.state[0].tokens) == (True, 0)
    assert pa.at(done.state, 0) == (50, 12.5)
    assert {"pa.overwatch.token", "pa.overwatch.quarter-move"} <= done.fired
    assert pa.refused(s, activate, 0, script=["overwatch", pa.to((50, 12.6))]).rule == "pa.move-cost.per-cm"
    assert (quarter(10000), quarter(3000)) == (2500, 1000)


def test_on_overwatch_nothing_else_is_done(pa):
    """pa.overwatch.no-further-actions: give it up and act, or discard the token; by the ruling only the latter."""
    s = pa.battle(pa.element("blue", 50, 10, tokens=2, watch=True), pa.element("red", 50, 90))
    given = pa.run(s, activate, 0, script=["give up", "pass"])
    assert (given.state[0].watch, given.state[0].tokens) == (False, 1)
    kept = pa.run(s, activate, 0, script=["pass"])
    assert (kept.state[0].watch, kept.state[0].tokens) == (True, 1)
    ruled = s.with_(rulings=s.rulings.__class__(overwatch_voluntary_cancel=False))
    stuck = pa.run(ruled, activate, 0)  # only passing is left, and nobody is asked
    assert (stuck.state[0].watch, stuck.state[0].tokens) == (True, 1)
    assert pa.run(s, clear).state[0].watch is True
    brief = s.with_(rulings=s.rulings.__class__(overwatch_expires_at_turn_end=True))
    assert pa.run(brief, clear).state[0].watch is False


def test_a_ranged_hit_cancels_it_and_a_miss_does_not(pa):
    """pa.overwatch.cancelled-by-ranged-hit: a hit that is saved is enough."""
    s = pa.battle(pa.element("blue", 50, 10), pa.element("red", 50, 45, watch=True))
    missed = pa.run(s, fire, 0, 1, script=[(1,), False])
    assert missed.state[1].watch is True
    hit = pa.run(s, fire, 0, 1, script=[(2,), (6,), False])
    assert hit.state[1].watch is False
    assert "pa.overwatch.cancelled-by-ranged-hit" in hit.fired
    assert len(hit.state[1].figures) == 1


def test_an_attack_in_close_combat_cancels_it_whatever_it_achieves(pa):
    """pa.overwatch.cancelled-by-close-combat: the save at 5 - 1 + 0 = 4 succeeds."""
    s = pa.battle(pa.element("blue", 50, 10), pa.element("red", 50, 11.4, watch=True))
    done = pa.run(s, fight, 0, 1, script=[(4,), (4,)])
    assert done.state[1].watch is False
    assert len(done.state[1].figures) == 1
    assert "pa.overwatch.cancelled-by-close-combat" in done.fired


def test_the_mover_stands_at_the_halt_while_it_is_shot_at(pa, scene):
    """pa.overwatch.trigger: the state in the middle says who is moving, and where it is."""
    s = scene()
    source = Script(pa.to(*RUN))
    g = Game(s, source)
    with pytest.raises(AssertionError):  # the script ends at the watcher's question
        move(g, 0, ORDER)
    assert g.state.moving == 0
    assert 70000 < g.state[0].leader.x < 71000


# ---- at any point of the move


def test_coming_into_range_is_coming_into_sight(pa):
    """pa.overwatch.trigger, pa.to-hit.beyond-range: seen all the way, in range of 60 cm after 5 of 10 cm."""
    s = pa.battle(pa.element("blue", 50, 10, tokens=1), pa.element("red", 50, 76.4, watch=True))
    (entry, _), (end, _) = along(s, 0, pa.to((50, 20)))
    assert (end, 5000 <= entry <= 5100) == (10000, True)
    assert along(s, 0, pa.to((50, 14.9))) == ()


def test_too_much_cover_to_shoot_is_out_of_sight(pa):
    """pa.overwatch.trigger, pa.to-hit.infantry-cover-limit: out from behind a wood of 11 cm."""
    wood = pa.ground("wood", 30, 45, 60, 56, "cover")
    s = pa.battle(pa.element("blue", 50, 30, move=30), pa.element("red", 50, 70, watch=True), pieces=[wood])
    halts = along(s, 0, pa.to((79, 30)))
    assert halts
    assert 17200 < halts[0][0] < 17400  # (400/d - 14) * sqrt(1 + (d/40)^2) = 10 at d = 17.25
    hedge = pa.ground("hedge", 30, 45, 60, 54, "cover")  # 9 cm: in sight from the start
    thin = pa.battle(pa.element("blue", 50, 30, move=30), pa.element("red", 50, 70, watch=True), pieces=[hedge])
    assert along(thin, 0, pa.to((79, 30))) == ()


def test_the_shot_may_wait_until_it_is_better(pa):
    """pa.overwatch.trigger: into range at 60 cm, then at point blank of 25 cm, and the end of the way."""
    s = pa.battle(pa.element("blue", 50, 30, move=60), pa.element("red", 50, 96.4, watch=True))
    halts = [far for far, _ in along(s, 0, pa.to((50, 80)))]
    assert len(halts) == 3
    assert 5000 <= halts[0] <= 5100
    assert 40000 <= halts[1] <= 41000
    assert halts[2] == 50000


def test_leaving_sight_and_coming_back_is_another_moment(pa):
    """pa.overwatch.trigger: past two walls: in sight between them, and beyond the second."""
    walls = [pa.ground(f"wall {x}", x, 40, x + 10, 41, "solid", height=5) for x in (40, 60)]
    s = pa.battle(pa.element("blue", 46, 38, move=60), pa.element("red", 50, 70, watch=True), pieces=walls)
    halts = [far for far, _ in along(s, 0, pa.to((86, 38)))]
    assert len(halts) >= 3
    assert halts[0] < 8000
    assert halts[1] > 20000


@pytest.mark.parametrize("wide", [0.1, 0.02])
def test_a_narrow_gap_is_not_missed(pa, wide):
    """pa.overwatch.trigger: between two walls 1 mm and 0.2 mm apart the mover is seen for a moment."""
    walls = [pa.ground("a", 20, 50, 60.33, 51, "solid", height=5),
             pa.ground("b", 60.33 + wide, 50, 110, 51, "solid", height=5)]  # fmt: skip
    s = pa.battle(pa.element("blue", 40, 30, move=60), pa.element("red", 60, 70, watch=True), pieces=walls)
    halts = along(s, 0, pa.to((80, 30)))
    assert halts
    assert all(19000 < far < 22500 for far, _ in halts)


@pytest.mark.parametrize("wide", [0.1, 0.02])
def test_a_narrow_gap_between_woods_is_not_missed(pa, wide):
    """pa.overwatch.trigger, pa.to-hit.infantry-cover-limit: 11.5 cm of wood but for a ride of 1 mm, and 0.2 mm."""
    woods = [pa.ground("a", 20, 45, 60.13, 56.5, "cover"), pa.ground("b", 60.13 + wide, 45, 110, 56.5, "cover")]
    s = pa.battle(pa.element("blue", 40, 38, move=60), pa.element("red", 60, 64, watch=True), pieces=woods)
    halts = along(s, 0, pa.to((80, 38)))
    assert halts
    assert all(20100 < far < 20700 for far, _ in halts)


def test_a_moment_between_range_and_hiding_is_not_missed(pa):
    """pa.overwatch.trigger, pa.to-hit.beyond-range: in range of 60 cm for half a centimetre, then behind a wall."""
    wall = pa.ground("wall", 57.6, 62, 90, 63, "solid", height=5)
    s = pa.battle(pa.element("blue", 40.6, 10.05, move=60), pa.element("red", 60, 69, watch=True), pieces=[wall])
    assert [2200 < far < 2900 for far, _ in along(s, 0, pa.to((49.5, 10.05)))] == [True]


def test_going_out_of_sight_for_a_moment_and_back_is_entering(pa):
    """pa.overwatch.trigger: at its bend the way just reaches behind a wood of 10.2 cm."""
    wood = pa.ground("wood", 40, 40, 60, 50.2, "cover")
    s = pa.battle(pa.element("blue", 63, 30, move=60), pa.element("red", 60.05, 60, watch=True), pieces=[wood])
    assert along(s, 0, pa.to((59.85, 30), (63, 31)))
    assert along(s, 0, pa.to((59.95, 30), (63, 31))) == ()


def test_every_leg_of_a_rapid_move_can_be_fired_at(pa, scene):
    """pa.overwatch.trigger: in sight since the first leg; fire held there may be given on the second, and on no other
    move that begins in sight."""
    s = scene().change(0, tokens=1)
    second = pa.to((80, 30))
    script = ["rapid", pa.to(*RUN), None, None, second, "overwatch", (2,), False, pa.STAY]
    done = pa.run(s, activate, 0, script=script)
    assert [e.kind for e in done.log if e.kind in ("moved", "shot")] == ["moved", "moved", "shot"]
    assert done.state.noticed == ((1, 0),)
    assert pa.run(done.state, move, 0, ORDER, script=[pa.to((85, 30))]).state.shot == (1,)
    later = done.state.with_(noticed=(), shot=()).change(1, watch=True)
    assert pa.asked(pa.run(later, move, 0, ORDER, script=[pa.to((85, 30))])) == ["move"]


@pytest.mark.parametrize("turn", range(64))
def test_the_moment_does_not_depend_on_the_compass(pa, turn):
    """pa.overwatch.trigger: wall, mover and watcher turned about the middle of the table, every second one mirrored."""
    angle, flip = turn * pi / 32, -1 if turn % 2 else 1

    def spun(x, y):
        u, v = (x - 60) * flip, y - 60
        return round(60 + u * cos(angle) - v * sin(angle), 3), round(60 + u * sin(angle) + v * cos(angle), 3)

    corners = [spun(*corner) for corner in ((50, 60), (70, 60), (70, 62), (50, 62))]
    wall = piece("wall", [(pa.ticks(x), pa.ticks(y)) for x, y in corners], height=5000, traits=("solid",))
    s = pa.battle(pa.element("blue", *spun(60, 40), move=30), pa.element("red", *spun(60, 80), watch=True),
                  pieces=[wall])  # fmt: skip
    (entry, _), (end, _) = along(s, 0, pa.to(spun(85, 40)))
    assert abs(end - 25000) <= 2
    assert 20000 < entry < 21000
