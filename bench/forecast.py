"""Forecasts: of random games' decisions with dice, and the dice of a large volley beside icepool."""

from __future__ import annotations

import gc
from statistics import median
from time import process_time

import icepool

from hexless.games.dropzone.damage import Blow, harm
from hexless.kernel import Dist, exact, foresee
from hexless.lab.foresight import Foreseen, foreseen
from hexless.ruleset import Ruleset, find, names
from hexless.ruleset.foretold import foretold

from .rows import Row, at_least, at_most, medians, versus

COUNT = 100


def run() -> list[Row]:
    """Every game that ships, all of them together, and the peer."""
    games = [of_game(find(name)) for name in names()]
    share = sum(rows[0].measured for rows in games) / len(games)
    together = at_least("all games: forecasts with dice, exact within 50 ms", share, "%", 95)
    return [row for rows in games for row in rows] + [together, against_icepool()]


def of_game(rules: Ruleset) -> list[Row]:  # type: ignore[type-arg]
    """How many are exact within 50 ms, and the slowest, each made and read once more after it was found."""
    found = foreseen(rules, COUNT, "bench")
    foretold(rules, found[0].forecast, found[0].seat)  # the first look of a process has its own row
    gc.collect()
    gc.freeze()  # as in a worker of the server: what was loaded before is not gone through again and again
    costs = [cost(rules, each) for each in found]
    gc.unfreeze()
    quick = sum(exactly and seconds <= 0.05 for seconds, exactly in costs)
    seconds = [each for each, _ in costs]
    return [
        Row(f"{rules.id}: {len(costs)} forecasts with dice, exact within 50 ms", 100 * quick / len(costs), "%"),
        Row(f"{rules.id}: a forecast, median", 1000 * median(seconds), "ms"),
        at_most(f"{rules.id}: a forecast, the slowest", 1000 * max(seconds), "ms", 250),
    ]


def cost(rules: Ruleset, each: Foreseen) -> tuple[float, bool]:  # type: ignore[type-arg]
    """CPU seconds of a forecast and its reading, and whether it is exact."""
    began = process_time()
    found = foresee(each.position, each.seat, each.answer)
    foretold(rules, found, each.seat)
    return process_time() - began, found.exact


def against_icepool() -> Row:
    """Ten hits that wound on 4, critically on 6, and are countered on 5: by the rule that plays, and by icepool."""

    def ours() -> Dist:
        return exact(harm, 10, Blow(6, 10), 5, 0, 20)

    def theirs() -> object:
        damage = icepool.d6.map(lambda face: 2 if face == 6 else int(face >= 4)) @ 1
        return icepool.map(lambda n: n - (n @ (icepool.d6 >= 5)) if n else 0, 10 @ damage)

    mine, other = ours(), icepool.Die(theirs())
    assert all(float(mine.p(n)) - float(other.probability(n)) < 1e-12 for n in range(21))
    spent = medians({"ours": ours, "theirs": theirs}, rounds=5)
    return versus(
        "ten hits, wounds and countermeasures", 1e3 * spent["ours"], "ms", "icepool", 1e3 * spent["theirs"], target=0.1
    )
