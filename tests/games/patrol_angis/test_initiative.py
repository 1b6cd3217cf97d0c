"""Patrol Angis, heading Initiative & Activation; numbers by hand."""

from hexless.games.patrol_angis.initiative import give_fear, give_token, initiative, place_tokens
from hexless.games.patrol_angis.model import Platoon
from hexless.games.patrol_angis.turn import step


def pools(state):
    return [platoon.pool for platoon in state.platoons]


def test_the_highest_roll_is_everybodys_number_of_tokens_and_the_winner_gets_one_more(pa):
    """pa.initiative.platoon-roll, pa.initiative.token-count, pa.initiative.winner-bonus: 3 against 5."""
    s = pa.battle(pa.element("blue", 50, 10), pa.element("red", 50, 60), phase="initiative")
    done = pa.run(s, initiative, script=[(3,), (5,)])
    assert pools(done.state) == [5, 6]
    assert done.state.winner == "red"
    assert (done.state.next, done.state.phase) == ("blue", "place")  # the loser places first
    assert {"pa.initiative.platoon-roll", "pa.initiative.token-count", "pa.initiative.winner-bonus"} <= done.fired


def test_a_dead_commander_costs_one_down_to_the_floor(pa):
    """pa.initiative.dead-commander: 5 - 1 loses to 5; a roll of 1 stays 1, or is 0 by the ruling."""
    headless = (Platoon("first", "blue", led=False), Platoon("second", "red"))
    units = pa.element("blue", 50, 10), pa.element("red", 50, 60)
    done = pa.run(pa.battle(*units, platoons=headless), initiative, script=[(5,), (5,)])
    assert done.state.winner == "red"
    assert pools(done.state) == [5, 6]
    assert "pa.initiative.dead-commander" in done.fired
    # 1 - 1 is held at 1: a tie with 1, rolled again
    tie = pa.run(pa.battle(*units, platoons=headless), initiative, script=[(1,), (1,), (4,), (2,)])
    assert tie.state.winner == "blue"
    assert pools(tie.state) == [2, 1]  # 4 - 1 = 3 against 2; the tokens are those of the first roll
    low = pa.battle(*units, platoons=headless, rulings={"initiative_floor": 0})
    assert pa.run(low, initiative, script=[(1,), (1,)]).state.winner == "red"


def test_sides_tied_for_the_highest_roll_again_and_the_tokens_stay(pa):
    """pa.initiative.platoon-roll, pa.initiative.token-count: 6 and 6 become 2 and 1; the third platoon's 4 is out."""
    platoons = (Platoon("a", "blue"), Platoon("b", "red"), Platoon("c", "red"))
    units = [pa.element("blue", 50, 10), pa.element("red", 50, 60), pa.element("red", 70, 60, platoon=2)]
    done = pa.run(pa.battle(*units, platoons=platoons), initiative, script=[(6,), (6,), (4,), (2,), (1,)])
    assert pools(done.state) == [7, 6, 6]
    assert done.state.winner == "blue"
    thrice = pa.run(pa.battle(*units, platoons=platoons), initiative, script=[(6,), (6,), (4,), (3,), (3,), (1,), (2,)])
    assert (pools(thrice.state), thrice.state.winner) == ([6, 7, 6], "red")
    larger = [pa.element("blue", 50, 10, n=3), *units[1:]]
    ruled = pa.battle(*larger, platoons=platoons, rulings={"initiative_tie": "more_figures"})
    assert pools(pa.run(ruled, initiative, script=[(6,), (6,), (4,)]).state) == [7, 6, 6]


def test_platoons_of_one_side_do_not_roll_against_each_other(pa):
    """pa.initiative.platoon-roll, pa.initiative.winner-bonus: red's two fives have won, and red says whose is one more;
    tied with blue, too, one die a side decides."""
    platoons = (Platoon("a", "blue"), Platoon("b", "red"), Platoon("c", "red"))
    units = [pa.element("blue", 50, 10), pa.element("red", 50, 60), pa.element("red", 70, 60, platoon=2)]
    s = pa.battle(*units, platoons=platoons)
    done = pa.run(s, initiative, script=[(4,), (5,), (5,), 2])
    assert (pools(done.state), done.state.winner) == ([5, 5, 6], "red")
    three = pa.run(s, initiative, script=[(5,), (5,), (5,), (1,), (6,), 1])
    assert (pools(three.state), three.state.winner) == ([5, 6, 5], "red")


