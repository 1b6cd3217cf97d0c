"""The odds of one attack: inputs checked against what the attack asks for, outcomes exact and in order."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from operator import itemgetter
from typing import Any

from hexless.kernel import Dist, GameError, UnknownName
from hexless.kernel.errors import clip
from hexless.kernel.state import Value

from .attack import Attack, Input
from .ruleset import Ruleset
from .shipped import chosen_rulings

__all__ = ["AttackOdds", "Chance", "allowed", "attack_odds", "checked_inputs"]

Given = int | str


class Chance(Value, frozen=True):
    """One outcome and how likely it is."""

    value: Any
    numerator: int
    denominator: int

    @property
    def p(self) -> float:
        return self.numerator / self.denominator


class AttackOdds(Value, frozen=True):
    """What may come of an attack. `mean` is None when the outcomes are no numbers."""

    game: str
    attack: str
    inputs: dict[str, Given]
    outcomes: tuple[Chance, ...]
    mean: Fraction | tuple[Fraction, ...] | None
    rules: tuple[str, ...]

    def wire(self) -> dict[str, Any]:
        """The JSON form; numerators and denominators are texts, for they outgrow other languages' numbers."""
        mean = [float(part) for part in self.mean] if isinstance(self.mean, tuple) else self.mean
        return {
            "game": self.game,
            "attack": self.attack,
            "inputs": self.inputs,
            "outcomes": [
                {
                    "value": list(chance.value) if isinstance(chance.value, tuple) else chance.value,
                    "numerator": str(chance.numerator),
                    "denominator": str(chance.denominator),
                    "p": chance.p,
                }
                for chance in self.outcomes
            ],
            "mean": float(mean) if isinstance(mean, Fraction) else mean,
            "rules": list(self.rules),
        }


def attack_odds(
    rules: Ruleset[Any], attack: str, given: Mapping[str, object], rulings: Mapping[str, object] | None = None
) -> AttackOdds:
    """The odds of an attack with these inputs and rulings, as numbers or as text."""
    found = rules.attack(attack)
    inputs = checked_inputs(found, given)
    dist = found.odds(chosen_rulings(rules, rulings), **inputs).reduced()
    return AttackOdds(rules.id, found.name, inputs, _outcomes(dist), _mean(dist), found.rules)


def checked_inputs(attack: Attack, given: Mapping[str, object]) -> dict[str, Given]:
    """Every input of the attack in its order; what is missing takes its default."""
    names = [spec.name for spec in attack.inputs]
    for key in given:
        if key not in names:
            raise UnknownName(f"input of {attack.name}", key, names)
    if missing := [spec for spec in attack.inputs if spec.default is None and spec.name not in given]:
        raise GameError(f"{attack.name} needs {', '.join(f'{spec.name} ({allowed(spec)})' for spec in missing)}")
    return {spec.name: _checked(spec, given.get(spec.name, spec.default)) for spec in attack.inputs}


def _checked(spec: Input, given: object) -> Given:
    if spec.choices:
        if given in spec.choices:
            return str(given)
    else:
        number = _whole(given)
        if number is not None and spec.low <= number <= spec.high:
            return number
    raise GameError(f"{spec.name} is {clip(given)}; it has to be {allowed(spec)}")


def _whole(given: object) -> int | None:
    if isinstance(given, str):
        digits = given.strip().removeprefix("-")
        return int(given) if digits.isascii() and digits.isdigit() and len(digits) < 16 else None
    return given if type(given) is int else None


def allowed(spec: Input) -> str:
    """What the input may be."""
    return f"one of {', '.join(spec.choices)}" if spec.choices else f"a whole number from {spec.low} to {spec.high}"


def _outcomes(dist: Dist) -> tuple[Chance, ...]:
    weighed = sorted(dist, key=itemgetter(0)) if _numbers(dist) else dist  # words stay in the order of the attack
    return tuple(Chance(value, weight, dist.total) for value, weight in weighed)


def _numbers(dist: Dist) -> bool:
    parts = [part for value in dist.weights for part in (value if isinstance(value, tuple) else (value,))]
    return all(isinstance(part, int) for part in parts)


def _mean(dist: Dist) -> Fraction | tuple[Fraction, ...] | None:
    if not _numbers(dist):
        return None
    first = next(iter(dist.weights))
    if isinstance(first, tuple):
        return tuple(dist.map(itemgetter(i)).mean() for i in range(len(first)))
    return dist.mean()
