"""The bot that knows nothing: any legal answer."""

from __future__ import annotations

from typing import Any

from hexless.kernel import Decision, Stream

__all__ = ["RandomBot"]


class RandomBot:
    """Answers each question with a uniform draw of its own stream."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    def answer(self, decision: Decision) -> Any:
        return decision.question.sample(self.stream)
