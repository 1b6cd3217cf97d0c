"""The tabletop: whole-number geometry of bases and terrain. Every verdict is a value with its witness."""

from hexless.table.amid import amid
from hexless.table.arc import Arc, arc, in_arc
from hexless.table.cohesion import Cohesion, Link, cohesion
from hexless.table.crossing import Crossing, Span, crossing, crossing_all
from hexless.table.detours import detours, tight
from hexless.table.faults import terrain_faults
from hexless.table.going import Going
from hexless.table.halts import halt
from hexless.table.lengths import (
    CONTACT,
    EDGE,
    HEIGHT_CAP,
    REACH_CAP,
    TICKS,
    Point,
    at_most,
    distance,
    show,
    ticks,
)
from hexless.table.measure import (
    Gap,
    apart,
    clear,
    gap,
    gap_of_outlines,
    gap_to_edge,
    gap_to_outline,
    off_outline,
    outline_touches,
    within,
    within_outline,
)
from hexless.table.path import Keep, Leg, Route, Stop, fits, route, toll, walked
from hexless.table.posts import Posts
from hexless.table.reach import Reach, reach
from hexless.table.relations import Arrangement, Looking, Relations, changed, relations
from hexless.table.room import Room
from hexless.table.shadows import shadows
from hexless.table.shapes import Base, Bases, hull, hull_of, pack
from hexless.table.sight import (
    Block,
    Lines,
    Sight,
    Tops,
    most_seen,
    open_lines,
    raised,
    see_any,
    sees,
    sees_each,
    sight,
    sight_all,
)
from hexless.table.template import Template, template, touched
from hexless.table.terrain import Costs, Mask, Piece, Terrain, piece, shared
from hexless.table.turning import turned

__all__ = [
    "CONTACT",
    "EDGE",
    "HEIGHT_CAP",
    "REACH_CAP",
    "TICKS",
    "Arc",
    "Arrangement",
    "Base",
    "Bases",
    "Block",
    "Cohesion",
    "Costs",
    "Crossing",
    "Gap",
    "Going",
    "Keep",
    "Leg",
    "Lines",
    "Link",
    "Looking",
    "Mask",
    "Piece",
    "Point",
    "Posts",
    "Reach",
    "Relations",
    "Room",
    "Route",
    "Sight",
    "Span",
    "Stop",
    "Template",
    "Terrain",
    "Tops",
    "amid",
    "apart",
    "arc",
    "at_most",
    "changed",
    "clear",
    "cohesion",
    "crossing",
    "crossing_all",
    "detours",
    "distance",
    "fits",
    "gap",
    "gap_of_outlines",
    "gap_to_edge",
    "gap_to_outline",
    "halt",
    "hull",
    "hull_of",
    "in_arc",
    "most_seen",
    "off_outline",
    "open_lines",
    "outline_touches",
    "pack",
    "piece",
    "raised",
    "reach",
    "relations",
    "route",
    "see_any",
    "sees",
    "sees_each",
    "shadows",
    "shared",
    "show",
    "sight",
    "sight_all",
    "template",
    "terrain_faults",
    "ticks",
    "tight",
    "toll",
    "touched",
    "turned",
    "walked",
    "within",
    "within_outline",
]
