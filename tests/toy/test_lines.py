"""Skirmish, rule by rule: worked examples with forced answers."""

import pytest

from hexless.kernel import Game, IllegalAnswer, Outcome, Position, Script, Stream, exact
from hexless.moves import Spot, Way
from toy import rules, ruleset
from toy.ground import gap, passes
from toy.model import FACE_DOWN, Figure, Force, Rulings, Scenario, Skirmish, guess, view


def table(*places, **more):
    """Figures of red, blue, red, ... at these places."""
    seats = ("red", "blue")
    units = tuple(Figure(f"f{i}", seats[i % 2], x, y, True) for i, (x, y) in enumerate(places))
    return Skirmish(units=units, seats=seats, cards=((), ()), rounds=2, width=12000, depth=6000).with_(**more)


def played(procedure, state, *answers, args=()):
    script = Script(*answers)
    g = Game(state, script)
    procedure(g, *args)
    script.done()
    return g


def test_L1_a_base_goes_into_its_own_strip():
    """sk.deploy"""
    state = ruleset.files.setup(
        Scenario("x", ("red", "blue"), ("", ""), 9000, 6000, 2), [Force("f", ("a",))] * 2, Rulings(), Stream(1, "setup")
    )
    g = played(rules.step, state, {"x": 500, "y": 500})
    assert (g.state[0].x, g.state[0].placed) == (500, True)
    with pytest.raises(IllegalAnswer, match=r"sk.deploy"):
        Position(ruleset, g.state).play(Spot(500, 500))  # blue's strip is at the other edge
    played(rules.step, g.state, Spot(8500, 5500))


def test_L2_cards_are_stacked_face_down_by_all_at_once():
    """sk.cards"""
    g = played(rules.step, table((0, 0), (9000, 0), (0, 3000), (9000, 3000)), [(2, 0), (1, 3)])
    assert g.state.cards == ((2, 0), (1, 3))
    assert view(g.state, "red").cards == ((2, 0), (FACE_DOWN, FACE_DOWN))
    assert view(g.state, None).cards == ((FACE_DOWN,) * 2,) * 2
    guesses = {guess(view(g.state, "red"), "red", Stream(n, "guess")).cards for n in range(20)}
    assert guesses == {((2, 0), (1, 3)), ((2, 0), (3, 1))}


def test_L3_the_top_card_acts_and_the_fallen_waste_theirs():
    """sk.turn"""
    state = table((0, 0), (9000, 0), cards=((0,), (1,)), round=1).change(0, hearts=0, ready=True)
    state = state.change(1, ready=True)
    g = played(rules.step, state)
    assert (g.state.active, g.state.cards, g.state.turn) == (None, ((), (1,)), 1)
    g = played(rules.step, g.state)
    assert g.state.active == 1
    g = played(rules.step, g.state, Way())
    assert g.state.active is None


def test_L4_a_move_is_a_path_round_the_others():
    """sk.move"""
    state = table((1000, 1000), (3000, 1000))
    assert played(rules.move, state, Way(((1000, 5000),)), args=(0,)).state[0].y == 5000
    played(rules.move, state, Way(((1000, 2100), (3000, 2100))), args=(0,))
    for way, why in (
        (Way(((1000, 5001),)), "4001 long; 4000"),
        (Way(((5000, 1000),)), "in the way"),
        (Way(((0, 1000),)), "leaves the table"),
    ):
        with pytest.raises(IllegalAnswer, match=why):
            played(rules.move, state, way, args=(0,))
    assert not passes((0, 0), (4000, 0), (2000, 999))
    assert passes((0, 0), (4000, 0), (2000, 1000))


def test_L5_dice_are_split_over_the_enemies_in_range():
    """sk.shoot: exactly at range is in range."""
    state = table((0, 0), (7000, 0), (0, 3000), (0, 5000))
    assert gap(state, 0, 1) == rules.RANGE
    assert rules.targets(state, 0) == [1, 3]
    assert rules.targets(table((0, 0), (7001, 0)), 0) == []
    g = played(rules.shoot, state, [2, 1], (4, 1), False, (6,), False, args=(0,))
    assert (g.state[1].hearts, g.state[3].hearts) == (1, 1)


def test_L6_to_8_hits_and_wounds():
    """sk.shoot.need, sk.shoot.close and sk.shoot.wound"""
    far, near = table((0, 0), (4001, 0)), table((0, 0), (4000, 0))
    assert (rules.need(far, 0, 1).value, rules.need(near, 0, 1).value) == (4, 3)
    assert rules.need(near, 0, 1).rules == ("sk.shoot.need", "sk.shoot.close")
    assert played(rules.fire, far, (3, 3, 3), args=(0, 1, 3)).state[1].hearts == 2
    g = played(rules.fire, near, (3, 3, 3), args=(0, 1, 3))
    assert not g.state[1].stands
    assert g.log[-1].rules == ("sk.shoot.wound", "sk.shoot.need", "sk.shoot.close")
    assert ruleset.attack("shooting").odds(None, 3, 4) == exact(rules.volley, 3, 4)


def test_L9_who_still_stands_may_snap_back_once():
    """sk.snap: the shooter falls, and its second target is spared."""
    state = table((0, 0), (2000, 0), (0, 9000), (0, 2000)).change(0, hearts=1)
    g = played(rules.shoot, state, [1, 2], (1,), True, (6,), args=(0,))
    assert not g.state[0].stands
    assert g.state[1].snapped
    assert rules.may_snap(g.state, 3)
    assert not rules.may_snap(g.state, 1)
    assert rules.may_snap(g.state.with_(rulings=Rulings("always")), 1)


def test_L10_the_last_seat_or_the_most_hearts():
    """sk.win"""
    state = table((0, 0), (9000, 0), round=2)
    assert rules.outcome(state) == Outcome(None, "2 hearts after the last round", "sk.win")
    assert rules.outcome(state.change(0, hearts=1)).winner == "blue"
    assert rules.outcome(state.with_(round=1)) is None
    assert rules.outcome(state.with_(round=1).change(1, hearts=0)).winner == "red"
    assert rules.outcome(state.with_(active=0)) is None
