"""Horizon Wars: what an audit found wrong or unsaid: targets out of reach, the last enemy, words, uneven forces."""

import pytest
from msgspec.structs import replace

from hexless.games.horizon_wars import ruleset
from hexless.games.horizon_wars.activation import activate, carry_out
from hexless.games.horizon_wars.fight import fight
from hexless.games.horizon_wars.force import force_faults
from hexless.games.horizon_wars.turn import activation, deploy, step
from hexless.kernel import Position
from hexless.moves import Way
from hexless.ruleset import shipped
from hexless.ruleset.telling import tell

HARD = {"P": 1, "F": 0, "M": 0, "A": 9}


def told(hw, done):
    """The log as people read it."""
    names = {i: e.name for i, e in enumerate(done.state.units)}
    return [tell(event, ruleset.showing.phrases, names) for event in done.log]


def labels(done, prompt):
    asks = [request.question for request, _ in done.made if hasattr(request, "question")]
    return next(dict(zip(ask.options, ask.labels)) for ask in asks if ask.prompt == prompt)


def test_target_out_of_all_reach_is_marked(hw):
    """hw.shoot.hits: one die reaches 12 at most; 8 + A 4 may hit, 9 + A 4 is hopeless, and may still be named."""
    near, far = (hw.element("red", 10, y, name=f"red {y}", D=0) for y in (15, 16))
    s = hw.battle(hw.element("blue", 10, 5, F=1), near, far)
    done = hw.run(s, carry_out, 0, "stand", script=[2, [12]])
    assert labels(done, "target") == {1: "red 15: needs 12, 1 dice", 2: "red 16: hopeless, needs 13, 1 dice"}
    assert hw.events(done, "shot")[0].data["hits"] == 0
    moving = hw.run(s.change(0, F=4), carry_out, 0, "patrol+shoot", script=[hw.to(10, 4), None])
    assert "hopeless" not in "".join(labels(moving, "target").values())  # two dice


@pytest.mark.parametrize("stat", ["M", "F"])
def test_force_without_legs_or_guns_is_refused(stat):
    """hw.play.current-stats: M 0 and F 0 come from damage only."""
    force = next(iter(shipped.forces(ruleset).values()))
    broken = replace(force, types=(replace(force.types[0], **{stat: 0}), *force.types[1:]))
    assert [fault.place for fault in force_faults(broken)] == [f"$.types[0].{stat}"]
    assert not force_faults(force)


@pytest.mark.parametrize(("most", "said"), [(3, False), (4, True)])
def test_uneven_forces_are_reported_once(hw, most, said):
    """hw.play.victory: P 4 against 2 is more than half as much again; P 3 against 2 is not."""
    units = hw.element("blue", 10, 5, P=2, placed=False), hw.element("red", 10, 35, P=most, placed=False)
    s = hw.battle(*units, phase="deploy", turn=0, next="red")
    first = hw.run(s, deploy, script=[{"x": 20000, "y": 36000}])
    assert bool(hw.events(first, "unequal")) is said
    second = hw.run(first.state, deploy, script=[{"x": 20000, "y": 4000}])
    assert not hw.events(second, "unequal")
    if said:
        assert "red brings a P of 4, blue 2: no even match" in told(hw, first)


def test_shipped_forces_are_even(hw):
    """hw.play.victory: our own forces are not reported."""
    brings = [sum(pick_p(force, pick) for pick in force.elements) for force in shipped.forces(ruleset).values()]
    assert 2 * max(brings) <= 3 * min(brings)


def pick_p(force, pick):
    return next(profile.P for profile in force.types if profile.name == pick.type)


def last_enemy(hw, **red):
    """Blue, with a second element to come, shoots at the last red."""
    stats = {"A": 1, "F": 0, "M": 0, "D": 0} | red
    return hw.battle(hw.element("blue", 10, 5, F=1), hw.element("red", 10, 10, **stats), hw.element("blue", 15, 5))


def test_nobody_is_asked_after_the_last_enemy_is_gone(hw):
    """hw.play.victory: no second action, no other activation; the turn ends, and the game with it."""
    done = hw.run(last_enemy(hw), activation, script=[0, "stand", [12]])
    assert done.state.phase == "end"
    over = hw.run(done.state, step).state.over
    assert (over.winner, over.why) == ("blue", "the enemy is destroyed")
    position = Position(ruleset, last_enemy(hw)).play(0).play("stand").play([12])
    assert position.outcome is not None


def test_reserves_still_to_come_keep_the_game_going(hw):
    """hw.play.victory: an enemy in reserve is an enemy left."""
    s = last_enemy(hw)
    s = s.with_(units=(*s.units, hw.element("red", 10, 35, name="reserve", placed=False, advance=False)))
    done = hw.run(s, activation, script=[0, "stand", [12], "hold"])
    assert done.state.phase == "activate"


