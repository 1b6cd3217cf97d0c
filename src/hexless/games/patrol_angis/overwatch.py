"""Overwatch: the token, the moments of an enemy's move that set it off, and the shot."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import isqrt

from hexless.kernel import Game, OneOf, act
from hexless.table import Point, distance

from ._sheet import rule
from .cover import in_cover
from .measuring import Bases, between, line, sighted
from .model import CM, Element, PatrolAngis
from .ranged_fire import fire
from .trail import Trail
from .weapons import aimed, in_sights, promise

__all__ = ["give_up", "moments", "react", "set_watch"]

G = Game[PatrolAngis]
HOW = "overwatch"  # how its shots are fired
STEP = 1 * CM
EDGE = 4  # ticks within a range
FINE = 4  # halvings of a step: the halt is within 1/16 cm of where sight opens


@rule("pa.overwatch.token")
def set_watch(g: G, unit: int) -> None:
    """The Activation token that was spent stays as an Overwatch token."""
    g.change(unit, watch=True)
    g.note("overwatch", unit=unit)


@rule("pa.overwatch.no-further-actions")
def give_up(g: G, unit: int) -> None:
    """Overwatch is given up at the start of the Troop Element's own activation."""
    g.change(unit, watch=False)
    g.note("watch given up", unit=unit)


# ---- when


def moments(s: PatrolAngis, mover: int, route: Trail) -> tuple[tuple[int, int], ...]:
    """When somebody on Overwatch may shoot, as (ticks along the way, who)."""
    side = s.units[mover].side
    ready = [i for i, w in enumerate(s.units) if w.watch and w.side != side and w.here and i not in s.shot]
    return _moments(s, mover, route, tuple(ready)) if ready else ()


@lru_cache(maxsize=64)
def _moments(s: PatrolAngis, mover: int, route: Trail, ready: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((far, watcher) for watcher in ready for far in chances(s, watcher, mover, route)))


@rule("pa.overwatch.trigger")
def chances(s: PatrolAngis, watcher: int, mover: int, route: Trail) -> list[int]:
    """Where the mover comes into sight and range; from then on wherever the shot gets better, and the end of the way.

    Who has come into sight in this activation may be shot at until it ends.
    """
    if _far_off(s, s.units[watcher], route):
        return []
    open_ = s.rulings.overwatch_on_any_visible_move or (watcher, mover) in s.noticed
    halts: list[int] = []
    dark, before, best = 0, in_view(s, watcher, mover, route, 0), 0
    for far in looks(s, watcher, route):
        now = in_view(s, watcher, mover, route, far)
        if now and not before:
            open_, best = True, worth(s, watcher, mover, now)
            halts.append(_halved(s, watcher, mover, route, dark, far))
        elif now and open_ and (better := worth(s, watcher, mover, now)) > best:
            halts.append(far)
            best = better
        dark, before = (dark if now else far), now
    return [*halts, route.whole] if open_ and before and route.whole not in halts else halts


def in_view(s: PatrolAngis, watcher: int, mover: int, route: Trail, far: int) -> Bases | None:
    """The figures when the mover has come so far; None where no shot is open: no sight or range, or too much cover."""
    w = s.units[watcher]
    if far and _hidden(s, w, route, far):
        return None
    there = _on_the_way(s, mover, route, far) if far else s.units[mover].bases
    armed = in_sights(_there(s, mover, there), watcher, mover, HOW, True) if w.lobs else aimed(s, w, there, HOW, True)
    return there if armed else None


def worth(s: PatrolAngis, watcher: int, mover: int, there: Bases) -> int:
    """What a shot is worth, of those that are open when the figures are there."""
    now = _there(s, mover, there)
    return 1 + promise(now, watcher, mover, in_sights(now, watcher, mover, HOW, True), HOW)


def _there(s: PatrolAngis, mover: int, there: Bases) -> PatrolAngis:
    """The table when the mover's figures are there."""
    figures = tuple([f.with_(base=base) for f, base in zip(s.units[mover].figures, there)])
    return s.change(mover, figures=figures)


def _on_the_way(s: PatrolAngis, mover: int, route: Trail, far: int) -> Bases:
    """Where the figures are; the leader alone, where he is what counts and nobody asks whether all are in cover."""
    lead = route.lead(s.terrain, far)
    if s.rulings.measure_from == "leader" and not in_cover(s.terrain, lead):
        return lead, *s.units[mover].bases[1:]
    return route.at(s.terrain, far)


def _hidden(s: PatrolAngis, w: Element, route: Trail, far: int) -> bool:
    """Whether the mover's leader alone says that he is out of range or sight there."""
    if s.rulings.measure_from != "leader" or w.lobs:
        return False
    lead = route.lead(s.terrain, far)
    return between(w.leader, lead) > w.longest or not (
        sighted(s.rulings, w, w.leader, lead) and line(s.terrain, w.leader, lead)
    )


