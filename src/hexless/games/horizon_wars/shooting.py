"""Shooting: the two kinds of shot, and the system in the order of the sheet."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from hexless.ground.packs import NOBODY
from hexless.kernel import Game, OneOf, Refusal, Row, Total, chance, d12, total
from hexless.table import Arc, Base, Bases, Gap, Sight, Terrain, arc, crossing, distance, gap, sees, show, sight

from ._sheet import rule
from .damage import damage
from .hits import cancel_matches, hit_weights, most_groups
from .model import Element, HorizonWars, foes

__all__ = [
    "declare",
    "effective_range",
    "has_line",
    "in_arc",
    "line_of_fire",
    "moving_dice",
    "shoot",
    "standing_dice",
    "volley",
]

G = Game[HorizonWars]


@rule("hw.shoot.stand")
def standing_dice(e: Element) -> int:
    """Stand & Shoot: one die per point of F."""
    return e.F


@rule("hw.shoot.move-and-shoot")
def moving_dice(e: Element) -> int:
    """Move & Shoot: half of F, rounded up."""
    return (e.F + 1) // 2


@rule("hw.play.line-of-fire")
def line_of_fire(s: HorizonWars, shooter: int, target: int) -> Sight:
    """Some straight line between the two that meets no terrain tall enough; the ground they stand in does not block."""
    return sight(s.terrain, *_line(s, shooter, target))


def has_line(s: HorizonWars, shooter: int, target: int) -> bool:
    """Whether there is a line of fire, without the witness."""
    if s.rulings.units_block_lof:
        return sees(s.terrain, *_line(s, shooter, target))
    return _open(s.terrain, s.units[shooter].base, s.units[target].base)


@lru_cache(maxsize=1 << 15)
def _open(terrain: Terrain, a: Base, b: Base) -> bool:
    """Terrain alone; asked again and again for bases that have not moved."""
    return sees(terrain, a, b, terrain.having("blocking"), "any", _standing_in(terrain, a, b), NOBODY)


def _line(s: HorizonWars, shooter: int, target: int) -> tuple[Any, ...]:
    a, b = s[shooter].base, s[target].base
    others = _in_the_way(s, shooter, target) if s.rulings.units_block_lof else NOBODY
    return a, b, s.terrain.having("blocking"), "any", _standing_in(s.terrain, a, b), others


def _standing_in(terrain: Terrain, a: Base, b: Base) -> tuple[int, ...]:
    pieces = terrain.having("blocking").pieces
    here = (*terrain.at((a.x, a.y)), *terrain.at((b.x, b.y)))
    return tuple([i for i in here if i in pieces])


def _in_the_way(s: HorizonWars, shooter: int, target: int) -> Bases:
    tall = [e for i, e in enumerate(s.units) if e.here and not e.infantry and i not in (shooter, target)]
    return Bases(e.base for e in tall)


@rule("hw.play.arc", "hw.move.cautious-arc")
def in_arc(s: HorizonWars, watcher: int, other: int) -> Arc:
    """Whether one element has another in its arc of vision: 180 degrees to the front, or all round."""
    e = s[watcher]
    return arc(e.base, s[other].base, 360 if e.all_round else s.rulings.arc_of_vision_deg)


def targets(s: HorizonWars, shooter: int) -> list[int]:
    """The enemies that an element may shoot at."""
    return [t for t in foes(s, shooter) if may_target(s, shooter, t)]


def may_target(s: HorizonWars, shooter: int, target: int) -> bool:
    """A line of fire, and the arc where the ruling minds it."""
    limited = s.rulings.arc_limits_active_fire
    return has_line(s, shooter, target) and (not limited or in_arc(s, shooter, target).inside)


@rule("hw.shoot.declare", "hw.shoot.redeclare", "hw.play.line-of-fire", "hw.play.one-shot")
def declare(g: G, shooter: int, may_pass: bool, only: int | None = None) -> int | None:
    """Name a target; one without a line of fire is refused, and another may be named at no cost."""
    s = g.state
    options: list[int | None] = [t for t in targets(s, shooter) if only is None or t == only]
    if may_pass or not options:
        options.append(None)
    if options == [None]:
        return None
    ask = OneOf(
        prompt="target",
        rules=g.cites,
        options=tuple(options),
        labels=tuple("no shot" if t is None else s[t].name for t in options),
        about="unit",
        by=shooter,
        attack="shooting",
        why=lambda t: _why_not(s, shooter, t),
    )
    target: int | None = g.ask(s[shooter].side, ask)
    return target


def _why_not(s: HorizonWars, shooter: int, target: Any) -> Refusal | None:
    """The refusal of a target, with the line that is blocked."""
    if type(target) is not int or target not in foes(s, shooter):
        return None
    seen = line_of_fire(s, shooter, target)
    if seen.clear:
        says, rule_id, witness = (
            f"{s[target].name} is outside the arc of vision",
            "hw.play.arc",
            in_arc(s, shooter, target),
        )
        return Refusal(says, rule_id, msgspec.to_builtins(witness))
    return Refusal(f"no line of fire to {s[target].name}", "hw.play.line-of-fire", msgspec.to_builtins(seen))


@rule("hw.shoot.range", "hw.shoot.range-armour", "hw.shoot.range-cover", "hw.play.range-rounding")
def effective_range(s: HorizonWars, shooter: int, target: int) -> Total:
    """The range between the closest points, plus the target's A, plus its cover."""
    between = gap(s[shooter].base, s[target].base)
    return total(
        *_range_rows(s, between), Row(s[target].A, "the target's A", "hw.shoot.range-armour"), cover(s, shooter, target)
    )


