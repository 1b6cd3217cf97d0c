"""How a game looks: its scene, its words, and how well a side stands."""

from __future__ import annotations

from hexless.kernel import Stream
from hexless.ruleset import Area, Mark, Scene, Token
from hexless.ruleset.verdict import final
from hexless.table import distance

from .model import Element, HorizonWars
from .turn import holder

__all__ = ["PHRASES", "guess", "scene", "score", "seats", "view"]

PHRASES = {
    "roll": "{why}: {faces}",
    "deployed": "{unit.name} is deployed",
    "no room": "there is no room for {unit.name}",
    "turn": "— turn {turn} —",
    "initiative": "{winner} wins the initiative of turn {turn}; {first} goes first",
    "activated": "{unit.name} is activated",
    "held": "{unit.name} holds and stores a reaction",
    "moved": "{unit.name} makes a {move} move",
    "cancelled": "matches are taken away, left: {left}",
    "shot": "{shooter.name} fires {dice} dice at {target.name}, effective range {need}: {hits} hits",
    "damaged": "{unit.name} takes {hits} damage (F {F}, M {M}, A {A})",
    "destroyed": "{unit.name} is destroyed",
    "recovered": "{unit.name} recovers {points}",
    "regained": "{unit.name} regains F {F}, M {M}, A {A}",
    "charges": "{unit.name} charges {target.name}",
    "halted": "{unit.name} halts an inch short of {target.name}",
    "closed": "{unit.name} closes on {target.name}",
    "countered": "{unit.name} counter-charges {target.name}",
    "missed": "{unit.name} cannot reach {target.name} any more",
    "reacts": "{unit.name} reacts to {actor.name}: {action}",
    "clash": "scores {charger} to {target}",
    "fought": "{charger.name} fights {target.name}: {winner} wins; charger takes {to_charger}, target {to_target}",
    "shifted": "{unit.name} gives ground",
    "objectives": "objectives: {held}; points {points}",
    "over": "{winner} wins: {why}",
}


def seats(s: HorizonWars) -> tuple[str, ...]:
    """Blue and red."""
    return s.sides


def view(s: HorizonWars, seat: str | None) -> HorizonWars:
    """Nothing is hidden in this game."""
    return s


def guess(s: HorizonWars, seat: str | None, stream: Stream) -> HorizonWars:
    """Nothing is left to guess."""
    return s


def scene(s: HorizonWars) -> Scene:
    """The table to look at."""
    areas = [Area(p.name, p.outline, _ground(p.traits), p.height, p.traits) for p in s.terrain.pieces]
    areas += [Area(f"{side} deploys", z.outline, "zone") for side, z in zip(s.sides, s.mission.zones)]
    marks = tuple(
        Mark(f"{o.name} ({o.points})", o.x, o.y, "objective", s.mission.reach, holder(s, o))
        for o in s.mission.objectives
    )
    tokens = tuple(_token(i, e) for i, e in enumerate(s.units) if e.placed)
    title = f"{s.mission.name}, turn {s.turn} of {s.mission.turns}"
    return Scene("in", s.terrain.width, s.terrain.depth, tuple(areas), tokens, marks, title)


def _ground(traits: tuple[str, ...]) -> str:
    for trait, kind in (("building", "building"), ("hill", "hill"), ("impassable", "water"), ("blocking", "wood")):
        if trait in traits:
            return kind
    return "rough"


def _token(unit: int, e: Element) -> Token:
    status = [
        *(["done"] if e.activated else []),
        *(["reaction"] if e.reactions else []),
        *(["360°"] if e.all_round else []),
    ]
    status += [*(["command"] if e.chq else []), *([f"damage {e.track}"] if e.track else [])]
    stats = tuple((stat, str(getattr(e, stat))) for stat in "PMFAD")
    b = e.base
    return Token(
        unit, e.name, e.side, b.x, b.y, radius=b.radius, facing=(b.fx, b.fy), symbol=e.kind,
        status=tuple(status), stats=stats, gone=not e.alive,
    )  # fmt: skip


def score(s: HorizonWars, side: str) -> int:
    """How well a side stands: what is left of both forces, objectives, and being where it matters."""
    if s.over is not None:
        return final(s.over, side)
    sign = {each: 1 if each == side else -1 for each in s.sides}
    total = sum(sign[each] * 400 * points for each, points in zip(s.sides, s.points))
    total += sum(sign[e.side] * _worth(e) for e in s.units)
    for o in s.mission.objectives:
        held = holder(s, o)
        total += sign[held] * 150 * o.points if held else 0
    if s.mission.goal == "attack":  # won by breaking the defender's effective elements, or by keeping them
        total += sign[s.sides[1]] * sum(60 + 40 * e.P for e in s.units if e.side == s.sides[1] and e.effective)
    return total + sum(sign[e.side] * _place(s, e) for e in s.units if e.effective)


def _worth(e: Element) -> int:
    """An element by what it can still do; an ineffective one is only good for its armour."""
    if not e.alive:
        return 0
    able = e.F > 0 and e.M > 0
    return e.P * (60 if able else 15) + e.A * 30 + e.F * 22 + e.M * 8 + 6 * e.reactions


def _place(s: HorizonWars, e: Element) -> int:
    """Nearer to objectives, and near enough to an enemy to hit it."""
    here = (e.base.x, e.base.y)
    goals = [distance(here, (o.x, o.y)) * 3 // 1000 for o in s.mission.objectives]
    foes = [distance(here, (f.base.x, f.base.y)) // 1000 for f in s.units if f.side != e.side and f.here]
    near = max(0, min(foes) - 8) * 2 if foes else 0
    return -(min(goals) if goals else 0) - near