def _far_off(s: PatrolAngis, w: Element, route: Trail) -> bool:
    """Whether the mover's leader is out of range all along his way."""
    if s.rulings.measure_from != "leader" or w.lobs:
        return False
    eye, here = w.leader.centre, route.tracks[0].start.centre
    reach = w.longest + w.leader.radius + route.tracks[0].start.radius + 2 * EDGE
    for point in route.way.points or (here,):
        leg = distance(here, point)
        near = _nearest(eye, here, point, leg)
        x, y = (p + (q - p) * near // leg if leg else p for p, q in zip(here, point))
        if (x - eye.x) ** 2 + (y - eye.y) ** 2 <= reach * reach:
            return False
        here = Point(*point)
    return True


def looks(s: PatrolAngis, watcher: int, route: Trail) -> list[int]:
    """Where to look: every cm, at bends, at the nearest point, within each range, at and between corners that may hide.

    Between the nearest figures, who change on the way, it is eight times a cm.
    """
    w, body = s.units[watcher], route.tracks[0].start.radius
    eye = w.leader.centre
    ranges = {weapon.range * CM + w.leader.radius + body - EDGE for f in w.figures for weapon in f.profile.weapons}
    corners = [c for i in s.terrain.having("solid", "cover").pieces for c in s.terrain.pieces[i].outline]
    step = STEP if s.rulings.measure_from == "leader" else STEP // 8
    found = {*range(step, route.whole, step), route.whole}
    gone, here = 0, route.tracks[0].start.centre
    for point in route.way.points:
        leg = distance(here, point)
        passed = sorted(gone + far for c in corners if (far := _passes(eye, c, here, point, leg)) is not None)
        stations = [gone, *passed, gone + leg]
        found.update(passed, ((a + b) // 2 for a, b in pairwise(stations)))
        found |= {gone + _nearest(eye, here, point, leg), gone + leg}
        found.update(gone + far for reach in ranges for far in _enters(eye, reach, here, point, leg))
        gone, here = gone + leg, Point(*point)
    return sorted(far for far in found if 0 < far <= route.whole)


def _passes(eye: Point, corner: Point, p: Point, q: tuple[int, int], leg: int) -> int | None:
    """How far along a stretch the line of sight passes a corner."""
    dx, dy = corner[0] - eye[0], corner[1] - eye[1]
    across = (q[0] - p[0]) * dy - (q[1] - p[1]) * dx
    if not across:
        return None
    far = leg * ((eye[0] - p[0]) * dy - (eye[1] - p[1]) * dx) // across
    return far if 0 < far < leg else None


def _nearest(eye: Point, p: Point, q: tuple[int, int], leg: int) -> int:
    """How far along a stretch it comes nearest."""
    ahead = (eye[0] - p[0]) * (q[0] - p[0]) + (eye[1] - p[1]) * (q[1] - p[1])
    return max(0, min(leg, ahead // leg)) if leg else 0


def _enters(eye: Point, reach: int, p: Point, q: tuple[int, int], leg: int) -> list[int]:
    """How far along a stretch it comes within so much of a point, and goes out of it."""
    if not leg:
        return []
    (dx, dy), (ex, ey) = (q[0] - p[0], q[1] - p[1]), (eye[0] - p[0], eye[1] - p[1])
    ahead, aside = (ex * dx + ey * dy) // leg, (ex * dy - ey * dx) // leg
    half = isqrt(max(0, reach * reach - aside * aside))
    return [far for far in (ahead - half, ahead + half) if half and 0 < far < leg]


def _halved(s: PatrolAngis, watcher: int, mover: int, route: Trail, dark: int, light: int) -> int:
    for _ in range(FINE):
        middle = (dark + light) // 2
        if in_view(s, watcher, mover, route, middle):
            light = middle
        else:
            dark = middle
    return light


# ---- the shot


def react(g: G, watcher: int, mover: int) -> None:
    """An enemy is in sight: whoever can shoot is asked."""
    s = g.state
    able = s[watcher].here and s[watcher].watch and watcher not in s.shot and s[mover].here
    if able and in_sights(s, watcher, mover, HOW, True):
        spring(g, watcher, mover)


@rule("pa.overwatch.trigger", "pa.overwatch.one-attack-per-activation", "pa.overwatch.activation-token-instead",
      "pa.overwatch.return-fire")  # fmt: skip
@act
def spring(g: G, watcher: int, mover: int) -> None:
    """The mover is halted; the watcher may spend its token, or an Activation token, and shoot, as in any attack."""
    w = g.state[watcher]
    ways = {"overwatch": "spend the Overwatch token", "activation": "spend an Activation token"}
    options = ["overwatch", *["activation"] * bool(w.tokens)]
    ask = OneOf(
        prompt=f"{w.name} on Overwatch sees {g.state[mover].name}",
        rules=g.cites,
        options=(*options, None),
        labels=(*(ways[way] for way in options), "hold fire"),
        about="token",
        by=watcher,
        to=mover,
    )
    paid = g.ask(w.side, ask)
    if paid is None:
        return
    w = g.state[watcher]
    g.change(watcher, **({"tokens": w.tokens - 1} if paid == "activation" else {"watch": False}))
    g.set(shot=(*g.state.shot, watcher))
    g.note("watch fires", unit=watcher, target=mover)
    g.call(fire, watcher, mover, HOW, True)
