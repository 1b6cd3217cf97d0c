"""Horizon Wars, what the sheet presupposes: turns, reactions, arcs, lines, cover, terrain, spacing, victory."""

import pytest

from hexless.games.horizon_wars.actions import reactors
from hexless.games.horizon_wars.activation import activate, carry_out
from hexless.games.horizon_wars.movement import move
from hexless.games.horizon_wars.shooting import cover, effective_range, has_line
from hexless.games.horizon_wars.turn import activation, end_turn, holder, initiative, outcome, step
from hexless.ruleset.maps import Objective


def watch(hw, **fields):
    """A red element that has held an action."""
    return hw.element("red", 10, 30, activated=True, reactions=1, **fields)


def test_stats_count_at_their_current_value(hw):
    """hw.play.current-stats: M 3 hurt to 2 walks 2 inches; F 4 hurt to 1 rolls one die; D stays."""
    s = hw.battle(hw.element("blue", 10, 5, F=1, M=2, start=(4, 3, 4), track=4), hw.element("red", 10, 30))
    assert hw.refused(s, move, 0, "cautious", script=[hw.to(10, 7.5)]).rule == "hw.move.cautious"
    done = hw.run(s, carry_out, 0, "stand", script=[[1], [2, 2]])
    assert hw.events(done, "shot")[0].data["dice"] == 1


def test_higher_roll_chooses_who_goes_first(hw):
    """hw.play.initiative: ties are rolled again; red wins 3 to 9 and sends blue first."""
    s = hw.battle(hw.element("blue", 10, 5), hw.element("red", 10, 30), phase="initiative")
    done = hw.run(s, initiative, script=[[5], [5], [3], [9], "blue"])
    assert (done.state.phase, done.state.next) == ("activate", "blue")
    event = hw.events(done, "initiative")[0]
    assert (event.data["winner"], event.data["first"]) == ("red", "blue")


def test_sides_alternate_and_the_rest_go_on_alone(hw):
    """hw.play.alternate: blue, red, then blue twice more, as red has only one element."""
    blues = [hw.element("blue", x, 5, F=0, name=f"b{x}") for x in (5, 10, 15)]
    s = hw.battle(*blues, hw.element("red", 10, 35, F=0))
    order = []
    for script in ([0, "hold"], ["hold"], [2, "hold"], ["hold"]):  # red's one and blue's last are not asked for
        done = hw.run(s, activation, script=script)
        order.append((hw.events(done, "activated")[0].data["unit"], done.state.next))
        s = done.state
    assert order == [(0, "red"), (3, "blue"), (2, "red"), (1, "red")]
    assert hw.run(s, activation).state.phase == "end"


def test_element_activates_once_a_turn(hw):
    """hw.play.alternate: one that has been activated is not offered again."""
    others = [hw.element("blue", x, 5, name=f"b{x}") for x in (10, 15)]
    s = hw.battle(hw.element("blue", 5, 5, activated=True), *others, hw.element("red", 10, 35))
    done = hw.run(s, activation, script=[1, "hold"])
    assert hw.options(done, "activate") == [(1, 2)]


def test_activation_is_two_actions_of_any_kind(hw):
    """hw.play.actions: two Patrol Moves of 6 inches, and no third action."""
    s = hw.battle(hw.element("blue", 10, 5), hw.element("red", 39, 39))
    done = hw.run(s, activate, 0, script=["patrol", hw.to(10, 11), "patrol", hw.to(10, 17)])
    assert hw.at(done.state, 0) == (10000, 17000)
    assert done.state[0].reactions == 0


def test_unused_action_is_stored(hw):
    """hw.play.store-reaction: one is kept whether one or both were unused; it lapses at the end of the turn."""
    s = hw.battle(hw.element("blue", 10, 5), hw.element("red", 39, 39))
    one = hw.run(s, activate, 0, script=["patrol", hw.to(10, 6), "hold"])
    both = hw.run(s, activate, 0, script=["hold"])
    assert (one.state[0].reactions, both.state[0].reactions) == (1, 1)
    assert "hw.play.store-reaction" in both.fired
    assert hw.run(both.state, end_turn).state[0].reactions == 0


def test_element_not_yet_activated_cannot_react(hw):
    """hw.play.store-reaction: without a stored action nobody is asked."""
    s = hw.battle(hw.element("blue", 10, 5), hw.element("red", 10, 30))
    done = hw.run(s, activate, 0, script=["patrol", hw.to(10, 6), "hold"])
    assert not hw.options(done, "react with")


