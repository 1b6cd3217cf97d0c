"""Kills: who takes them, who falls, and what a Troop Element loses with them."""

from __future__ import annotations

from hexless.kernel import Game, Split
from hexless.table import distance

from ._sheet import rule
from .armor import targets_of
from .initiative import set_platoon
from .model import Element, Figure, PatrolAngis, members
from .skills import rescued

__all__ = ["apply_kills"]

G = Game[PatrolAngis]
Group = tuple[int, ...]  # figures that are all alike, and fall to one hit each


def apply_kills(g: G, target: int, kills: int) -> int:
    """The initiative winner shares out the kills; how many figures fell."""
    damage: dict[int, int] = {}
    left = kills
    for stage in stages(g.state, g.state[target]):
        room = sum(spare(g.state[target].figures[i]) for group in stage for i in group)
        taken = min(left, room)
        if taken:
            damage |= share(g, target, stage, taken, room)
            left -= taken
    return hurt(g, target, damage) if damage else 0


def spare(f: Figure) -> int:
    """The hits that a figure can still take."""
    return f.profile.DMR - f.hurt


def stages(s: PatrolAngis, e: Element) -> list[list[Group]]:
    """Groups of like figures in the order that they may be hit: protectors first, perhaps the wounded next."""
    first: dict[int, dict[tuple[object, ...], Group]] = {}
    for i in targets_of(s, e):
        f = e.figures[i]
        guard = "protector" in f.profile.skills
        rank = 0 if guard else 1 if f.hurt and s.rulings.finish_wounded_first else 2
        key = (i == 0, f.commander, f.profile.name, -f.hurt, i if spare(f) > 1 else 0)
        groups = first.setdefault(rank, {})
        groups[key] = (*groups.get(key, ()), i)
    return [[group for _, group in sorted(first[rank].items())] for rank in sorted(first)]


def share(g: G, target: int, stage: list[Group], kills: int, room: int) -> dict[int, int]:
    """The kills that each figure takes; asked only where there is a choice."""
    e = g.state[target]
    caps = [sum(spare(e.figures[i]) for i in group) for group in stage]
    if kills == room or len(stage) == 1:
        shares = caps if kills == room else [kills]
    else:
        slots = tuple(slot(e, group) for group in stage)
        ask = Split(prompt=f"kills on {e.name}", rules=g.cites, total=kills, slots=slots, caps=tuple(caps),
                    by=target)  # fmt: skip
        shares = list(g.ask(g.state.winner, ask))
    return {i: n for group, points in zip(stage, shares) for i, n in fallen(e, group, points)}


def slot(e: Element, group: Group) -> str:
    f = e.figures[group[0]]
    words = [f.profile.name]
    words += [f"x{len(group)}"] * (len(group) > 1) + ["leader"] * (group[0] == 0) + ["Commander"] * f.commander
    return " ".join([*words, f"hurt {f.hurt}"] if f.hurt else words)


def fallen(e: Element, group: Group, points: int) -> list[tuple[int, int]]:
    """The hits of each: one who stands alone takes all, of those that are alike the last ones take one each."""
    if len(group) == 1:
        return [(group[0], points)] if points else []
    return [(i, 1) for i in group[len(group) - points :]]


@rule("pa.play.damage-rating")
def hurt(g: G, target: int, damage: dict[int, int]) -> int:
    """A figure falls once it has taken as many hits as its DMR."""
    e = g.state[target]
    figures = [f.with_(hurt=f.hurt + damage.get(i, 0)) for i, f in enumerate(e.figures)]
    down = [i for i, f in enumerate(figures) if f.hurt >= f.profile.DMR]
    saved = {i: f for i in down if (f := rescued(g, target, i, down))}
    fallen = [i for i in down if i not in saved]
    now = g.state[target].figures  # a medic among them has tried
    g.change(target, figures=tuple(_after(f, now[i], saved.get(i), i in fallen) for i, f in enumerate(figures)))
    if fallen:
        take_off(g, target, fallen)
    for i, f in enumerate(figures):
        if i in damage and i not in down:
            g.note("wounded", unit=target, figure=f.profile.name, hits=damage[i], left=spare(f))
    return len(fallen)


def _after(hit: Figure, now: Figure, saved: Figure | None, fallen: bool) -> Figure:
    """A figure after its hits; who has fallen is taken off next."""
    if saved:
        return saved
    return now if fallen else hit.with_(treated=now.treated)


def take_off(g: G, target: int, fallen: list[int]) -> None:
    """Take the fallen off the table, and with the last of them the Troop Element."""
    e = g.state[target]
    gone = [e.figures[i] for i in fallen]
    rest = [f for i, f in enumerate(e.figures) if i not in fallen]
    if all(f.profile.platform for f in rest):
        gone, rest = gone + rest, []
    lost_leader = bool(rest) and 0 in fallen
    if lost_leader:
        here = (e.leader.x, e.leader.y)
        rest.sort(key=lambda f: distance(here, (f.base.x, f.base.y)))
    changes = {} if rest else {"tokens": 0, "fear": 0, "watch": False, "protected": False, "burning": 0}
    last = e.last if rest else (e.leader.x, e.leader.y)
    g.change(target, figures=tuple(rest), loose=e.loose or (lost_leader and len(rest) > 1), last=last, **changes)
    count(g, e, gone)
    g.note("killed", unit=target, figures=len(fallen), left=members(g.state[target]))
    if any(f.commander for f in gone):
        g.note("commander fell", unit=target, platoon=g.state.platoons[e.platoon].name)
    if not rest:
        g.note("destroyed", unit=target)


def count(g: G, e: Element, gone: list[Figure]) -> None:
    """Points for the enemy, losses for the platoon, and perhaps its Commander."""
    s = g.state
    enemy = 1 - s.sides.index(e.side)
    platoon = s.platoons[e.platoon]
    killed = sum(not f.profile.platform for f in gone)
    headless = any(f.commander for f in gone)
    set_platoon(g, e.platoon, killed=platoon.killed + killed, led=platoon.led and not headless)
    add = sum(f.profile.points for f in gone)
    slain = tuple(n + (add if i == enemy else 0) for i, n in enumerate(s.slain))
    heads = tuple(n + (headless if i == enemy else 0) for i, n in enumerate(s.heads))
    g.set(slain=slain, heads=heads)
