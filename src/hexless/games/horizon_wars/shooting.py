"""Shooting: the two kinds of shot, and the system in the order of the sheet."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from hexless.kernel import Faces, Game, Labels, OneOf, Refusal, Row, Total, chance, d12, total
from hexless.moves.packed import packed
from hexless.table import Arc, Base, Lines, Looking, Mask, Sight, Terrain, arc, show, sight
from hexless.table.measure import apart

from ._sheet import rule
from .cover import cover
from .damage import damage
from .hits import cancel_matches, hit_weights, most_groups
from .model import HorizonWars, UnitId, foes, table
from .movement import CAUTIOUS, PATROL, move

__all__ = [
    "MOVE_SHOTS",
    "effective_range",
    "has_line",
    "has_target",
    "in_arc",
    "in_line",
    "line_of_fire",
    "looking",
    "move_and_shoot",
    "moving_dice",
    "shoot",
    "stand_and_shoot",
    "targets",
    "vision",
    "volley",
]

G = Game[HorizonWars]
MOVE_SHOTS = {"cautious+shoot": CAUTIOUS, "patrol+shoot": PATROL}
LOOKING = Looking(("blocking", "hill"), "parts", inside=("blocking",), tops="stop", hills=("hill",))


@rule("hw.shoot.stand")
def stand_and_shoot(g: G, unit: UnitId, actor: UnitId | None = None) -> None:
    """Stand & Shoot: one die per point of F."""
    dice = g.state[unit].F
    target = declare(g, unit, dice, False, actor) if dice else None
    if target is not None:
        shoot(g, unit, target, dice)


@rule("hw.shoot.move-and-shoot", "hw.move.cautious-shoot", "hw.move.patrol-shoot")
def move_and_shoot(g: G, unit: UnitId, kind: str, actor: UnitId | None = None) -> None:
    """Move & Shoot: move cautiously or on patrol, then shoot with half F."""
    move(g, unit, kind)
    dice = moving_dice(g.state[unit].F)
    target = declare(g, unit, dice, True, actor) if dice else None
    if target is not None:
        shoot(g, unit, target, dice)


@rule("hw.shoot.move-and-shoot")
def moving_dice(fire: int) -> int:
    """Half of F, rounded up."""
    return (fire + 1) // 2


# ---- who may be shot at


@rule("hw.play.line-of-fire")
def line_of_fire(s: HorizonWars, shooter: UnitId, target: UnitId) -> Sight:
    """Some straight line from any part of one to any part of the other, past blocking terrain and hills.

    What is just as tall as both of them hides them from each other: a tank a tank, a building of 3 inches two mechs.
    The wood, building or hill that an element stands in or on does not hide it.
    """
    a, b = s[shooter].base, s[target].base
    return sight(s.terrain, a, b, *_blockers(s.terrain, a, b), packed(_crowd(s)), tops="stop", hills="hill")


def in_line(s: HorizonWars, unit: UnitId, among: tuple[UnitId, ...] | None = None) -> list[UnitId]:
    """The enemies, or some of them, that an element has a line of fire to, as they have to it."""
    enemies = foes(s, unit) if among is None else among
    seen = table(s).seen(unit, looking(s), enemies)
    return [t for t in enemies if seen[t]]


def has_line(s: HorizonWars, shooter: UnitId, target: UnitId) -> bool:
    """Whether there is a line of fire, without the witness."""
    return table(s).sees(shooter, target, looking(s))


def looking(s: HorizonWars) -> Looking:
    """How elements look at each other, and which of them are in the way."""
    return LOOKING if not s.rulings.units_block_lof else replace(LOOKING, crowd=_blocking(s))


def _blockers(terrain: Terrain, a: Base, b: Base) -> tuple[Mask, Lines, tuple[int, ...]]:
    """What may block, along which lines, and what the two stand in."""
    walls = terrain.having("blocking").pieces
    inside = tuple([i for i in (*terrain.at(a.centre), *terrain.at(b.centre)) if i in walls])
    return terrain.having("blocking", "hill"), "parts", inside


def _blocking(s: HorizonWars) -> tuple[UnitId, ...]:
    """The mechs and vehicles, which block where the ruling says so; those at either end of a line never do."""
    return tuple([UnitId(i) for i, e in enumerate(s.units) if not e.infantry])


def _crowd(s: HorizonWars) -> tuple[Base, ...]:
    """Those of them that are on the table."""
    return tuple([s[i].base for i in _blocking(s) if s[i].here]) if s.rulings.units_block_lof else ()


@rule("hw.play.arc", "hw.move.cautious-arc")
def in_arc(s: HorizonWars, watcher: UnitId, other: UnitId) -> Arc:
    """Whether one element has another in its arc of vision: 180 degrees to the front, or all round."""
    return arc(s[watcher].base, s[other].base, vision(s, watcher))


def vision(s: HorizonWars, watcher: UnitId) -> int:
    """How many degrees an element sees."""
    return 360 if s.units[watcher].all_round else s.rulings.arc_of_vision_deg


def has_target(s: HorizonWars, shooter: UnitId) -> bool:
    """Whether there is anybody to shoot at."""
    enemies = foes(s, shooter)
    if s.rulings.arc_limits_active_fire:
        enemies = tuple([t for t in enemies if in_arc(s, shooter, t).inside])
    return table(s).sees_any(shooter, looking(s), enemies)


def targets(s: HorizonWars, shooter: UnitId, actor: UnitId | None = None) -> list[UnitId]:
    """Who is in the line of fire; for a reaction (to `actor`), and where the ruling minds it, also in the arc."""
    seen = in_line(s, shooter)
    if actor is not None and s.rulings.reaction_target == "actor":
        seen = [t for t in seen if t == actor]
    limited = actor is not None or s.rulings.arc_limits_active_fire
    return [t for t in seen if in_arc(s, shooter, t).inside] if limited and seen else seen


@rule("hw.shoot.declare", "hw.play.line-of-fire", "hw.play.one-shot")
def declare(g: G, shooter: UnitId, dice: int, may_pass: bool, actor: UnitId | None = None) -> UnitId | None:
    """Name a target; one without a line of fire is refused, and another may be named at no cost."""
    s, enemies = g.state, foes(g.state, shooter)
    options: list[UnitId | None] = [*targets(s, shooter, actor)]
    if not options:
        return None
    if len(options) < len(enemies):
        g.cite("hw.shoot.redeclare")
    if may_pass:
        options.append(None)
    ask = OneOf(
        prompt="target",
        rules=g.cites,
        options=tuple(options),
        labels=Labels(options, lambda t: "no shot" if t is None else _label(s, shooter, t, dice)),
        about="target",
        by=shooter,
        to=actor,
        why=lambda t: _why_not(s, shooter, UnitId(t), actor) if type(t) is int and t in enemies else None,
    )
    target: UnitId | None = g.ask(s[shooter].side, ask)
    return target


def _label(s: HorizonWars, shooter: UnitId, target: UnitId, dice: int) -> str:
    """The target with what the dice have to reach; marked where all of them together cannot."""
    need = effective_range(s, shooter, target).value
    return f"{s[target].name}: {'hopeless, ' if need > 12 * dice else ''}needs {need}, {dice} dice"


@rule("hw.shoot.redeclare")
def _why_not(s: HorizonWars, shooter: UnitId, target: UnitId, actor: UnitId | None) -> Refusal:
    """The refusal of a target, with the line that is blocked or the arc that it is not in."""
    name, seen, view = s[target].name, line_of_fire(s, shooter, target), in_arc(s, shooter, target)
    if not seen.clear:
        return Refusal(f"no line of fire to {name}", "hw.play.line-of-fire", msgspec.to_builtins(seen))
    if not view.inside:
        return Refusal(f"{name} is outside the arc of vision", "hw.play.arc", msgspec.to_builtins(view))
    cause = "whoever" if actor is None else s[actor].name
    return Refusal(f"a reaction is aimed at {cause}, which set it off", "hw.play.react")


@rule("hw.play.arc")
def turn_to(g: G, shooter: UnitId, target: UnitId) -> None:
    """An active element turns freely before it shoots."""
    base, at = g.state[shooter].base, g.state[target].base
    g.change(shooter, base=base.facing(at.x - base.x, at.y - base.y))


@rule("hw.shoot.range", "hw.shoot.range-armour", "hw.shoot.range-cover", "hw.play.range-rounding")
def effective_range(s: HorizonWars, shooter: UnitId, target: UnitId) -> Total:
    """The range between the closest points, plus the target's A, plus its cover."""
    between = apart(s[shooter].base, s[target].base)
    return total(
        *_range_rows(between, s.rulings.range_rounding),
        Row(s[target].A, "the target's A", "hw.shoot.range-armour"),
        cover(s, shooter, target),
    )