def test_reaction_needs_arc_and_line_and_a_completed_action(hw):
    """hw.play.react: red sees blue come round the wall after its move, not before."""
    wall = hw.ground("wall", 5, 18, 14, 19, "blocking")
    s = hw.battle(hw.element("blue", 10, 10, D=0), watch(hw), pieces=[wall])
    assert reactors(s, 0) == []
    done = hw.run(s, activate, 0, script=["patrol", hw.to(16, 10), 1, "stand", [1, 1, 1, 1], "hold"])
    kinds = [e.kind for e in done.log if e.kind in ("moved", "reacts", "shot")]
    assert kinds == ["moved", "reacts", "shot"]
    assert done.state[1].reactions == 0
    assert hw.events(done, "shot")[0].data["target"] == 0


def test_reaction_may_be_declined_and_kept(hw):
    """hw.play.react: nobody has to react, and the action stays stored."""
    s = hw.battle(hw.element("blue", 10, 5), watch(hw))
    done = hw.run(s, activate, 0, script=["patrol", hw.to(10, 6), None, "patrol", hw.to(10, 7), None])
    assert done.state[1].reactions == 1


def test_kinds_of_reaction(hw):
    """hw.play.reaction-kinds: every move and shot, and no charge, Recover or Counter-charge here."""
    s = hw.battle(hw.element("blue", 10, 5), watch(hw, rapid=True))
    done = hw.run(s, activate, 0, script=["patrol", hw.to(10, 6), 1, "rapid", hw.to(19, 30), "hold"])
    assert hw.options(done, "reaction") == [("stand", "cautious+shoot", "patrol+shoot", "patrol", "cautious", "rapid")]
    assert hw.at(done.state, 1) == (19000, 30000)


def test_element_with_nothing_to_do_is_not_asked_to_react(hw):
    """hw.play.reaction-kinds: at F 0 and M 0 there is no reaction to an action."""
    s = hw.battle(hw.element("blue", 10, 5), watch(hw, F=0, M=0))
    done = hw.run(s, activate, 0, script=["patrol", hw.to(10, 6), "hold"])
    assert not hw.options(done, "react with")


def test_several_react_in_their_owners_order(hw):
    """hw.play.reaction-order: each once, in any order; blue's watcher gets no reaction to a reaction."""
    second = hw.element("red", 20, 30, name="second", activated=True, reactions=1, M=1)
    watcher = hw.element("blue", 20, 5, name="watcher", activated=True, reactions=1)
    s = hw.battle(hw.element("blue", 10, 5, D=0), watch(hw), second, watcher)
    script = ["patrol", hw.to(10, 6), 2, "cautious", hw.to(20, 29), 1, "stand", [1] * 4, "hold"]
    done = hw.run(s, activate, 0, script=script)
    assert hw.options(done, "react with") == [(1, 2, None), (1, None)]
    assert [e.data["unit"] for e in hw.events(done, "reacts")] == [2, 1]


def test_reactions_stop_when_the_actor_is_destroyed(hw):
    """hw.play.reaction-order: the second watcher has nothing left to react to."""
    second = hw.element("red", 20, 30, name="second", activated=True, reactions=1)
    s = hw.battle(hw.element("blue", 10, 5, D=0, F=1, M=1, A=1), watch(hw, F=12), second)
    done = hw.run(s, activate, 0, script=["cautious", hw.to(10, 6), 1, "stand", [12] * 12])
    assert not done.state[0].alive
    assert done.state[2].reactions == 1


@pytest.mark.parametrize(
    ("x", "y", "seen"), [(10, 36, True), (30, 30, True), (30, 29, False), (10, 24, False), (0.5, 30.1, True)]
)
def test_arc_is_180_degrees_to_the_front(hw, x, y, seen):
    """hw.play.arc: blue faces north; due east is just inside, a little behind is not."""
    s = hw.battle(hw.element("blue", 10, 30, activated=True, reactions=1), hw.element("red", x, y, radius=0.4))
    assert reactors(s, 1) == ([0] if seen else [])


def test_move_turns_the_element_along_its_last_leg_or_as_it_wishes(hw):
    """hw.play.arc: what a mover faces decides what it can react to later."""
    s = hw.battle(hw.element("blue", 10, 10))
    east = hw.run(s, move, 0, "patrol", script=[hw.to(13, 10)]).state[0].base
    assert (east.fx, east.fy) == (3000, 0)
    back = hw.run(s, move, 0, "patrol", script=[hw.to(13, 10, (0, -1))]).state[0].base
    assert (back.fx, back.fy) == (0, -1)