def test_last_enemy_that_falls_in_its_own_activation_ends_it(hw):
    """hw.play.victory: red charges and is destroyed; blue has nothing more to do."""
    blue = hw.element("blue", 10, 5, kind="infantry", activated=True, **HARD)
    red = hw.element("red", 10, 9, kind="infantry", P=1, F=0, M=3, A=1)
    done = hw.run(hw.battle(blue, red, next="red"), activation, script=["charge", [1], [12]])
    assert done.state.phase == "end"


def test_draw_is_called_a_draw(hw):
    """hw.play.charge-draw: nobody wins, and who rolls what has a name."""
    s = hw.battle(hw.element("blue", 10, 10, name="Anvil", **HARD), hw.element("red", 10, 12, name="Hammer", **HARD))
    lines = told(hw, hw.run(s, fight, 0, 1, 0, script=[[9], [8]]))
    assert "Anvil fights Hammer: a draw; they take 4 and 4 damage" in lines
    assert [line for line in lines if "charge" in line] == ["charge, Anvil: 9", "charge, Hammer: 8"]
    assert "Anvil scores 9, Hammer 8" in lines
    assert "Anvil gives ground, 1 inch" in lines
    won = told(hw, hw.run(s, fight, 0, 1, 0, script=[[9], [4]]))
    assert "Anvil fights Hammer: Anvil wins; they take 2 and 4 damage" in won


def test_who_overran_moves_on_and_gives_no_ground(hw):
    """hw.charge.vehicle-moves-on: in words of its own."""
    men = hw.element("red", 10, 12, kind="infantry", **HARD)
    lines = told(hw, hw.run(hw.battle(hw.element("blue", 10, 10, name="Anvil", **HARD), men), fight, 0, 1, 0,
                            script=[[9], [4]]))  # fmt: skip
    assert "Anvil moves on 1 inch" in lines
    assert not any("gives ground" in line for line in lines)


def test_moves_say_how_far(hw):
    """hw.move.patrol, hw.move.charge-halt: 3 and 4 inches round a corner are 7; a charge says both its parts."""
    s = hw.battle(hw.element("blue", 10, 10, name="Anvil", M=4), hw.element("red", 39, 39))
    done = hw.run(s, activate, 0, script=["patrol", Way(((13000, 10000), (13000, 14000))), "hold"])
    assert "Anvil makes a patrol move of 7 inches" in told(hw, done)
    near = hw.battle(
        hw.element("blue", 10, 5, name="Anvil", P=1, F=0), hw.element("red", 10, 11, name="Hammer", **HARD)
    )
    lines = told(hw, hw.run(near, carry_out, 0, "charge", script=[[12], [1]]))
    assert "Anvil halts before Hammer, 3 inches on" in lines
    assert "Anvil closes on Hammer, 4 inches in all" in lines


def test_who_lets_one_reaction_pass_may_react_to_the_next(hw):
    """hw.play.reaction-order: blue's watcher lets the first red go and answers the second; at a halt, too."""
    reds = [hw.element("red", x, 30, name=f"red {x}", activated=True, reactions=1, D=0) for x in (10, 14)]
    watcher = hw.element("blue", 20, 5, name="watcher", activated=True, reactions=1, D=0)
    s = hw.battle(hw.element("blue", 10, 5, D=0, F=0), *reds, watcher, rulings={"chain_reactions": True})
    script = ["cautious", hw.to(10, 6), 1, "cautious", hw.to(10, 29), None, 2, "cautious", hw.to(14, 29), 3, "cautious",
              hw.to(20, 6), "hold"]  # fmt: skip
    done = hw.run(s, activate, 0, script=script)
    assert [(e.data["unit"], e.data["actor"]) for e in hw.events(done, "reacts")] == [(1, 0), (2, 0), (3, 2)]


def test_nobody_at_the_halt_ends_the_reactions(hw):
    """hw.play.react: two could react; once their owner says nobody, the charge goes on."""
    reds = [hw.element("red", x, 11, name=f"red {x}", activated=True, reactions=1, **HARD) for x in (10, 13)]
    s = hw.battle(hw.element("blue", 10, 5, P=1, F=0), *reds)
    done = hw.run(s, carry_out, 0, "charge", script=[1, None, [12], [1]])
    assert [e.kind for e in done.log if e.kind in ("reacts", "fought")] == ["fought"]


def test_chain_ends_although_everybody_could_go_on(hw):
    """hw.play.reaction-order: in one chain nobody reacts twice, with two actions stored as well."""
    rulings = {"chain_reactions": True, "reserved_reactions_max": 2, "stored_action_counts": False}
    blue = hw.element("blue", 10, 5, D=0, F=0)
    watchers = [hw.element(side, x, y, activated=True, reactions=2, name=f"{side} {x}", D=0)
                for side, x, y in (("red", 10, 30), ("blue", 20, 5))]  # fmt: skip
    s = hw.battle(blue, *watchers, rulings=rulings)
    script = ["cautious", hw.to(10, 6), 1, "cautious", hw.to(10, 29), 2, "cautious", hw.to(20, 6), "hold"]
    done = hw.run(s, activate, 0, script=script)
    assert [event.data["unit"] for event in hw.events(done, "reacts")] == [1, 2]
    assert done.state.reacted == ()
