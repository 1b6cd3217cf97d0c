"""Ratings of a ruleset's players, by openskill (Plackett and Luce): how strong, and how sure we are of it."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

__all__ = ["BEGINNER", "Strength", "after", "known"]


class Strength(NamedTuple):
    """A rating, and its standard error."""

    mu: float
    sigma: float


BEGINNER = Strength(25.0, 25.0 / 3)


def known() -> bool:
    """Whether ratings can be worked out here."""
    return find_spec("openskill") is not None


@cache
def _model() -> Any:
    return import_module("openskill.models").PlackettLuce()


def after(first: Strength, second: Strength, won: float) -> tuple[Strength, Strength]:
    """The ratings of two after their game; `won` by the first: 1, 0, or a half for a draw."""
    model = _model()
    teams = [[model.rating(mu=each.mu, sigma=each.sigma)] for each in (first, second)]
    ((one,), (two,)) = model.rate(teams, scores=[won, 1 - won])
    return Strength(one.mu, one.sigma), Strength(two.mu, two.sigma)
