"""Bots for the tests."""

import time

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


def make(spec, rules, stream):
    name = spec.partition(":")[0]
    return {"greedy": Quick, "random": Asleep}[name](stream)
