"""Wrecks: getting out of a transport or a garrison that is no more, and what is left of a Behemoth."""

from __future__ import annotations

from hexless.kernel import Game
from hexless.moves import Place
from hexless.moves.walk import DIRECTIONS
from hexless.table import Terrain, piece

from ._sheet import rule
from .boarding import came_by_air
from .entering import PASSAGE
from .model import CENTRE, INCH, Dropzone, Unit, change_squad, outermost
from .places import standing_room
from .scenery_pieces import KINDS
from .scenery_pieces import scenery as stock
from .unit_types import level, stood

__all__ = ["get_out", "leave_wreck", "put_outside", "wreck_hits"]

G = Game[Dropzone]


@rule("dz.transports.destroyed-hits", "dz.transports.destroyed-no-hits")
def wreck_hits(face: int) -> int:
    """The hits on every unit aboard by a D3: on 1 or 2 as many; on 3 none."""
    return face % 3


@rule("dz.transports.survivors-disembark")
def get_out(g: G, unit: int, passenger: int) -> bool:
    """Within 2 inches of the wreck, in coherency or not. Whether there is room."""
    s = g.state
    at = s[outermost(s, unit)].base
    where = standing_room(
        s, passenger, [], anchor=(at.x, at.y), reach=2 * INCH, rule="dz.transports.survivors-disembark"
    )
    if not where.room:
        return False
    ask = Place(prompt="out of the wreck", rules=g.cites, unit=passenger, ground=where)
    spot = g.ask(s[passenger].side, ask)
    g.change(passenger, aboard=None, placed=True, base=stood(s, passenger, where.placed(spot)), moved=0)
    change_squad(g, s[passenger].squad, disembarked=True, aerial=s.squad_of(passenger).aerial or came_by_air(s, unit))
    g.note("gets out", unit=passenger)
    return True


def put_outside(g: G, unit: int, others: list[int], piece: int) -> bool:
    """A unit stands near a garrison, in coherency with others of its squad: a move. Whether there is room."""
    s = g.state
    where = standing_room(
        s, unit, others, outline=s.terrain.pieces[piece].outline, reach=2 * INCH, rule="dz.garrisons.exit"
    )
    if not where.room:
        return False
    g.change(unit, piece=None, edge=CENTRE, placed=False)
    spot = g.ask(s[unit].side, Place(prompt="outside", rules=("dz.garrisons.exit",), unit=unit, ground=where))
    g.change(unit, placed=True, base=where.placed(spot), moved=(s[unit].moved or 0) + PASSAGE)
    return True


@rule("dz.play.behemoth-wreck")
def leave_wreck(g: G, u: Unit) -> None:
    """What was a Behemoth is Impassable scenery that blocks sight; aircraft above it rise."""
    r, s = u.base.radius - 3, g.state
    outline = [(u.base.x + dx * r // 1001, u.base.y + dy * r // 1001) for dx, dy in DIRECTIONS]
    wreck = piece(f"{u.name} (wreck)", outline, height=u.base.height, traits=KINDS["wreck"].traits)
    terrain = Terrain(s.terrain.width, s.terrain.depth, (*s.terrain.pieces, wreck))
    g.set(terrain=terrain, scenery=(*s.scenery, stock("wreck")))
    g.note("wrecked", piece=wreck.name)
    for i, v in enumerate(g.state.units):
        if v.here and v.flying:
            g.change(i, base=v.base.at(v.base.x, v.base.y, level(g.state, v, v.base.x, v.base.y, True)))