@lru_cache(maxsize=1 << 10)
def _range_rows(between: int, rounding: str) -> tuple[Row, ...]:
    """The range in whole inches; forks ask for the same again."""
    inches, part = divmod(between, 1000)
    rows: tuple[Row, ...] = (Row(inches, f"range {show(between)}", "hw.shoot.range"),)
    if part and rounding == "ceil":
        rows += (Row(1, "a part of an inch counts as a whole one", "hw.play.range-rounding"),)
    return rows


@rule("hw.shoot.fire", "hw.shoot.damage")
def shoot(g: G, shooter: UnitId, target: UnitId, dice: int) -> None:
    """Check the range, fire, take the incoming, count the hits and apply the damage."""
    if not in_arc(g.state, shooter, target).inside:
        turn_to(g, shooter, target)
    need = effective_range(g.state, shooter, target)
    hits = g.call(volley, dice, g.state[target].D, need.value, g.state.rulings.twelves_bonus)
    g.note("shot", shooter=shooter, target=target, dice=dice, need=need, hits=hits)
    damage(g, target, hits)


def _volley_weights(fire: int, incoming: int, need: int, twelves: bool = False) -> tuple[dict[int, int], int]:
    """The finished distribution of a volley's hits; the walk would roll every pair of pools."""
    weights = hit_weights(fire, incoming, need, twelves)
    return dict(enumerate(weights)), sum(weights)


@rule("hw.shoot.fire", "hw.shoot.hits")
@chance(_volley_weights)
def volley(g: G, fire: int, incoming: int, need: int, twelves: bool = False) -> int:
    """Fire dice, less those that the Incoming dice take away, in as many groups as reach the range."""
    left = under_fire(g, g.roll(d12(fire), "fire"), incoming)
    return most_groups(left, need) + (left.count(12) if twelves else 0)


@rule("hw.shoot.incoming")
def under_fire(g: G, shot: Faces, dice: int) -> Faces:
    """The Incoming roll takes away one Fire die for each exact match."""
    left = cancel_matches(shot, g.roll(d12(dice), "incoming"))
    if len(left) < len(shot):
        g.cite("hw.shoot.cancel")
        g.note("cancelled", left=left)
    return left