def test_players_place_in_turn_the_loser_first_one_for_each_platoon(pa):
    """pa.initiative.alternate-placement, pa.initiative.one-token-per-platoon: red has two platoons and places two."""
    platoons = (Platoon("a", "blue", pool=2), Platoon("b", "red", pool=1), Platoon("c", "red", pool=1))
    units = [
        pa.element("blue", 50, 10), pa.element("blue", 70, 10), pa.element("red", 50, 60),
        pa.element("red", 70, 60, platoon=2),
    ]  # fmt: skip
    s = pa.battle(*units, platoons=platoons, phase="place", next="red", winner="blue")
    done = pa.run(s, place_tokens)
    assert [e.tokens for e in done.state.units] == [0, 0, 1, 1]
    assert done.state.next == "blue"
    assert pa.asked(done) == []  # each has but one Troop Element to put it on
    other = s.with_(next="blue")
    assert pa.refused(other, place_tokens, script=[3]).rule == "pa.initiative.alternate-placement"  # another platoon
    blue = pa.run(done.state, place_tokens, script=[1])
    again = pa.run(pa.run(blue.state, place_tokens).state, place_tokens, script=[1])  # red has none left
    assert again.state[1].tokens == 2  # any number may lie on one, and the surplus comes last
    over = pa.run(again.state, step)
    assert (over.state.phase, over.state.next) == ("activate", "blue")


def test_an_activation_token_cancels_a_re_motivate_token(pa):
    """pa.initiative.activation-cancels-re-motivate: of two, one is left; then none; then it counts."""
    s = pa.battle(pa.element("blue", 50, 10, fear=2))
    once = pa.run(s, give_token, 0)
    assert (once.state[0].tokens, once.state[0].fear) == (0, 1)
    assert "pa.initiative.activation-cancels-re-motivate" in once.fired
    twice = pa.run(once.state, give_token, 0).state
    assert pa.run(twice, give_token, 0).state[0].tokens == 1


def test_a_re_motivate_token_cancels_an_activation_token(pa):
    """pa.initiative.re-motivate-cancels-activation, pa.play.re-motivate-token: tokens add up once none is left."""
    s = pa.battle(pa.element("blue", 50, 10, tokens=1))
    once = pa.run(s, give_fear, 0)
    assert (once.state[0].tokens, once.state[0].fear) == (0, 0)
    assert "pa.initiative.re-motivate-cancels-activation" in once.fired
    more = pa.run(pa.run(once.state, give_fear, 0).state, give_fear, 0)
    assert more.state[0].fear == 2
    assert "pa.initiative.re-motivate-cancels-activation" not in more.fired


def test_skills_about_tokens(pa):
    """Patrol: one more in turns 1 and 2; untried: lost on an 8; veterans discard one Re-motivate token a turn."""
    patrol = pa.battle(pa.element("blue", 50, 10, skills=("patrol",)), pa.element("red", 50, 60))
    assert pools(pa.run(patrol, initiative, script=[(2,), (4,)]).state) == [5, 5]
    assert pools(pa.run(patrol.with_(turn=3), initiative, script=[(2,), (4,)]).state) == [4, 5]
    green = pa.element("blue", 50, 10, skills=("untried",))
    s = pa.battle(green, platoons=(Platoon("a", "blue", pool=1), Platoon("b", "red")), phase="place")
    assert pa.run(s, place_tokens, script=[(8,)]).state[0].tokens == 0
    assert pa.run(s, place_tokens, script=[(7,)]).state[0].tokens == 1
    old = pa.battle(pa.element("blue", 50, 10, skills=("veteran",)))
    once = pa.run(old, give_fear, 0).state
    assert once[0].fear == 0
    assert pa.run(once, give_fear, 0).state[0].fear == 1
