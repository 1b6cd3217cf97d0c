"""What is true in every state of every game."""

from __future__ import annotations

from collections.abc import Callable

from hexless.ruleset import Law
from hexless.table import within

from .actions import BARS, LISTS, MOST
from .model import CM, Element, Figure, PatrolAngis, members

__all__ = ["LAWS"]

OVERLAP = 3  # ticks that rounding may cost


def _each(name: str, broken: Callable[[PatrolAngis, Element], bool]) -> Law[PatrolAngis]:
    """A law of every Troop Element."""

    def find(s: PatrolAngis) -> str | None:
        return next((f"{e.name}: {e}" for e in s.units if broken(s, e)), None)

    return Law(name, find)


def _figure(name: str, broken: Callable[[PatrolAngis, Element, Figure], bool]) -> Law[PatrolAngis]:
    """A law of every figure on the table."""

    def find(s: PatrolAngis) -> str | None:
        return next((f"{e.name}: {f}" for e in s.units if e.here for f in e.figures if broken(s, e, f)), None)

    return Law(name, find)


def _state(name: str, fine: Callable[[PatrolAngis], bool]) -> Law[PatrolAngis]:
    """A law of the whole state."""
    return Law(name, lambda s: None if fine(s) else f"turn {s.turn}, {s.phase}")


def _overlap(s: PatrolAngis) -> str | None:
    """Bases overlap only in the middle of a move."""
    figures = [(e.name, f.base) for i, e in enumerate(s.units) if e.here and i != s.moving for f in e.figures]
    figures.sort(key=lambda pair: pair[1].x)
    for i, (name, a) in enumerate(figures):
        for other, b in figures[i + 1 :]:
            if b.x - a.x >= a.radius + 1500:
                break
            room = a.radius + b.radius - OVERLAP
            if (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < room * room:
                return f"{name} and {other} overlap at {a.x}, {a.y}"
    return None


def _incoherent(s: PatrolAngis, e: Element) -> bool:
    if not e.here or e.loose or (0 <= s.moving < len(s.units) and s.units[s.moving] is e):
        return False
    far = s.rulings.cohesion_cm * CM + OVERLAP
    return not all(within(f.base, e.leader, far) for f in e.figures)


def _drowned(s: PatrolAngis, e: Element, f: Figure) -> bool:
    if 0 <= s.moving < len(s.units) and s.units[s.moving] is e:
        return False
    pieces = s.terrain.having("impassable").pieces
    return bool(pieces) and any(i in pieces for i in s.terrain.at((f.base.x, f.base.y)))


def _size(s: PatrolAngis, e: Element) -> bool:
    if e.kind == "vehicle":
        return len(e.figures) > 3
    if e.kind == "portable":
        return sum(f.profile.platform for f in e.figures) > 1 or members(e) > 2
    return len(e.figures) > 10


def _barred(s: PatrolAngis, e: Element) -> bool:
    """Two actions of one turn of which the first bars the second; pooled histories of joined ones do not count."""
    once = all(e.did.count(action) <= most for action, most in MOST.items())
    pairs = [(a, b) for i, a in enumerate(e.did) for b in e.did[i + 1 :]]
    return "reform" not in e.did and not (once and all(pair not in BARS for pair in pairs))


def _commanders(s: PatrolAngis) -> bool:
    alive = [sum(f.commander for e in s.units if e.platoon == p for f in e.figures) for p in range(len(s.platoons))]
    return all(count == platoon.led or not count for count, platoon in zip(alive, s.platoons))


def _pools(s: PatrolAngis) -> bool:
    return s.phase == "place" or not any(p.pool for p in s.platoons)


def _platoon_sides(s: PatrolAngis) -> bool:
    return all(s.platoons[e.platoon].side == e.side for e in s.units)


def _unserved(s: PatrolAngis, e: Element, f: Figure) -> bool:
    """Somebody loaded for a second shot, unless he fell or left since."""
    whole = len(e.figures) == e.full and not any(a == "reform" for a in e.did)
    return f.shots > 1 and whole and not any(o.loads for o in e.figures)


LAWS = (
    _each("tokens are never negative", lambda s, e: min(e.tokens, e.fear, e.jets) < 0),
    _each("nobody holds Activation and Re-motivate tokens at once", lambda s, e: e.tokens > 0 and e.fear > 0),
    _each("the dead hold no tokens", lambda s, e: not e.figures and (e.tokens or e.fear or e.watch) != 0),
    _each("only infantry is on Overwatch", lambda s, e: e.watch and e.kind != "infantry"),
    _each("only infantry is under Self-Protection", lambda s, e: e.protected and e.kind != "infantry"),
    _each("no action is taken that is not on the list", lambda s, e: any(a not in LISTS[e.kind] for a in e.did)),
    _each("no action follows one that bars it", _barred),
    _each("no more members than when it was full", lambda s, e: members(e) > e.full),
    _each("no Troop Element is too large", _size),
    _each("figures keep to their leader", _incoherent),
    _each("all figures are of one troop type", lambda s, e: any(f.profile.kind != e.kind for f in e.figures)),
    _each("a portable weapon has crew", lambda s, e: bool(e.figures) and not members(e)),
    _each("jets are used at most twice", lambda s, e: not 0 <= e.jets <= 2),
    _each("who has left is not on the table", lambda s, e: e.left and e.placed),
    _figure("every figure can still take a hit", lambda s, e, f: not 0 <= f.hurt < f.profile.DMR),
    _figure("every figure is wholly on the table", lambda s, e, f: not s.terrain.fits_table(f.base)),
    _figure("nobody stands on impassable ground", _drowned),
    _figure("no weapon fires more than twice a turn", lambda s, e, f: not 0 <= f.shots <= 2),
    _figure("a second shot needs a loader", _unserved),
    _figure("a facing points somewhere", lambda s, e, f: (f.base.fx, f.base.fy) == (0, 0)),
    Law("no two figures overlap", _overlap),
    _state("the turn stays within the mission", lambda s: 0 <= s.turn <= s.mission.turns),
    _state("whose go it is, is a side", lambda s: s.next in s.sides),
    _state("points are never negative", lambda s: min(*s.held, *s.slain, *s.heads, *s.gone) >= 0),
    _state("no objectives, no points for them", lambda s: bool(s.mission.objectives) or s.held == (0, 0)),
    _state("only in a breakthrough does anybody leave", lambda s: bool(s.mission.exit) or s.gone == (0, 0)),
    _state("tokens are only waiting while they are placed", _pools),
    _state("a platoon has its Commander, or has lost him", _commanders),
    _state("a Troop Element is on its platoon's side", _platoon_sides),
    _state("the winner is a side or nobody", lambda s: s.over is None or s.over.winner in (*s.sides, None)),
)  # fmt: skip
