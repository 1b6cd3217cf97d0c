"""Numbers that are no mean of deals: ratings and shares of the variance, with intervals by drawing the deals again.

These are the usual bootstrap intervals for the deals that were played; nothing is stopped by them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, TypeVar

import msgspec
import numpy as np

from .cells import Task
from .contrasts import Contrast
from .folder import Folder
from .playing import Game
from .sequence import Interval

__all__ = ["Rating", "Share", "luck", "ratings"]

T = TypeVar("T")
_AGAIN = 200  # draws of all the deals
_MOST = 60_000  # ratings of a game, in all draws together


class Rating(msgspec.Struct, frozen=True):
    """How strong a bot is, on the scale of openskill: 25 is a beginner."""

    bot: str
    rating: Interval


class Share(msgspec.Struct, frozen=True):
    """How much of the variance of a scenario's result is there again when only the dice, or the decisions, are."""

    group: str
    dice: Interval
    decisions: Interval


def ratings(folder: Folder) -> tuple[Rating, ...]:
    """Every bot by its games, in the order of the deals; the best first."""
    deals: dict[int, list[Game]] = {}
    for task in sorted(folder.games):
        deals.setdefault(task.deal, []).append(folder.games[task])
    bots = list(dict.fromkeys(bot for cell in folder.plan.cells for bot in cell.bots))
    if not deals:
        return ()
    draws = max(20, min(_AGAIN, _MOST // max(len(folder.games), 1)))
    found = _intervals(list(deals.values()), _rated(bots), folder.plan.stop.confidence, draws)
    rated = [Rating(bot, found[bot]) for bot in bots]
    return tuple(sorted(rated, key=lambda each: -each.rating.mean))


def _rated(bots: Sequence[str]) -> Callable[[Sequence[Sequence[Game]]], dict[str, float]]:
    model: Any = import_module("openskill.models").PlackettLuce()

    def rate(deals: Sequence[Sequence[Game]]) -> dict[str, float]:
        known = {bot: model.rating() for bot in bots}
        for deal in deals:
            for game in deal:
                ranks = [1 - got for got in game.points]
                new = model.rate([[known[bot]] for bot in game.bots], ranks=ranks)
                known |= {bot: team[0] for bot, team in zip(game.bots, new)}
        return {bot: float(rating.mu) for bot, rating in known.items()}

    return rate


def luck(folder: Folder) -> tuple[Share, ...]:
    """The shares of each scenario, where something varied at all."""
    by: dict[str, dict[str, Contrast]] = {}
    for contrast in folder.plan.contrasts:
        by.setdefault(contrast.group, {})[contrast.name] = contrast
    out = []
    for group, named in by.items():
        deals = list(_results(folder, named["dice"], named["decisions"]))
        if deals and _variance(deals):
            found = _intervals(deals, _split, folder.plan.stop.confidence, _AGAIN)
            out.append(Share(group, found["dice"], found["decisions"]))
    return tuple(out)


_Deal = tuple[
    float, float, tuple[float, ...]
]  # apart by dice, apart by decisions, what the first seat got in each cell


def _results(folder: Folder, dice: Contrast, decisions: Contrast) -> Iterator[_Deal]:
    """Of every whole deal."""
    cells = sorted(dice.cells)
    for deal in dict.fromkeys(task.deal for task in sorted(folder.games)):
        games = [folder.games.get(Task(deal, cell)) for cell in cells]
        points = {cell: game.points for cell, game in zip(cells, games) if game}
        if len(points) == len(cells):
            yield dice.value(points), decisions.value(points), tuple(points[cell][0] for cell in cells)


def _variance(deals: Sequence[_Deal]) -> float:
    """Of the result, the forces as they stand: four cells are one way round."""
    got = np.array([results for _, _, results in deals])
    ways = [got[:, i : i + 4] for i in range(0, got.shape[1], 4)]
    return float(np.mean([way.var() for way in ways]))


def _split(deals: Sequence[_Deal]) -> dict[str, float]:
    """Jansen's total shares: half the mean square difference, over the variance; no more than all of it."""
    whole = 2 * len(deals) * _variance(deals) or 1.0
    dice, decisions = sum(deal[0] for deal in deals), sum(deal[1] for deal in deals)
    return {"dice": min(dice / whole, 1.0), "decisions": min(decisions / whole, 1.0)}


def _intervals(
    deals: Sequence[T], read: Callable[[Sequence[T]], Mapping[str, float]], confidence: float, draws: int
) -> dict[str, Interval]:
    """What is read off the deals, and between which values it lies in most draws of as many of them."""
    rng = np.random.default_rng(0)
    again = [read([deals[i] for i in rng.integers(len(deals), size=len(deals))]) for _ in range(draws)]
    out = {}
    for name, seen in read(deals).items():
        values = [each[name] for each in again]
        low, high = np.quantile(values, [(1 - confidence) / 2, (1 + confidence) / 2])
        out[name] = Interval(seen, min(float(low), seen), max(float(high), seen), len(deals))
    return out
