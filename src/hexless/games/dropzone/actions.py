"""Actions: what a squad may do, two at most, no two alike."""

from __future__ import annotations

from hexless.kernel import Game, Labels, OneOf, Refusal
from hexless.table import show

from . import aiming, cards, choices, drop, moving, objectives, searching, shooting
from ._sheet import rule
from .choices import kinds
from .model import Dropzone, SquadId, alive_of, change_squad, outermost, squads_by_id
from .unit_types import coherent

__all__ = ["LABELS", "act", "close"]

G = Game[Dropzone]
LABELS = {
    "move": "Move", "shoot": "Shoot", "search": "Search (both actions)", "scan": "Scan (both actions)",
    "again": "Move again", "signal": "Signal (both actions)", "pass": "Pass the objective on",
    "drop": "Drop the objective",
}  # fmt: skip


@rule("dz.actions.any-order", "dz.actions.two-per-squad", "dz.actions.no-repeat")
def act(g: G, squad: SquadId, must: bool) -> bool:
    """Ask for the next action and carry it out; whether the squad goes on."""
    s = g.state
    options = kinds(s, squad)
    if not options:
        return False
    must = must or ("move" in options and choices.must_move(s, squad))
    offered: tuple[str | None, ...] = tuple(options) if must else (*options, None)
    ask = OneOf(
        prompt=f"action of {s.squads[squad].name}", rules=g.cites, options=offered, about="action",
        by=alive_of(s, squad)[0], labels=Labels(offered, lambda kind: label(s, squad, kind)),
        why=lambda answer: why_not(s, squad, answer),
    )  # fmt: skip
    kind = g.ask(s.squads[squad].side, ask)
    if kind is None:
        return False
    carry_out(g, squad, str(kind))
    return bool(alive_of(g.state, squad))


def label(s: Dropzone, squad: SquadId, kind: str | None) -> str:
    """An action with what it gives: how far, how many weapons and targets."""
    if kind is None:
        return "done"
    units = alive_of(s, squad)
    if kind in ("move", "again"):
        return f"{LABELS[kind]}: up to {show(max(choices.allowance(s, i)[0] for i in units))} in"
    if kind == "shoot":
        ready = [(i, k) for i in units for k in range(len(s[i].profile.guns)) if aiming.ready(s, i, k)]
        found = dict.fromkeys(t for i, k in ready for t in aiming.targets_of(s, i, s[i].profile.guns[k]))
        count = f"{len(found)} target{'' if len(found) == 1 else 's'}" if found else "nothing but scenery"
        return f"{LABELS[kind]}: {count}"
    return LABELS[kind]


def why_not(s: Dropzone, squad: SquadId, answer: object) -> Refusal | None:
    """The rule against an action that is not offered."""
    done = s.squads[squad].actions
    if answer in done:
        return Refusal(f"{answer} has been done", "dz.actions.no-repeat")
    if len(done) >= 2:
        return Refusal("the squad has made its 2 actions", "dz.actions.two-per-squad")
    return None


def carry_out(g: G, squad: SquadId, kind: str) -> None:
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


def close(g: G, squad: SquadId) -> None:
    """A squad is done: what it carries it may lose, what lies beside it it claims, and home is home."""
    s = g.state
    if s.squads[squad].carries is not None and not coherent(s, squad):
        objectives.drop(g, squad)
    objectives.claim(g, squad)
    for one in (squad, *riders(g.state, squad)):
        objectives.taken_home(g, one)
    change_squad(g, squad, done=True, ran=False)


def riders(s: Dropzone, squad: SquadId) -> list[SquadId]:
    """The squads that carry something aboard the transports of a squad, which take them home."""
    carrying = [q for q, one in squads_by_id(s) if one.carries is not None and q != squad]
    return [q for q in carrying if any(s.units[outermost(s, i)].squad == squad for i in alive_of(s, q))]
