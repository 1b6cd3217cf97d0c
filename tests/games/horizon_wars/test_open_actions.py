"""What is offered is what nothing stands against: worked out in two ways that have to agree, in games by chance."""

from __future__ import annotations

from hexless.games.horizon_wars import actions
from hexless.games.horizon_wars.model import HorizonWars, friends
from hexless.kernel import Dice, Position, Stream
from hexless.lab.conformance import start
from hexless.ruleset import find


def states(seed: str) -> list[HorizonWars]:
    """Where a game with rulings by chance is asked something."""
    rules = find("horizon-wars")
    stream, dice, found = Stream(seed, "choices"), Dice(seed), list[HorizonWars]()
    position = Position(rules, start(rules, seed)[1]).settle(dice)
    while (request := position.request) is not None:
        found.append(position.moment.state)
        position = position.play(request.question.sample(stream), dice)
    return found


def test_what_is_offered_is_what_is_not_refused():
    offered, refused = dict.fromkeys((*actions.ACTIONS, *actions.REACTIONS), 0), 0
    for seed in range(6):
        for s in states(f"open/{seed}")[::5]:
            for unit in (i for side in s.sides for i in friends(s, side)):
                free = [a for a in actions.ACTIONS if actions.why_no_action(s, unit, a) is None]
                assert actions.open_actions(s, unit) == tuple(free)
                refused += len(actions.ACTIONS) - len(free)
                for actor in (i for i in friends(s, s.next) if s[i].side != s[unit].side):
                    back = [a for a in actions.REACTIONS if actions.why_no_reaction(s, unit, actor, a) is None]
                    assert actions.open_reactions(s, unit, actor) == tuple(back)
                    free += back
                for action in free:
                    offered[action] += 1
    assert all(offered[action] for action in (*actions.ACTIONS, *actions.REACTIONS) if action != actions.COUNTER)
    assert refused > 1000
