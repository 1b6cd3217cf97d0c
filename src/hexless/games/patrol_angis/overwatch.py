"""Overwatch: the token, the moments of an enemy's move that set it off, and the shot."""

from __future__ import annotations

from hexless.kernel import Game, OneOf, Way, act
from hexless.table import Base

from ._sheet import rule
from .measuring import line
from .model import CM, Element, PatrolAngis, foes
from .movement import length, on_way
from .ranged_fire import fire
from .to_hit import too_much_cover
from .weapons import guns

__all__ = ["give_up", "moments", "react", "set_watch"]

G = Game[PatrolAngis]
STEP = 1 * CM
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


def moments(s: PatrolAngis, mover: int, way: Way) -> list[tuple[int, int]]:
    """When somebody on Overwatch may shoot, as (ticks along the way, who): on coming into sight, or at the end."""
    e = s.units[mover]
    found = []
    for watcher in foes(s, e.side):
        if s.units[watcher].watch and watcher not in s.shot:
            found += [(far, watcher) for far in seen_at(s, watcher, e.leader, way)]
    return sorted(found)


def seen_at(s: PatrolAngis, watcher: int, leader: Base, way: Way) -> list[int]:
    """Where a leader comes into a watcher's sight; and the end of the way, if he is still seen there."""
    w, whole = s.units[watcher], length(leader, way)
    dark = 0
    visible = _sees(s, w, leader, way, 0)
    if visible and not s.rulings.overwatch_on_any_visible_move:
        return _after_dark(s, w, leader, way, whole)
    for far in [*range(STEP, whole, STEP), whole]:
        if visible or _sees(s, w, leader, way, far):
            entry = far if visible else _halved(s, w, leader, way, dark, far)
            return [entry, whole] if entry < whole and _sees(s, w, leader, way, whole) else [entry]
        dark = far
    return []


def _after_dark(s: PatrolAngis, w: Element, leader: Base, way: Way, whole: int) -> list[int]:
    """He starts in sight: only when he has left it can he enter it again."""
    dark: int | None = None
    for far in [*range(STEP, whole, STEP), whole]:
        if _sees(s, w, leader, way, far):
            if dark is not None:
                return [_halved(s, w, leader, way, dark, far)]
        else:
            dark = far
    return []


def _halved(s: PatrolAngis, w: Element, leader: Base, way: Way, dark: int, light: int) -> int:
    for _ in range(FINE):
        middle = (dark + light) // 2
        if _sees(s, w, leader, way, middle):
            light = middle
        else:
            dark = middle
    return light


def _sees(s: PatrolAngis, w: Element, leader: Base, way: Way, far: int) -> bool:
    """Whether a watcher sees the leader when he has gone so far."""
    there = leader.at(*on_way(leader, way, far))
    own = w.leader
    if s.rulings.measure_from == "nearest_figure":
        own = min(w.bases, key=lambda b: (b.x - there.x) ** 2 + (b.y - there.y) ** 2)
    return line(s.terrain, own, there)


def react(g: G, watcher: int, mover: int) -> None:
    """An enemy is in sight: whoever can shoot is asked."""
    s = g.state
    able = s[watcher].here and s[watcher].watch and watcher not in s.shot and s[mover].here
    if able and not too_much_cover(s, watcher, mover) and guns(s, watcher, mover, "overwatch", True):
        spring(g, watcher, mover)


@rule("pa.overwatch.trigger", "pa.overwatch.one-attack-per-activation")
@act
def spring(g: G, watcher: int, mover: int) -> None:
    """The mover is halted where it came into sight; the watcher may spend a token and shoot."""
    w = g.state[watcher]
    ways = {"overwatch": "spend the Overwatch token", "activation": "spend an Activation token"}
    options = ["overwatch", *["activation"] * bool(w.tokens)]
    ask = OneOf(
        prompt=f"{w.name} on Overwatch sees {g.state[mover].name}",
        rules=g.cites,
        options=(*options, None),
        labels=(*(ways[way] for way in options), "hold fire"),
        about="token",
    )
    paid = g.ask(w.side, ask)
    if paid is None:
        return
    pay(g, watcher, paid)
    g.set(shot=(*g.state.shot, watcher))
    g.note("watch fires", unit=watcher, target=mover)
    shoot_from_watch(g, watcher, mover)


def pay(g: G, watcher: int, token: str) -> None:
    if token == "activation":  # noqa: S105
        pay_activation(g, watcher)
    else:
        g.change(watcher, watch=False)


@rule("pa.overwatch.activation-token-instead")
def pay_activation(g: G, watcher: int) -> None:
    """An unspent Activation token pays for the shot, and Overwatch goes on."""
    g.change(watcher, tokens=g.state[watcher].tokens - 1)


@rule("pa.overwatch.return-fire")
def shoot_from_watch(g: G, watcher: int, mover: int) -> None:
    """An ordinary attack; survivors may return fire."""
    g.call(fire, watcher, mover, "overwatch", True)
