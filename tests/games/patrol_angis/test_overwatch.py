"""Patrol Angis, heading Overwatch. A wall hides the mover until it has gone about 20.5 of its 25 cm."""

import pytest

from hexless.games.patrol_angis.actions import activate
from hexless.games.patrol_angis.close_combat import fight
from hexless.games.patrol_angis.march import Order, move
from hexless.games.patrol_angis.measuring import clear_line
from hexless.games.patrol_angis.movement import quarter
from hexless.games.patrol_angis.overwatch import moments, react
from hexless.games.patrol_angis.ranged_fire import fire
from hexless.games.patrol_angis.turn import clear, take_go
from hexless.kernel import Game, Script


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


def test_it_is_triggered_where_the_mover_comes_into_sight(pa, scene):
    """pa.overwatch.trigger: dark just before, in sight at the halt; the other moment is the end of the way."""
    s, way = scene(), pa.to(*RUN)
    (entry, first), (end, second) = moments(s, 0, way)
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
    assert moments(open_field, 0, way) == []
    ruled = scene(rulings={"overwatch_on_any_visible_move": True}).change(0, figures=open_field[0].figures)
    assert moments(ruled, 0, way) == [(1000, 1), (5000, 1)]


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
