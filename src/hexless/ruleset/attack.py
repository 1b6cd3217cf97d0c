"""Attacks that can be weighed without a table: what they depend on, and the rules that give their odds."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from hexless.kernel import Dist

__all__ = ["Attack", "Input"]


class Input(msgspec.Struct, frozen=True):
    """One number or word that an attack's odds depend on."""

    name: str
    says: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    default: int | str | None = None


class Attack(msgspec.Struct, frozen=True):
    """Odds of one kind of attack, by the procedures that play it: `odds(rulings, **inputs)`."""

    name: str
    says: str
    value: str
    inputs: tuple[Input, ...]
    odds: Callable[..., Dist]
    rules: tuple[str, ...]
    ends: str = "destroyed"  # the word of an outcome in which a unit is gone