def test_reaction_shot_needs_the_arc(hw):
    """hw.play.arc: after a Move & Shoot that turned its back, the reactor has no shot."""
    s = hw.battle(hw.element("blue", 10, 5, D=0), watch(hw))
    away = hw.run(s, activate, 0, script=["patrol", hw.to(10, 6), 1, "patrol+shoot", hw.to(10, 34), "hold"])
    assert not hw.events(away, "shot")
    script = ["patrol", hw.to(10, 6), 1, "patrol+shoot", hw.to(10, 34, (0, -1)), 0, [1, 1], "hold"]
    assert hw.events(hw.run(s, activate, 0, script=script), "shot")


def test_line_of_fire_is_any_clear_line(hw):
    """hw.play.line-of-fire: tall terrain over the whole width blocks; over half of it does not; low terrain never."""
    units = hw.element("blue", 10, 5), hw.element("red", 10, 25)
    for wall, clear in (
        (hw.ground("wall", 5, 14, 15, 15, "blocking"), False),
        (hw.ground("half", 5, 14, 10, 15, "blocking"), True),
        (hw.ground("low", 5, 14, 15, 15, "blocking", height=0.9), True),
        (hw.ground("pond", 5, 14, 15, 15, "impassable"), True),
    ):
        s = hw.battle(*units, pieces=[wall])
        assert has_line(s, 0, 1) is clear
        assert has_line(s, 1, 0) is clear
    between = hw.element("red", 10, 15, name="between")
    assert has_line(hw.battle(*units, between), 0, 1)  # elements do not block


def test_ground_that_one_stands_in_does_not_block(hw):
    """hw.play.line-of-fire: infantry in a house shoots out of it, and is shot at."""
    house = hw.ground("house", 8, 4, 12, 8, "blocking", "building")
    s = hw.battle(hw.element("blue", 10, 6, kind="infantry"), hw.element("red", 10, 25), pieces=[house])
    assert has_line(s, 0, 1)
    assert has_line(s, 1, 0)


@pytest.mark.parametrize(("trait", "value"), [("light-cover", 1), ("heavy-cover", 2), ("building", 2)])
def test_cover_values(hw, trait, value):
    """hw.play.cover-values: light 1, heavy and buildings 2, for a target in it or behind it."""
    inside = hw.ground("in", 7, 22, 13, 28, trait)
    behind = hw.ground("before", 5, 22, 15, 22.5, trait)
    for each in (inside, behind):
        s = hw.battle(hw.element("blue", 10, 5), hw.element("red", 10, 25, kind="infantry"), pieces=[each])
        row = cover(s, 0, 1)
        assert (row.value, row.rule) == (value, "hw.shoot.range-cover")
        assert effective_range(s, 0, 1).value == 18 + 4 + value


def test_cover_takes_half_of_the_target_and_the_best_counts(hw):
    """hw.play.cover-values: a post before one rim hides a third; light and heavy together count as heavy."""
    units = hw.element("blue", 10, 5), hw.element("red", 10, 25)
    post = hw.battle(*units, pieces=[hw.ground("post", 10.4, 22, 10.9, 22.5, "heavy-cover")])
    assert cover(post, 0, 1) is None
    wide = hw.battle(*units, pieces=[hw.ground("hedge", 9.8, 22, 10.9, 22.5, "light-cover")])
    assert cover(wide, 0, 1).value == 1
    both = hw.battle(
        *units, pieces=[hw.ground("w", 7, 22, 13, 28, "light-cover"), hw.ground("h", 5, 20, 15, 21, "heavy-cover")]
    )
    assert cover(both, 0, 1).value == 2


def test_shooters_own_cover_does_not_hide_the_target(hw):
    """hw.play.cover-values: who fires out of a wood is not hindered; both in the same wood, the target is in cover."""
    wood = hw.ground("wood", 5, 3, 15, 9, "light-cover")
    out = hw.battle(hw.element("blue", 10, 5), hw.element("red", 10, 25), pieces=[wood])
    assert cover(out, 0, 1) is None
    assert cover(out, 1, 0).value == 1
    both = hw.battle(hw.element("blue", 7, 6), hw.element("red", 13, 6), pieces=[wood])
    assert cover(both, 0, 1).value == 1


