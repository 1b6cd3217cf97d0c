"""Small positions with one clearly best answer each, and how a bot that has to find it plays them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from hexless import bots
from hexless.bots import GreedyBot
from hexless.kernel import Agent, Ask, AskAll, Decision, Dice, Position, Stream
from hexless.ruleset import Ruleset

Said = dict[str, Any]
Maker = Callable[[Ruleset[Any], Stream], Agent]


class Turns(tuple[Any, ...]):
    """Answers to one prompt, one after another; the last is given for good."""

    def __new__(cls, *answers: Any) -> Turns:
        return super().__new__(cls, answers)


class Best(NamedTuple):
    """A position, how to tell that the best was found, who has to find it, and what others are made to answer.

    found: of the first answer to each prompt, and of the state when the step is over.
    """

    name: str
    state: Any
    found: Callable[[Said, Any], bool]
    seat: str = "blue"
    made: Mapping[str, Any] = {}


def hard(rules: Ruleset[Any], stream: Stream) -> Agent:
    """The bot that has to find nineteen in twenty."""
    return bots.make("hard", rules, stream)


def played(rules: Ruleset[Any], best: Best, maker: Maker = GreedyBot) -> tuple[Said, Any]:
    """What a bot says until the step is over, and the state then; others answer as told, or first as proposed."""
    position = Position(rules, best.state).settle(Dice("positions"))
    bot, said, made = maker(rules, Stream("positions", best.seat)), Said(), dict(best.made)
    while not position.moment.checkpoints and position.request is not None:
        request = position.request
        asks = request.asks if isinstance(request, AskAll) else (request,)
        answers = tuple([_answer(position, ask, best.seat, bot, said, made) for ask in asks])
        position = position.play(answers if isinstance(request, AskAll) else answers[0], Dice("positions"))
    return said, position.moment.checkpoints[0][1]


def _answer(position: Position, ask: Ask, seat: str, bot: Agent, said: Said, made: Said) -> Any:
    prompt = ask.question.prompt
    if prompt in made:
        given = made[prompt]
        if isinstance(given, Turns):
            made[prompt] = Turns(*given[1:]) if len(given) > 1 else given
        return given[0] if isinstance(given, Turns) else given
    if ask.seat != seat:
        return ask.question.suggest(1)[0]
    answer = bot.answer(_decision(position, ask))
    said.setdefault(prompt, answer)
    return answer


def _decision(position: Position, ask: Ask) -> Decision:
    made = [(each.request, each.answer) for each in position.moment.answered][-len(position.tape) :]
    return Decision(position.rules, ask, position.moment.state, position.state, made if position.tape else [], 0)


def missed(rules: Ruleset[Any], positions: list[Best], maker: Maker = GreedyBot) -> list[str]:
    """The names of those that a bot does not find."""
    return [best.name for best in positions if not best.found(*played(rules, best, maker))]
