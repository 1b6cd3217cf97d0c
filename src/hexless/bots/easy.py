"""The bot that plays as a beginner does: it looks at what is near, one act ahead, and expects middling luck."""

from __future__ import annotations

from typing import Any

from hexless.kernel import Decision, Stream
from hexless.ruleset import Ruleset

from .ahead import Ahead
from .greedy import Reason, likely
from .ideas import ideas
from .luck import Spread
from .playout import Playout

__all__ = ["EasyBot"]

_WIDTH = 4  # a beginner thinks of little


class EasyBot:
    """Takes the best of the first few suggestions, each played once to the end of the own turn with middling dice.

    So it wastes no turn and walks into no wall, but it does not see the reply, and never weighs a risk.
    """

    def __init__(self, rules: Ruleset[Any], stream: Stream) -> None:
        self.score, self.stream = rules.score, stream
        self.reasons: tuple[Reason, ...] = ()

    def answer(self, decision: Decision) -> Any:
        options = ideas(decision.question, _WIDTH)
        self.reasons = ()
        position = likely(decision, self.stream) if len(options) > 1 else None
        if position is None:
            return options[0]
        closed = Ahead(position, decision.seat, self.score, {}, _WIDTH).closed
        middling, prompt = Spread(0, 0), decision.question.prompt
        plans = [((prompt, each),) for each in options]
        ends = [Playout(position, decision.seat, plan, middling.luck(0), closed).after_turn() for plan in plans]
        scores = [float(self.score(end, decision.seat)) for end in ends]
        chance = self.stream.shuffled(range(len(options)))
        order = sorted(range(len(options)), key=lambda i: (-scores[i], chance[i]))
        self.reasons = tuple(Reason(options[i], scores[i]) for i in order[:3])
        return options[order[0]]