@pytest.mark.parametrize(("gap", "counts"), [(7, 7), (7.001, 8), (7.25, 8), (7.999, 8), (0, 0)])
def test_part_of_an_inch_counts_as_a_whole_one(hw, gap, counts):
    """hw.play.range-rounding: 7.25 is 8."""
    s = hw.battle(hw.element("blue", 10, 5), hw.element("red", 10, 7 + gap, A=1))
    assert effective_range(s, 0, 1).value == counts + 1


def test_one_shooting_action_an_activation(hw):
    """hw.play.one-shot: no second shot of either kind."""
    s = hw.battle(hw.element("blue", 10, 5, F=1), hw.element("red", 10, 30, D=0))
    for again in ("stand", "patrol+shoot"):
        assert hw.refused(s, activate, 0, script=["stand", [1], again]).rule == "hw.play.one-shot"
    done = hw.run(s, activate, 0, script=["stand", [1], "patrol", hw.to(10, 6)])
    assert "hw.play.one-shot" in done.fired


def test_active_element_backs_off_from_a_draw(hw):
    """hw.play.charge-draw: 9 against 8 is 4 to 4: both take 4, the charger moves an inch away."""
    stats = {"P": 1, "F": 0, "A": 9}
    s = hw.battle(hw.element("blue", 10, 5, M=1, **stats), hw.element("red", 10, 8, M=0, **stats))
    done = hw.run(s, carry_out, 0, "charge", script=[[8], [8], (0, 0, 4)])
    assert (done.state[0].A, done.state[1].A) == (5, 5)
    assert hw.at(done.state, 0) == pytest.approx((10000, 5000), abs=3)
    assert "hw.play.charge-draw" in done.fired


def test_moves_keep_clear_of_others(hw):
    """hw.play.spacing: not through anybody, friend or enemy, and an inch from every enemy at the end."""
    friend, foe = hw.element("blue", 10, 9, name="friend"), hw.element("red", 15, 5)
    s = hw.battle(hw.element("blue", 10, 5, M=4), friend, foe)
    through = hw.refused(s, move, 0, "patrol", script=[hw.to(10, 12)])
    assert (through.rule, through.says) == ("hw.play.spacing", "friend is in the way")
    near = hw.refused(s, move, 0, "patrol", script=[hw.to(12.1, 5)])
    assert near.rule == "hw.play.spacing"
    assert "0.1 too close" in near.says
    hw.run(s, move, 0, "patrol", script=[hw.to(12, 5)])
    hw.run(s, move, 0, "patrol", script=[hw.to(10, 7)])  # friends may be touched


def test_terrain_costs(hw):
    """hw.play.terrain: 2 inches of wood cost 4; M 3 on patrol gets 4 inches far through it."""
    wood, lake = hw.ground("wood", 5, 6, 15, 8, "difficult"), hw.ground("lake", 12, 3, 20, 6, "impassable")
    s = hw.battle(hw.element("blue", 10, 5, M=3), pieces=[wood, lake])
    assert hw.at(hw.run(s, move, 0, "patrol", script=[hw.to(10, 9)]).state, 0) == (10000, 9000)
    assert hw.refused(s, move, 0, "patrol", script=[hw.to(10, 9.1)]).rule == "hw.move.patrol"
    assert hw.refused(s, move, 0, "patrol", script=[hw.to(13, 5)]).rule == "hw.play.terrain"


@pytest.mark.parametrize(("kind", "may"), [("infantry", True), ("vehicle", False), ("mech", False)])
def test_only_infantry_enters_buildings(hw, kind, may):
    """hw.play.terrain: infantry may occupy a house, mechs and vehicles may not."""
    house = hw.ground("house", 8, 8, 12, 12, "blocking", "building")
    s = hw.battle(hw.element("blue", 10, 5, kind=kind, M=3), pieces=[house])
    if may:
        assert hw.at(hw.run(s, move, 0, "patrol", script=[hw.to(10, 10)]).state, 0) == (10000, 10000)
    else:
        assert hw.refused(s, move, 0, "patrol", script=[hw.to(10, 10)]).rule == "hw.play.terrain"


