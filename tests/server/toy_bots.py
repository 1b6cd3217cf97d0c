"""Bots for the tests."""

import time

from hexless import bots
from hexless.kernel import Value


class Reason(Value, frozen=True):
    answer: object
    score: float


class Quick:
    """Takes the first suggestion and says so."""

    def __init__(self, stream):
        self.reasons = ()

    def answer(self, look):
        options = look.question.suggest(3)
        self.reasons = tuple(Reason(option, -i) for i, option in enumerate(options))
        return options[0]


class Asleep:
    def __init__(self, stream):
        pass

    def answer(self, look):
        time.sleep(600)


class Boundless(Quick):
    """Gives scores that are no numbers."""

    def answer(self, look):
        first = super().answer(look)
        scores = (float("inf"), float("-inf"), float("nan"))
        self.reasons = (Reason(first, 3), *(Reason(first, score) for score in scores))[:3]
        return first


class Broken(Quick):
    def answer(self, look):
        raise ZeroDivisionError("what now")


class Cheat(Quick):
    def answer(self, look):
        return "I win"


ODD = {"greedy:7": Boundless, "greedy:8": Broken, "greedy:9": Cheat}


def make(spec, rules, stream):
    name = spec.partition(":")[0]
    if name not in ("greedy", "random"):
        return bots.make(spec, rules, stream)
    return ODD.get(spec, {"greedy": Quick, "random": Asleep}[name])(stream)
