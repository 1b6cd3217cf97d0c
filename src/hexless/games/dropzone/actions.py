"""Actions: what a squad may do, two at most, no two alike."""

from __future__ import annotations

from functools import lru_cache

from hexless.kernel import Game, OneOf, Refusal

from . import aiming, cards, drop, fast, moving, objectives, searching, shooting
from ._sheet import rule
from .deck import in_force
from .model import Dropzone, alive_of, change_squad
from .unit_types import coherent

__all__ = ["LABELS", "act", "close", "kinds"]

G = Game[Dropzone]
LABELS = {
    "move": "Move", "shoot": "Shoot", "search": "Search (both actions)", "scan": "Scan (both actions)",
    "again": "Move again", "signal": "Signal (both actions)", "pass": "Pass the objective on",
    "drop": "Drop the objective",
}  # fmt: skip


@rule("dz.actions.any-order", "dz.actions.two-per-squad", "dz.actions.no-repeat")
def kinds(s: Dropzone, squad: int) -> list[str]:
    """What a squad may do now: up to 2 different actions in any order; searching, scanning and signalling take both."""
    return list(_kinds(s, squad))


@lru_cache(maxsize=1 << 10)
def _kinds(s: Dropzone, squad: int) -> tuple[str, ...]:
    done, found, most = s.squads[squad].actions, list[str](), 1 if in_force(s, "tangled-orders", squad) else 2
    units = [s.units[i] for i in alive_of(s, squad)]
    if not units:
        return ()
    present = any(u.present for u in units)
    if len(done) < most:
        if "move" not in done and moving.can_move(s, squad):
            found.append("move")
        if "shoot" not in done and present and aiming.can_shoot(s, squad):
            found.append("shoot")
        if "move" in done and "again" not in done and moves_twice(s, squad):
            found.append("again")
    if not done and present and most > 1:
        found += ["search"] if searching.searchable(s, squad) else []
        found += ["scan"] if searching.can_scan(s, squad) else []
        found += ["signal"] if drop.callable_by(s, squad) else []
    if (
        s.squads[squad].carries is not None
        and not s.squads[squad].ran
        and present
        and units[0].profile.kind != "aircraft"
    ):
        found += ["pass"] if objectives.can_pass(s, squad) else []
        found.append("drop")
    return tuple(found)


def moves_twice(s: Dropzone, squad: int) -> bool:
    """Transports to which a card gave a second run."""
    carries = all(s.units[i].profile.room for i in alive_of(s, squad))
    return carries and in_force(s, "second-run", squad) is not None and moving.can_move(s, squad)


@rule("dz.actions.any-order", "dz.actions.two-per-squad", "dz.actions.no-repeat")
def act(g: G, squad: int, must: bool) -> bool:
    """Ask for the next action and carry it out; whether the squad goes on."""
    s = g.state
    options = kinds(s, squad)
    if not options:
        return False
    labels = tuple(LABELS[kind] for kind in options)
    must = must or ("move" in options and fast.must_move(s, squad))
    choices: tuple[str | None, ...] = tuple(options) if must else (*options, None)
    ask = OneOf(
        prompt=f"action of {s.squads[squad].name}", rules=g.cites, options=choices, about="action",
        by=alive_of(s, squad)[0], labels=labels if must else (*labels, "done"),
        why=lambda answer: why_not(s, squad, answer),
    )  # fmt: skip
    kind = g.ask(s.squads[squad].side, ask)
    if kind is None:
        return False
    carry_out(g, squad, str(kind))
    return bool(alive_of(g.state, squad))


def why_not(s: Dropzone, squad: int, answer: object) -> Refusal | None:
    """The rule against an action that is not offered."""
    done = s.squads[squad].actions
    if answer in done:
        return Refusal(f"{answer} has been done", "dz.actions.no-repeat")
    if len(done) >= 2:
        return Refusal("the squad has made its 2 actions", "dz.actions.two-per-squad")
    return None


def carry_out(g: G, squad: int, kind: str) -> None:
    """One action, finished before the next begins."""
    both = kind in ("search", "scan", "signal")
    used = (kind, kind) if both else () if kind in ("pass", "drop") else (kind,)
    change_squad(g, squad, actions=(*g.state.squads[squad].actions, *used))
    match kind:
        case "move" | "again":
            moving.move(g, squad)
        case "shoot":
            shooting.shoot(g, squad)
        case "search":
            searching.search(g, squad)
        case "scan":
            searching.scan(g, squad)
        case "signal":
            drop.signal(g, squad)
        case "pass":
            objectives.pass_on(g, squad)
        case "drop":
            objectives.drop(g, squad)
    cards.expire(g, "action")


def close(g: G, squad: int) -> None:
    """A squad is done: what it carries it may lose, what lies beside it it claims, and home is home."""
    s = g.state
    if s.squads[squad].carries is not None and not coherent(s, squad):
        objectives.drop(g, squad)
    objectives.claim(g, squad)
    objectives.taken_home(g, squad)
    change_squad(g, squad, done=True, ran=False)