@pytest.mark.parametrize("kind", ["infantry", "mech"])
def test_only_infantry_charges_into_a_building(hw, kind):
    """hw.play.terrain: infantry inside a house is out of a mech's reach, not of infantry's."""
    house = hw.ground("house", 8, 8, 12, 12, "blocking", "building")
    red = hw.element("red", 10, 10, kind="infantry", P=1, F=0, M=0, A=9)
    s = hw.battle(hw.element("blue", 10, 5, kind=kind, P=1, F=0, M=3), red, pieces=[house])
    if kind == "mech":
        assert hw.refused(s, carry_out, 0, "charge", script=[1]).rule == "hw.play.terrain"
    else:
        assert hw.events(hw.run(s, carry_out, 0, "charge", script=[[12], [1]]), "fought")


def test_turn_ends_when_all_have_activated(hw):
    """hw.play.turn-end: everybody is fresh in the next turn, and victory was tested."""
    s = hw.battle(hw.element("blue", 10, 5, activated=True), hw.element("red", 10, 30, activated=True))
    s = hw.run(s, step).state
    assert s.phase == "end"
    done = hw.run(s, step)
    assert (done.state.turn, done.state.phase) == (2, "initiative")
    assert not any(e.activated for e in done.state.units)
    assert {"hw.play.turn-end", "hw.play.victory"} <= done.fired


def attack(hw, reds, turn, advance=4, turns=6):
    """The end of a turn of a Deliberate Attack, with these red P (and an ineffective one for each 0)."""
    units = [
        hw.element("red", 4 * i + 2, 35, name=f"r{i}", P=max(P, 1), F=4 if P else 0, start=(4, 3, 4))
        for i, P in enumerate(reds)
    ]
    mission = {"goal": "attack", "turns": turns, "advance_presence": advance, "reserves_per_turn": 1}
    return hw.battle(hw.element("blue", 10, 5), *units, turn=turn, phase="end", mission=mission)


@pytest.mark.parametrize(
    ("reds", "turn", "winner"),
    [
        ((2, 2), 1, "on"),  # never at the end of turn 1
        ((2, 2), 2, "blue"),
        ((2, 2, 0), 2, "blue"),  # F 0 is not effective
        ((2, 2, 2), 2, "on"),
        ((2, 2, 2, 2), 1, "red"),  # 4 elements, 8 = twice 4
        ((2, 2, 2, 1), 2, "on"),  # 7 is less
        ((3, 3, 3), 2, "on"),  # only 3 elements
        ((2, 2, 2, 2, 0), 1, "red"),
        ((2, 2, 2), 6, "red"),  # time is up
    ],
)
def test_deliberate_attack(hw, reds, turn, winner):
    """hw.play.victory: 2 or fewer effective defenders, or 4 or more with twice the advance force's P."""
    over = outcome(hw.run(attack(hw, reds, turn), end_turn).state)
    assert (over.winner if over else "on") == winner


def test_destroyed_side_loses(hw):
    """hw.play.victory: whoever is alone on the table has won; nobody left is a draw."""
    s = hw.battle(hw.element("blue", 10, 5, A=0), hw.element("red", 10, 30), phase="end")
    assert outcome(hw.run(s, end_turn).state).winner == "red"
    assert outcome(hw.run(s.change(1, A=0), end_turn).state).winner is None


def objectives(hw, *units, turn=6):
    places = (Objective("hill", 10000, 20000, 2), Objective("well", 30000, 20000, 1))
    return hw.battle(*units, turn=turn, phase="end", mission={"objectives": places})


def test_objectives_are_held_by_effective_elements_alone_within_three_inches(hw):
    """hw.play.victory: nearest point of the base within 3 inches; contested or ineffective holds nothing."""
    near, far = hw.element("blue", 10, 16), hw.element("blue", 10, 15.9)
    s = objectives(hw, near, hw.element("red", 30, 24, radius=1))
    hill, well = s.mission.objectives
    assert (holder(s, hill), holder(s, well)) == ("blue", "red")
    assert holder(objectives(hw, far, hw.element("red", 39, 39)), hill) is None
    assert holder(s.change(0, F=0), hill) is None
    assert holder(objectives(hw, near, hw.element("red", 10, 24)), hill) is None
    over = outcome(hw.run(s, end_turn).state)
    assert (over.winner, over.why) == ("blue", "objectives 2 to 1")


def test_objectives_count_at_the_end_only(hw):
    """hw.play.victory: before the last turn nothing is scored and nobody wins."""
    s = objectives(hw, hw.element("blue", 10, 18), hw.element("red", 39, 39), turn=3)
    done = hw.run(s, end_turn)
    assert (done.state.points, outcome(done.state)) == ((0, 0), None)
