"""Ready questions as experiments: who wins, what a unit is worth, what a ruling moves, which bot wins, what is luck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from hexless.kernel import GameError
from hexless.ruleset import Ruleset, find, shipped

from .experiment import Arm, Combination, Edit, Experiment
from .rosters import edited, kinds, price
from .sequence import Stop

__all__ = ["Terms", "alternatives", "balance", "bots", "luck", "price_of", "rulings"]


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What every question takes."""

    scenarios: tuple[str, ...] = ()
    forces: tuple[str, ...] = ()
    bots: tuple[str, ...] = ("random",)
    rulings: dict[str, Any] = {}
    seed: str = "1"
    stop: Stop = Stop()


def _ask(game: str, name: str, terms: Terms, **more: Any) -> Experiment:
    given: dict[str, Any] = {
        "scenarios": terms.scenarios,
        "forces": (terms.forces,) if terms.forces else (),
        "bots": terms.bots,
        "rulings": terms.rulings,
        "seed": terms.seed,
        "stop": terms.stop,
    }
    return Experiment(**{"game": game, "name": name, **given, **more})


def _first_scenario(rules: Ruleset[Any], terms: Terms) -> str:
    if not (names := terms.scenarios or shipped.names(rules, "scenario")):
        raise GameError(f"{rules.title} comes with no scenario; name a file")
    return names[0]


def balance(game: str, terms: Terms) -> Experiment:
    """Who wins, by seat and by force."""
    where = ", ".join(terms.scenarios) or "all scenarios"
    return _ask(game, f"Balance of {find(game).title}: {where}", terms)


def bots(game: str, terms: Terms) -> Experiment:
    """Each bot against each other."""
    rules = find(game)
    where = _first_scenario(rules, terms)
    name = f"Bots at {rules.title}: {', '.join(terms.bots)}"
    return _ask(game, name, terms, compare="bots", scenarios=terms.scenarios or (where,))


def luck(game: str, terms: Terms) -> Experiment:
    """How much of the result is dice."""
    where = ", ".join(terms.scenarios) or "all scenarios"
    return _ask(game, f"Luck in {find(game).title}: {where}", terms, compare="luck")


def rulings(game: str, terms: Terms, only: tuple[str, ...] = ()) -> Experiment:
    """What each ruling moves: every alternative against the default, on one scenario."""
    rules = find(game)
    where = _first_scenario(rules, terms)
    known = alternatives(rules)
    for name in only:
        if name not in known:
            raise GameError(f"there is no ruling {name!r} with an alternative to try; there is: {', '.join(known)}")
    arms = [
        Arm(f"{name} = {_worded(value)}", {name: value})
        for name in only or known
        for value in known[name]
        if terms.rulings.get(name) != value
    ]
    what = ", ".join(only) or "rulings"
    return _ask(
        game,
        f"What moves {rules.title}: {what}, in {where}",
        terms,
        compare="arms",
        scenarios=(where,),
        arms=(Arm("as it is"), *arms),
    )


def alternatives(rules: Ruleset[Any]) -> dict[str, list[Any]]:
    """The other values of each ruling; of a number its least and its greatest."""
    form = msgspec.json.schema(rules.files.rulings)
    fields: dict[str, Any] = form["$defs"][rules.files.rulings.__name__]["properties"]
    defaults = msgspec.to_builtins(rules.files.rulings())
    out = {}
    for name, field in fields.items():
        bounds = [field[key] for key in ("minimum", "maximum") if key in field]
        values = field.get("enum") or ([False, True] if field.get("type") == "boolean" else bounds)
        if others := [value for value in values if value != defaults[name]]:
            out[name] = others
    return out


def _worded(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def price_of(game: str, force: str, unit: str, terms: Terms) -> Experiment:
    """What a unit is worth to a force: without it, with one more, and held against the other units for their points.

    "A+B" are two that go together, such as riders and what they ride in.
    """
    rules = find(game)
    army = shipped.force(rules, force)
    where, pairing = _pairing(rules, force, terms)
    costs = [price(rules, army, each) for each in unit.split("+")]
    cost = None if None in costs else sum(filter(None, costs))
    known = kinds(army)
    mine = {known[each] for each in unit.split("+") if each in known}
    less = _less(rules, army, force, unit)
    if less is None:
        edited(rules, army, drop=unit.split("+"))  # which says why not
        raise GameError(f"{force} cannot play without {unit}")
    arms = [less[0], *_more(rules, army, force, unit)]
    others = [_less(rules, army, force, each) for each in dict.fromkeys(kinds(army).values()) if each not in mine]
    held = {arm.name: saved for arm, saved in filter(None, others) if saved} if less[1] else {}
    arms += [arm for arm, _ in filter(None, others) if arm.name in held]
    sums = (_above_its_price(unit, less, held),) if held else ()
    return _ask(
        game,
        f"What {unit} is worth to {force} ({'no points' if cost is None else f'{cost} points'})",
        terms,
        compare="arms",
        scenarios=(where,),
        forces=(pairing,),
        arms=(Arm("as it is"), *arms),
        combinations=sums,
        of=force,
    )


def _pairing(rules: Ruleset[Any], force: str, terms: Terms) -> tuple[str, tuple[str, ...]]:
    """A scenario for the force, and who plays in it; the force stands in for the first if it is none of them."""
    where = _first_scenario(rules, terms)
    theirs = terms.forces or tuple(shipped.scenario(rules, where).forces)
    if theirs.count(force) > 1:
        raise GameError(f"{force} plays against itself in {where}; name other forces (--force, once for each seat)")
    return where, theirs if force in theirs else (force, *theirs[1:])


def _less(rules: Ruleset[Any], army: Any, force: str, unit: str) -> tuple[Arm, int] | None:
    """The arm that is one such unit short, and the points that it saves; None where the force cannot do without."""
    try:
        left = edited(rules, army, drop=unit.split("+"))
    except GameError:
        return None
    saved = rules.files.cost(army) - rules.files.cost(left) if rules.files.cost else 0
    whole = saved >= sum(price(rules, army, each) or 0 for each in unit.split("+"))
    return Arm(f"{'without' if whole else 'fewer'} {unit}", edits=(Edit(force, drop=tuple(unit.split("+"))),)), saved


def _more(rules: Ruleset[Any], army: Any, force: str, unit: str) -> Iterator[Arm]:
    """The arm with one more, where there is room."""
    try:
        edited(rules, army, add=unit.split("+"))
    except GameError:
        return
    yield Arm(f"one more {unit}", edits=(Edit(force, add=tuple(unit.split("+"))),))


def _above_its_price(unit: str, less: tuple[Arm, int], others: dict[str, int]) -> Combination:
    """What leaving the unit out takes away, less what leaving others out takes away for the same points."""
    arm, saved = less
    weights = {name: saved / (len(others) * each) for name, each in others.items()}
    first = {"as it is": 1.0 - sum(weights.values()), arm.name: -1.0}
    return Combination(f"what {unit} is worth above its {saved} points", first | weights)
