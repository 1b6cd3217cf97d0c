"""Searching for Hidden Objectives, and the Scan Tokens that help."""

from __future__ import annotations

from hexless.kernel import Game, OneOf, Row, Total, act, chance, d6, total
from hexless.table import Base, at_most

from . import objectives
from ._sheet import rule
from .lines import near_piece
from .model import INCH, Dropzone, SquadId, alive_of
from .unit_types import coherent

__all__ = ["can_scan", "found", "scan", "search", "search_bonus", "searchable"]

G = Game[Dropzone]


@rule("dz.searching.who")
def searchable(s: Dropzone, squad: SquadId) -> list[int]:
    """The Hidden Objectives that a squad may search for: within 2 inches, or in the same garrison."""
    if not alive_of(s, squad) or s.squads[squad].carries is not None or not coherent(s, squad):
        return []
    return [o for o, at in enumerate(s.objectives) if at.hidden and not at.gone and objectives.beside(s, squad, o)]


def search_bonus(s: Dropzone, squad: SquadId, objective: int, tokens: int) -> Total:
    """The round, a point for each Scan Token, and one less with enemies close by."""
    near = s.rulings.search_enemy_penalty and objectives.contested(s, s.squads[squad].side, objective)
    return total(
        Row(s.round, "the round", "dz.searching.roll"),
        Row(tokens, "Scan Tokens", "dz.scanning.spend-tokens") if tokens else None,
        Row(-1, "enemies close by", "dz.searching.roll") if near else None,
        Row(-2, "Bloodthirsty", "dz.play.unit-bloodthirsty") if bloodthirsty(s, squad) else None,
    )


def bloodthirsty(s: Dropzone, squad: SquadId) -> bool:
    """Who thirsts for blood searches badly."""
    return s.units[s.squads[squad].units[0]].profile.bloodthirsty


@rule("dz.searching.roll")
@chance()
def found(g: G, bonus: int, one_fails: bool) -> bool:
    """1 die and the bonus: 7 or more finds it."""
    roll = g.sum(d6(), "search")
    return roll + bonus >= 7 and not (one_fails and roll == 1)


@rule("dz.searching.who", "dz.searching.roll")
@act
def search(g: G, squad: SquadId) -> None:
    """Both actions: pick what to search for, spend tokens, roll."""
    s, side = g.state, g.state.squads[squad].side
    options = searchable(s, squad)
    objective = options[0]
    if len(options) > 1:
        labels = tuple(s.objectives[o].name for o in options)
        ask = OneOf(prompt="search for", rules=g.cites, options=tuple(options), labels=labels, about="objective")
        objective = g.ask(side, ask)
    tokens = spend_tokens(g, squad, objective) if scanners(s, squad) else 0
    bonus = search_bonus(g.state, squad, objective, tokens)
    g.note("searches", unit=alive_of(s, squad)[0], objective=s.objectives[objective].name, bonus=bonus)
    if g.call(found, bonus.value, s.rulings.search_natural_one_fails):
        uncover(g, squad, objective)


@rule("dz.searching.found")
def uncover(g: G, squad: SquadId, objective: int) -> None:
    """It is Open from now on, and the searchers have it."""
    objectives.open_up(g, objective)
    objectives.take(g, squad, objective)


# ---- scanning


def can_scan(s: Dropzone, squad: SquadId) -> bool:
    """Transports that are no Aircraft, and do not all have a token yet."""
    units = [s.units[i] for i in alive_of(s, squad)]
    return (
        bool(units)
        and all(u.here and u.profile.room and u.profile.kind != "aircraft" for u in units)
        and not all(u.scan for u in units)
    )


@rule("dz.scanning.gain-token", "dz.scanning.one-per-unit")
def scan(g: G, squad: SquadId) -> None:
    """Both actions: each unit gains a Scan Token, and has at most one."""
    for unit in alive_of(g.state, squad):
        g.change(unit, scan=True)
    g.note("scans", unit=alive_of(g.state, squad)[0])


def scanners(s: Dropzone, squad: SquadId) -> list[int]:
    """Friendly units with a token within 2 inches of the searchers, or of their garrison."""
    mine = [s.units[i] for i in alive_of(s, squad)]
    return [
        i
        for i, v in enumerate(s.units)
        if v.scan and v.here and v.side == mine[0].side and any(_close(s, u.piece, u.base, v.base) for u in mine)
    ]


def _close(s: Dropzone, piece: int | None, a: Base, b: Base) -> bool:
    if piece is not None:
        return near_piece(s.terrain, b, piece) <= 2 * INCH
    return at_most((a.x - b.x) ** 2 + (a.y - b.y) ** 2, 2 * INCH)


@rule("dz.scanning.spend-tokens")
def spend_tokens(g: G, squad: SquadId, objective: int) -> int:
    """Before the roll: how many tokens are discarded, for 1 each."""
    units = scanners(g.state, squad)
    options = tuple(range(len(units), -1, -1))
    labels = tuple(f"{n} tokens" for n in options)
    n: int = g.ask(
        g.state.squads[squad].side, OneOf(prompt="scan tokens", rules=g.cites, options=options, labels=labels)
    )
    for unit in units[:n]:
        g.change(unit, scan=False)
    return n
