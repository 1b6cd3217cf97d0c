"""Forecasts of every decision of random games: how long they take, how many are exact, what they say.

    python tools/forecasts.py GAME [GAMES] [SEED]
    python tools/forecasts.py --hold GAME [QUESTIONS] [SAMPLES]
    python tools/forecasts.py --rulings GAME [QUESTIONS] [SAMPLES]

Times are CPU of one core, first looks included; a forecast with nothing left to chance counts for nothing. With --hold
each forecast is held against so many continuations of its position by thrown dice: chi-square for every question, with
the alarm divided by their number, and no end that the forecast calls impossible. --rulings does so under every reading
but the default of every ruling in turn.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from time import process_time
from typing import Any, NamedTuple

from hexless.bots.random import RandomBot
from hexless.kernel import Decision, Dice, Stream, foresee, play_out
from hexless.lab.conformance import readings, start
from hexless.lab.foresight import held
from hexless.ruleset import Ruleset, find
from hexless.ruleset.foretold import foretold, in_words

ALARM = 1e-3  # for all questions together


class Seen(NamedTuple):
    """One forecast: seconds to make and to read it, the work in it, ends, whether exact, what it says first."""

    seconds: float
    reading: float
    work: int
    ends: int
    exact: bool
    says: str


class Spy(RandomBot):
    """Plays at random, and foresees two answers to every question before it does."""

    def __init__(self, rules: Ruleset[Any], stream: Stream, seen: dict[str, list[Seen]]) -> None:
        super().__init__(stream)
        self.rules, self.seen = rules, seen

    def answer(self, decision: Decision) -> Any:
        position = decision.position(Stream(0, "forecast"))
        for answer in decision.question.suggest(2):
            began = process_time()
            found = foresee(position, decision.seat, answer)
            made = process_time()
            told = in_words(foretold(self.rules, found, decision.seat))
            if found.rolls:
                name = f"{decision.question.kind} {decision.question.prompt}"
                row = Seen(
                    made - began, process_time() - made, found.work, len(found.ends), found.exact, "; ".join(told)
                )
                self.seen[name].append(row)
        return super().answer(decision)


def hold(game: str, questions: str, samples: str, ruled: dict[str, Any]) -> None:
    """Forecasts beside what is played, so many under each of the rulings; ends with 1 if one is wrong."""
    from scipy.stats import chi2

    rules, found, wrong = find(game), 0, []
    for name, rulings in ruled.items():
        for each in held(rules, int(questions), int(samples), f"hold {name}", rulings):
            found += 1
            p = chi2.sf(each.statistic, len(each.cells) - 1) if each.exact and each.cells[1:] else 1.0
            if each.strange or p < ALARM / int(questions) / len(ruled):
                wrong.append(f"{name} {each.prompt}: p {p:.2g}, {each.strange} strange ends")
            sys.stderr.write(f"\r{game}: {found} of {int(questions) * len(ruled)} held, {len(wrong)} wrong")
    print(f"\n{game}: {found} forecasts against {samples} continuations each, {len(wrong)} wrong", *wrong, sep="\n")  # noqa: T201
    raise SystemExit(bool(wrong))


def main() -> None:
    if sys.argv[1:2] in (["--hold"], ["--rulings"]):
        game, *numbers = sys.argv[2:]
        questions, samples = (*numbers, *("200", "2000")[len(numbers) :])
        hold(game, questions, samples, {"": None} if sys.argv[1] == "--hold" else dict(readings(find(game))))
    rules, games = find(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 2
    seed = sys.argv[3] if len(sys.argv) > 3 else "forecasts"
    seen: dict[str, list[Seen]] = defaultdict(list)
    for n in range(games):
        _, state = start(rules, f"{seed}/{n}")
        seats = {seat: Spy(rules, Stream(seed, seat), seen) for seat in rules.seats(state)}
        play_out(rules, state, Dice(f"{seed}/{n}"), seats)
    rows = [row for rows in seen.values() for row in rows]
    quick = sum(row.exact and row.seconds + row.reading <= 0.05 for row in rows)
    late = sum(row.seconds + row.reading > 0.25 for row in rows)
    print(f"{rules.title}: {len(rows)} forecasts with dice, {sum(row.exact for row in rows)} exact, "  # noqa: T201
          f"{quick} exact within 50 ms ({quick / max(1, len(rows)):.0%}), {late} later than 250 ms")  # fmt: skip
    for name, found in sorted(seen.items(), key=lambda item: -max(row.seconds for row in item[1]))[:25]:
        worst = max(found)
        print(f"{1e3 * worst.seconds:6.0f} ms + {1e3 * worst.reading:3.0f}, {worst.work:4} work, {worst.ends:3} ends, "  # noqa: T201
              f"{sum(row.exact for row in found)}/{len(found)} exact: {name[:50]} -> {worst.says[:90]}")  # fmt: skip


if __name__ == "__main__":
    main()
