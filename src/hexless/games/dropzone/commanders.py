"""Commanders: Command Value, Influence and cost, and shots that are moved away from them."""

from __future__ import annotations

from functools import lru_cache

from hexless.table import gap_of_outlines

from ._sheet import rule
from .lines import apart, extent
from .model import INCH, Dropzone, Unit, outermost

__all__ = ["COMMAND", "cost_of", "covers", "highest", "in_influence", "rank", "sources"]

COMMAND = {1: (4, 0), 2: (8, 35), 3: (12, 65), 4: (16, 95), 5: (20, 125), 6: (24, 155)}  # Influence, points


@rule("dz.commanders.cv-1", "dz.commanders.cv-2", "dz.commanders.cv-3")
@rule("dz.commanders.cv-4", "dz.commanders.cv-5", "dz.commanders.cv-6")
def cost_of(cv: int) -> int:
    """What a commander costs; no commander costs nothing."""
    return COMMAND[cv][1] if cv else 0


def influence_of(cv: int, more: int = 0) -> int:
    """How far a commander's Influence reaches, in ticks: 4 inches for each point of Command Value."""
    return (COMMAND[cv][0] + 4 * more) * INCH if cv else 0


def on_table(s: Dropzone, unit: int) -> bool:
    """On the table, or in a transport that is."""
    return s.units[unit].alive and s.units[outermost(s, unit)].placed


def rank(s: Dropzone, side: str) -> int:
    """The highest Command Value that a side has on the table, as it was bought."""
    return max((u.cv for i, u in enumerate(s.units) if u.side == side and u.cv and on_table(s, i)), default=0)


@rule("dz.cards.secured-uplink")
def uplink(s: Dropzone, side: str) -> int:
    """The point of Command Value that a card adds for a round."""
    return int(any(effect.card == "secured-uplink" and effect.side == side for effect in s.effects))


def highest(s: Dropzone, side: str) -> int:
    """The highest Command Value that a side has on the table now."""
    cv = rank(s, side)
    return cv + uplink(s, side) if cv else 0


def in_influence(s: Dropzone, side: str, unit: int) -> bool:
    """Within the Influence of a commander, or 8 inches of a Scout."""
    at = s.units[outermost(s, unit)]
    return any(apart(s, source, at) <= reach for source, reach in sources(s, side))


def covers(s: Dropzone, side: str, piece: int) -> bool:
    """Whether a piece of scenery is within Influence."""
    outline = s.terrain.pieces[piece].outline
    return any(gap_of_outlines(extent(s.terrain, source), outline) <= reach for source, reach in sources(s, side))


@lru_cache(maxsize=1 << 10)
def sources(s: Dropzone, side: str) -> list[tuple[Unit, int]]:
    """Where a side's Influence comes from, and how far it reaches."""
    found, more = [], uplink(s, side)
    for i, u in enumerate(s.units):
        if u.side == side and (u.cv or u.profile.scout) and on_table(s, i):
            reach = max(influence_of(u.cv, more), 8 * INCH if u.profile.scout and u.present else 0)
            found.append((s.units[outermost(s, i)], reach))
    return found
