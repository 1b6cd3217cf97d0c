"""Choices: what a squad may do now, how far it may go, whether it has come. Nothing here changes anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from . import aiming, boarding, objectives, searching
from ._sheet import rule
from .deck import in_force
from .model import INCH, Dropzone, SquadId, alive_of, group_aboard
from .unit_types import cripples, leash_of

# fmt: off
__all__ = [
    "allowance", "away", "callable_by", "can_act", "can_move", "in_orbit", "kinds", "must_move",
    "squads_of", "status_of",
]
# fmt: on


@rule("dz.moving.distance", "dz.shooting.move-and-fire")
def allowance(s: Dropzone, unit: int) -> tuple[int, str]:
    """MV in ticks, less what its weapons that have shot allow, and the rule that limits it."""
    u = s.units[unit]
    mv, leash = u.profile.mv * INCH, leash_of(u)
    if u.zones:
        mv = max(0, mv - 2 * INCH * cripples(u, 1))
    if leash is not None and leash < mv:
        return leash, "dz.shooting.move-and-fire"
    return mv, "dz.moving.distance"


def can_move(s: Dropzone, squad: SquadId) -> bool:
    """Whether a squad has any Moving action."""
    if squad in s.field.mobile:
        return True
    units = alive_of(s, squad)
    afloat = units and all(s.units[i].riding for i in units)
    return bool(afloat) and boarding.can_leave(s, squad) and not s.squads[squad].embarked


@rule("dz.actions.any-order", "dz.actions.two-per-squad", "dz.actions.no-repeat")
def kinds(s: Dropzone, squad: SquadId) -> list[str]:
    """What a squad may do now: up to 2 different actions in any order; searching, scanning and signalling take both."""
    return list(_kinds(s, squad))


@lru_cache(maxsize=1 << 8)
def _kinds(s: Dropzone, squad: SquadId) -> tuple[str, ...]:
    return tuple(offered(s, squad))


def offered(s: Dropzone, squad: SquadId) -> Iterator[str]:
    """One kind of action after the other; who only wants to know whether there is any does not look further."""
    mine = s.squads[squad]
    done, most = mine.actions, 1 if in_force(s, "tangled-orders", squad) else 2
    units = [s.units[i] for i in alive_of(s, squad)]
    if not units:
        return
    present = any(u.present for u in units)
    if len(done) < most:
        if "move" not in done and can_move(s, squad):
            yield "move"
        if "shoot" not in done and present and aiming.can_shoot(s, squad):
            yield "shoot"
        if "move" in done and "again" not in done and moves_twice(s, squad):
            yield "again"
    if not done and present and most > 1:
        yield from ["search"] if searching.searchable(s, squad) else []
        yield from ["scan"] if searching.can_scan(s, squad) else []
        yield from ["signal"] if callable_by(s, squad) else []
    if mine.carries is not None and not mine.ran and present and units[0].profile.kind != "aircraft":
        yield from ["pass"] if objectives.can_pass(s, squad) else []
        yield "drop"


def moves_twice(s: Dropzone, squad: SquadId) -> bool:
    """Transports to which a card gave a second run."""
    carries = all(s.units[i].profile.room for i in alive_of(s, squad))
    return carries and in_force(s, "second-run", squad) is not None and can_move(s, squad)


def in_orbit(s: Dropzone, group: int) -> bool:
    """Whether a battlegroup waits for a Signal."""
    return s.groups[group].harness and s.groups[group].status != "table"


def callable_by(s: Dropzone, squad: SquadId) -> list[int]:
    """The Behemoths In Readiness that a squad of Infantry may call down."""
    units = [s.units[i] for i in alive_of(s, squad)]
    if not any(group.harness for group in s.groups) or not units or units[0].profile.kind != "infantry":
        return []
    ready = [
        k
        for k, group in enumerate(s.groups)
        if group.side == units[0].side and in_orbit(s, k) and group.status == "ready"
    ]
    return [i for i, u in enumerate(s.units) if s.squads[u.squad].group in ready and u.alive and not u.placed]


@rule("dz.play.unit-fast")
def must_move(s: Dropzone, squad: SquadId) -> bool:
    """Whether a squad has to make a Moving action in its activation: Fast, and on the table."""
    units = [s.units[i] for i in alive_of(s, squad)]
    return any(u.profile.fast and u.placed for u in units) and "move" not in s.squads[squad].actions


def away(s: Dropzone, squad: SquadId) -> bool:
    """Fast units begin In Reserve, whatever the rest of their army does."""
    units = [s.units[i] for i in alive_of(s, squad)]
    return s.round <= 1 and any(u.profile.fast and not u.placed for u in units)


def squads_of(s: Dropzone, group: int) -> Iterator[SquadId]:
    """The squads of a battlegroup, and then the auxiliary transports that carry any of it."""
    yield from own_squads(s, group)
    yield from s.loaded.get(group, ())


def own_squads(s: Dropzone, group: int) -> Sequence[SquadId]:
    """The squads of a battlegroup; of -1 all auxiliary ones."""
    return s.teams.get(group, [])


def status_of(s: Dropzone, squad: SquadId) -> str:
    """Where a squad is: on the table or in Holding, or as its battlegroup, or as what its transports carry."""
    if squad in s.field.out:
        return "table"
    if away(s, squad):
        return "reserve"
    units = alive_of(s, squad)
    group: int | None = s.squads[squad].group
    if group == -1:
        group = group_aboard(s, units[0]) if units else None
    return "ready" if group is None else s.groups[group].status


def can_act(s: Dropzone, squad: SquadId) -> bool:
    """Whether a squad has come, and has anything to do."""
    if squad not in s.field.out and status_of(s, squad) == "reserve":
        return False
    fresh = not s.squads[squad].actions and squad in s.field.mobile  # to move is offered before all else
    return fresh or next(offered(s, squad), None) is not None
