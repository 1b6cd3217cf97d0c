"""Three verifiers of dice agree on every honest game and find every tampering."""

from __future__ import annotations

import time
from collections import Counter

import toy

from campaigns import tampering, verifiers
from hexless.ruleset import find, names


def run(until, size=0):
    """Games of every ruleset in turn, each tampered with many times."""
    rulesets = [toy.ruleset, *(find(name) for name in names() if name != "skirmish")]
    faults, kinds, games, tamperings = [], Counter(), Counter(), 0
    with verifiers.Browser() as browser:
        number = 0
        while time.monotonic() < until or not number:
            rules = rulesets[number % len(rulesets)] if number % 3 == 0 else toy.ruleset
            number += 1
            data = tampering.game(rules, number)
            seen = tampering.last(data)
            games[rules.id] += 1
            for who, found in _judged(browser, rules, data, seen):
                if found is not None:
                    faults.append(f"{who} refuses an honest game {number} of {rules.id}: {found}")
            for n in range(size or 40):
                if time.monotonic() > until and tamperings:
                    break
                kind, anew, changed = tampering.tampered(data, number * 1000 + n)
                if changed == data:
                    continue
                tamperings += 1
                kinds[kind] += 1
                for who, found in _judged(browser, rules, changed, seen):
                    if found is None:
                        faults.append(f"{who} did not find {kind} (closed anew: {anew}) in game {number} of {rules.id}")
    return {"games": dict(games), "tamperings": tamperings, "kinds": len(kinds)}, faults


def _judged(browser, rules, data, seen):
    yield "hexless audit", verifiers.ours(rules, data, seen)
    yield "tools/verify_dice.py", verifiers.plain(data, seen)
    yield "the browser's code", browser.fault(data, seen)
