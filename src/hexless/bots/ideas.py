"""What comes to mind at a question: the proposals of its ruleset; and points to be shared out go evenly first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hexless.kernel import Question, Split, Stream

__all__ = ["first_idea", "ideas"]


def ideas(question: Question, most: int) -> Sequence[Any]:
    """At most so many answers to look at, the likeliest first; where nothing is proposed, any that is legal."""
    if not isinstance(question, Split):
        return question.suggest(most) or [question.sample(Stream("nothing comes to mind", question.prompt))]
    even = evenly(question)
    return [even, *[way for way in question.suggest(most) if way != even]][:most]


def first_idea(question: Question) -> Any:
    """What somebody answers who does not think about it."""
    return ideas(question, 1)[0]


def evenly(question: Split) -> tuple[int, ...]:
    """Each point where most is left: of 4, 3 and 3 four points leave 2, 2 and 2."""
    left = list(question.caps)
    for _ in range(question.total):
        left[left.index(max(left))] -= 1
    return tuple([cap - kept for cap, kept in zip(question.caps, left)])
