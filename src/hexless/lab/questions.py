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

__all__ = ["Terms", "balance", "bots", "luck", "price_of", "rulings"]


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
    known = _alternatives(rules)
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


def _alternatives(rules: Ruleset[Any]) -> dict[str, list[Any]]:
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
    """What a unit is worth to a force: without it, with one more, and held against the other units for their points."""
    rules = find(game)
    army = shipped.force(rules, force)
    where, pairing = _pairing(rules, force, terms)
    cost = price(rules, army, unit)  # which refuses a unit that there is not
    out, more = (
        Arm(f"without {unit}", edits=(Edit(force, drop=(unit,)),)),
        Arm(f"one more {unit}", edits=(Edit(force, add=(unit,)),)),
    )
    arms = [arm for arm in (out, more) if _possible(rules, army, arm.edits[0])]
    if not arms:
        raise GameError(f"{force} can play neither without {unit} nor with one more of them")
    others = dict(_others(rules, army, unit)) if cost and out in arms else {}
    arms += [Arm(f"without {kind}", edits=(Edit(force, drop=(kind,)),)) for kind in others]
    sums = (_above_its_price(unit, cost, others),) if cost and others else ()
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


def _possible(rules: Ruleset[Any], army: Any, edit: Edit) -> bool:
    try:
        edited(rules, army, edit.drop, edit.add)
    except GameError:
        return False
    return True


def _others(rules: Ruleset[Any], army: Any, unit: str) -> Iterator[tuple[str, int]]:
    """The other kinds of unit that can be left out, and what one of them costs."""
    known = kinds(army)
    for kind in dict.fromkeys(known.values()):
        cost = price(rules, army, kind)
        if kind != known[unit] and cost and _possible(rules, army, Edit("", drop=(kind,))):
            yield kind, cost


def _above_its_price(unit: str, cost: int, others: dict[str, int]) -> Combination:
    """What leaving the unit out takes away, less what leaving others out takes away for the same points."""
    weights = {f"without {kind}": cost / (len(others) * each) for kind, each in others.items()}
    first = {"as it is": 1.0 - sum(weights.values()), f"without {unit}": -1.0}
    return Combination(f"what {unit} is worth above its {cost} points", first | weights)
