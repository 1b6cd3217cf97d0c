"""Fortitude: who tests, and the test."""

from __future__ import annotations

from hexless.kernel import Game, d6

from . import cards, commanders
from ._sheet import rule
from .deck import Moment, in_force
from .model import Dropzone, SquadId, alive_of, squads_by_id

__all__ = ["shaken", "test"]

G = Game[Dropzone]


def shaken(s: Dropzone) -> list[SquadId]:
    """The squads in garrisons that Close Quarters weapons hurt, and that are below half of their first strength."""
    return [
        q
        for q, squad in squads_by_id(s)
        if squad.hurt
        and (units := alive_of(s, q))
        and s.units[units[0]].profile.fortitude
        and s.units[units[0]].piece is not None
        and 2 * sum(s.units[i].dp for i in units) < squad.original
    ]


@rule("dz.fortitude.test")
def test(g: G, squad: SquadId) -> int:
    """1 die: lower than Fortitude fails, by as much as this says (0: passed)."""
    side = g.state.squads[squad].side
    fortitude = g.state[alive_of(g.state, squad)[0]].profile.fortitude
    if holds(cards.offer(g, side, Moment.TEST, (squad,))):
        return 0
    roll = roll_for(g, squad, fortitude)
    if roll < fortitude and steadied(g.state, squad):
        roll = once_more(g, squad, fortitude)
    return max(0, fortitude - roll)


def roll_for(g: G, squad: SquadId, fortitude: int) -> int:
    """The die of a test."""
    roll = g.sum(d6(), "fortitude")
    g.note("fortitude", unit=alive_of(g.state, squad)[0], roll=roll, fortitude=fortitude)
    return roll


@rule("dz.cards.not-one-room")
def holds(play: cards.Play | None) -> bool:
    """Whether the test is passed without a roll: by the one card that fits it."""
    return play is not None


def steadied(s: Dropzone, squad: SquadId) -> bool:
    """A card is in force, and a unit of the squad in Influence."""
    side = s.squads[squad].side
    voices = in_force(s, "steady-voices", squad) is not None
    return voices and any(commanders.in_influence(s, side, i) for i in alive_of(s, squad))


@rule("dz.cards.steady-voices")
def once_more(g: G, squad: SquadId, fortitude: int) -> int:
    """The failed test is rolled again."""
    return roll_for(g, squad, fortitude)