def _range_rows(s: HorizonWars, between: Gap) -> tuple[Row, ...]:
    inches, part = divmod(between.distance, 1000)
    rows: tuple[Row, ...] = (Row(inches, f"range {show(between.distance)}", "hw.shoot.range"),)
    if part and s.rulings.range_rounding != "floor":
        rows += (Row(1, "a part of an inch counts as a whole one", "hw.play.range-rounding"),)
    return rows


@rule("hw.shoot.range-cover", "hw.play.cover-values")
def cover(s: HorizonWars, shooter: int, target: int) -> Row | None:
    """Light cover adds 1, heavy cover or a building 2, if at least half of the target is in it or behind it."""
    if _hidden(s, shooter, target, ("heavy-cover", "building")):
        return Row(s.rulings.cover_heavy, "heavy cover", "hw.play.cover-values")
    if _hidden(s, shooter, target, ("light-cover",)):
        return Row(s.rulings.cover_light, "light cover", "hw.play.cover-values")
    return None


def _hidden(s: HorizonWars, shooter: int, target: int, traits: tuple[str, ...]) -> bool:
    """In it: the target's centre is. Behind it: two of three lines to its middle and rims cross it."""
    pieces = s.terrain.having(*traits)
    if not pieces.pieces:
        return False
    a, b = s[shooter].base, s[target].base
    if any(i in pieces.pieces for i in s.terrain.at((b.x, b.y))):
        return True
    own = s.terrain.at((a.x, a.y))
    cross = s.terrain.mask(pieces, tuple(i for i in own if i in pieces.pieces))
    return sum(bool(crossing(s.terrain, (a.x, a.y), point, cross).spans) for point in _middle_and_rims(a, b)) >= 2


def _middle_and_rims(a: Base, b: Base) -> tuple[tuple[int, int], ...]:
    """The target's centre, and points near its rim to the left and right as the shooter sees it."""
    dx, dy = b.x - a.x, b.y - a.y
    far, rim = distance((a.x, a.y), (b.x, b.y)) or 1, b.radius * 3 // 4
    sx, sy = -dy * rim // far, dx * rim // far
    return (b.x, b.y), (b.x + sx, b.y + sy), (b.x - sx, b.y - sy)


@rule("hw.shoot.fire", "hw.shoot.incoming", "hw.shoot.damage")
def shoot(g: G, shooter: int, target: int, dice: int) -> None:
    """Check the range, fire, take the incoming, count the hits and apply the damage."""
    need = effective_range(g.state, shooter, target)
    hits = g.call(volley, dice, g.state[target].D, need.value, g.state.rulings.twelves_bonus)
    g.cite("hw.shoot.range", "hw.shoot.range-armour", "hw.shoot.groups", "hw.shoot.hits")
    if need.rows[-1].rule == "hw.play.cover-values":
        g.cite("hw.shoot.range-cover")
    g.note("shot", shooter=shooter, target=target, dice=dice, need=need, hits=hits)
    damage(g, target, hits)


def _volley_weights(fire: int, incoming: int, need: int, twelves: bool = False) -> tuple[dict[int, int], int] | None:
    """The finished distribution of a volley's hits; the walk would roll every pair of pools."""
    if twelves:
        return None
    weights = hit_weights(fire, incoming, need)
    return dict(enumerate(weights)), sum(weights)


@rule("hw.shoot.fire", "hw.shoot.incoming", "hw.shoot.cancel", "hw.shoot.groups", "hw.shoot.hits")
@chance(_volley_weights)
def volley(g: G, fire: int, incoming: int, need: int, twelves: bool = False) -> int:
    """Fire dice, less one for each exact match in the Incoming dice, in as many groups as reach the range."""
    left = cancel_matches(g.roll(d12(fire), "fire"), g.roll(d12(incoming), "incoming"))
    return most_groups(left, need) + (left.count(12) if twelves else 0)
