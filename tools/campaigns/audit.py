"""Three verifiers of dice agree on every honest game and find every tampering."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import suppress
from itertools import count, islice

import toy

from campaigns import tampering, verifiers
from hexless.ruleset import find, names

EACH = 10  # tamperings of a game
ENOUGH = 10  # dice of a game, so that those of another seed are others; in a game without dice none was chosen
OTHERS = 8  # every so many games one of another ruleset than Skirmish, each in its turn
CHOSEN = {"faces", "seed", "seed_bound", "nonce", "nonce_bound", "nonces_changed", "bound"}  # found without a receipt


def run(until, size=0):
    """Whole games, each tampered with in ten ways; `size` games at most."""
    rulesets = [find(name) for name in names() if name != "skirmish"]
    audit, number = Audit(), 0
    with suppress(KeyboardInterrupt), verifiers.Browser() as audit.browser:
        while (time.monotonic() < until and number < (size or 10**9)) or not number:
            number += 1
            turn, other = divmod(number, OTHERS)
            audit.game(rulesets[turn % len(rulesets)] if not other else toy.ruleset, number)
    figures = {"games": audit.games.total(), "of": dict(audit.games), "tamperings": audit.kinds.total()}
    figures |= {"kinds": len(audit.kinds), "chosen dice, with nothing that was shown": audit.bare}
    return figures, audit.faults


class Audit:
    """What the three found."""

    def __init__(self):
        self.games, self.kinds, self.bare, self.faults = Counter(), Counter(), 0, []

    def game(self, rules, number):
        """An honest game, and what becomes of it."""
        data = tampering.game(rules, number)
        seen = tampering.last(data)
        self.games[rules.id] += 1
        for receipt in (seen, ""):
            for who, found in self._judged(rules, data, receipt):
                if found is not None:
                    self.faults.append(f"{who} refuses an honest game {number} of {rules.id}: {found}")
        tried = (tampering.tampered(data, number * 1000 + n) for n in count())
        for kind, anew, changed in islice((each for each in tried if each[2] != data), EACH):
            self.kinds[kind] += 1
            bare = anew and kind in CHOSEN and tampering.dice(data) >= ENOUGH
            self.bare += bare
            for receipt in (seen, "") if bare else (seen,):
                for who, found in self._judged(rules, changed, receipt):
                    if found is None:
                        told = f"{kind} (closed anew: {anew}, shown: {bool(receipt)}) in game {number} of {rules.id}"
                        self.faults.append(f"{who} did not find {told}")

    def _judged(self, rules, data, seen):
        yield "hexless audit", verifiers.ours(rules, data, seen)
        yield "tools/verify_dice.py", verifiers.plain(data, seen)
        yield "the browser's code", self.browser.fault(data, seen)
