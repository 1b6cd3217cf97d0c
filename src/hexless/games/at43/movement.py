"""Movement: combat, rush and engaged moves of whole units, and engagement."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from hexless.kernel import Game, OneOf, Refusal, d6
from hexless.moves import Drill, March, Path, Place, Spot, Walk, Way, arrange, by_hand
from hexless.moves.by_hand import Post
from hexless.moves.drill import Prefer
from hexless.moves.formation import looking
from hexless.moves.later import Later
from hexless.moves.walk import after
from hexless.table import Base, Point, open_lines, within

from ._sheet import rule
from .losses import kill, with_fighter
from .model import AT43, CM, FighterId, Unit, enemy_of
from .obstacles import friends, ground_for, rest_for, solid
from .units import LEASH, LINK, strays

__all__ = [
    "COMBAT",
    "ENGAGED",
    "RUSH",
    "allowance",
    "beside",
    "close_enemies",
    "engage",
    "foes",
    "form_up",
    "move",
    "moves_open",
    "runs_over",
]

G = Game[AT43]
COMBAT, RUSH, ENGAGED = "combat", "rush", "engaged"
MOVES = {COMBAT: "a combat move", RUSH: "a rush move", ENGAGED: "an engaged unit move"}
RULES = {
    "too_far": "at.move.combat", "terrain": "at.move.obstacles", "base": "at.move.enemies",
    "no_fit": "at.move.no-end-on-obstacle", "too_close": "at.move.friends", "": "at.move.gap",
    "leash": "at.unit.cohesion-leader", "link": "at.unit.cohesion-neighbour", "rest": "at.unit.cohesion",
    "zone": "at.play.arrival", "tie": "at.hit.officer-ejects",
}  # fmt: skip
STANDING = {**RULES, "base": "at.move.no-end-on-obstacle"}  # for who is put down, whoever stands there


def foes(s: AT43, side: str) -> tuple[int, ...]:
    """The enemies of a side on the table; generators are not among them."""
    return _placed(s.units, s.army(enemy_of(s, side)))


@lru_cache(maxsize=64)
def _placed(units: tuple[Unit, ...], army: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([i for i in army if units[i].placed])


@rule("at.move.combat", "at.move.rush-soldier", "at.move.rush-strider", "at.move.engaged-half")
def allowance(u: Unit, kind: str) -> int:
    """How far a move of this kind goes: the card's, 6 or 10 cm more, or half in whole millimetres."""
    if kind == RUSH:
        return u.card.move + (10 if u.card.vehicle else 6) * CM
    return u.card.move // 2 // 100 * 100 if kind == ENGAGED else u.card.move


@rule("at.move.kinds", "at.move.engaged-only", "at.hit.immobile")
def moves_open(s: AT43, unit: int) -> tuple[str, ...]:
    """Combat or rush; the engaged move only, for an engaged unit; none when all its vehicles are immobile."""
    u = s[unit]
    if not u.card.move or all(f.immobile for f in u.fighters if f.alive):
        return ()
    return (ENGAGED,) if u.engaged else (COMBAT, RUSH)


@rule("at.move.kinds", "at.move.obstacles", "at.move.gap", "at.move.no-end-on-obstacle", "at.move.enemies")
def move(g: G, unit: int, kind: str) -> bool:
    """The leader's way, then the places of the others; whether anybody has moved."""
    g.cite(*_kind_rules(g.state[unit], kind))
    s, u = g.state, g.state[unit]
    reach = allowance(u, kind)
    over = runs_over(s, unit, kind)
    drill = drill_of(s, unit, over)
    way = Way()
    if not u.chief.immobile:
        ground = march(s, unit, reach, drill, over)
        way = g.ask(u.side, Path(prompt=f"{kind} move of {u.name}", rules=g.cites, unit=unit, ground=ground))
    via = tuple(Point(*p) for p in way.points)
    form_up(g, unit, after(u.chief.base, way), reach, drill, via)
    g.note("moved", unit=unit, move=MOVES[kind], points=way.points)
    if over:
        run_over(g, unit, s, drill, via)
    return any((a.base.x, a.base.y) != (b.base.x, b.base.y) for a, b in zip(u.fighters, g.state[unit].fighters))


def runs_over(s: AT43, unit: int, kind: str) -> bool:
    """Whether a move goes over enemy soldiers (ruling overrun)."""
    return kind == RUSH and s[unit].card.vehicle and s.rulings.overrun


def _kind_rules(u: Unit, kind: str) -> tuple[str, ...]:
    if kind == RUSH:
        return ("at.move.rush-strider" if u.card.vehicle else "at.move.rush-soldier", "at.move.rush-no-shooting")
    return ("at.move.engaged-half", "at.move.engaged-only") if kind == ENGAGED else ("at.move.combat",)


def drill_of(s: AT43, unit: int, over: bool = False) -> Drill:
    """What binds the fighters of a unit on the move."""
    return _drill(s, unit, over)


@lru_cache(maxsize=64)
def _drill(s: AT43, unit: int, over: bool) -> Drill:
    u = s[unit]
    tie = u.fighters[u.tied].base if u.tied is not None else None
    return Drill(
        terrain=s.terrain, costs=ground_for(s, u.card), link=LINK, leash=LEASH, others=solid(s, unit, over).bases,
        standing=friends(s, unit, over), tie=tie, rest=rest_for(s),
    )  # fmt: skip


def movers(u: Unit) -> list[FighterId]:
    """The fighters that follow the leader; an immobile vehicle stays where it is."""
    return [i for i in u.living if i != u.leader and not u.fighters[i].immobile]


class Column(March, frozen=True, kw_only=True):
    """A leader's march; a machine of his own side that is in the way is an obstacle like any other."""

    mine: Sequence[bool]

    def check(self, answer: Way) -> Refusal | None:
        refused = March.check(self, answer)
        if refused is None or refused.rule != RULES["base"] or not self.mine[refused.witness["index"]]:
            return refused
        return Refusal(refused.says, RULES["terrain"], refused.witness)


@lru_cache(maxsize=64)
def march(s: AT43, unit: int, reach: int, drill: Drill, over: bool = False) -> March:
    """The ways of the leader that the others can follow."""
    u = s[unit]
    others = [u.fighters[i].base for i in movers(u)]
    stray = len(strays(u, s.rulings.cohesion_connected))
    broken = stray > 0

    def follow(there: Base, way: Way) -> bool:
        if drill.tie is not None and not within(there, drill.tie, LINK):
            return False
        via = [Point(*p) for p in way.points]
        spots = arrange(drill, u.chief.base, there, others, [reach] * len(others), via=via, strays=broken)
        return spots is not None and (not broken or _loose(there, spots) <= stray)

    way_in = solid(s, unit, over)
    walk = Walk(
        terrain=s.terrain, base=u.chief.base, allowance=reach, costs=drill.costs, others=drill.others,
        keep=((drill.standing, 0),) if len(drill.standing) else (), rules=RULES, names=way_in.names,
        toward=Later(lambda: [(b.x, b.y) for b in _targets(s, unit)[:2]] + _goals(s, u)), rest=drill.rest,
        snap=CM // 5,
    )  # fmt: skip
    return Column(
        walk=walk,
        mine=way_in.mine,
        follow=follow,
        says="the others cannot keep cohesion",
        rule="at.unit.cohesion",
        contact=Later(lambda: _worth_touching(s, unit)),
        friends="at.move.friends",
    )


def _worth_touching(s: AT43, unit: int) -> list[Base]:
    """Whom one with blades would walk into contact with: one of each enemy unit about, and the nearest."""
    if not any(w.melee for w in s[unit].card.weapons):
        return []
    return list(dict.fromkeys((*_one_of_each(s, unit)[:3], *_targets(s, unit)[:3])))


def _loose(leader: Base, others: Sequence[Base]) -> int:
    whole = [leader, *others]
    return sum(not within(b, leader, LEASH) or not any(within(b, o, LINK) for o in whole if o is not b) for b in others)


@lru_cache(maxsize=64)
def _targets(s: AT43, unit: int) -> tuple[Base, ...]:
    """Enemy bases, the nearest first."""
    x, y = s[unit].chief.base.centre
    bases = [b for i in foes(s, s[unit].side) for b in s.units[i].bases]
    squares = [(b.x - x) ** 2 + (b.y - y) ** 2 for b in bases]
    return tuple([bases[n] for n in sorted(range(len(bases)), key=squares.__getitem__)])


def _one_of_each(s: AT43, unit: int) -> list[Base]:
    """The nearest base of every enemy unit, for whoever would touch two of them."""
    here = s[unit].chief.base
    units = [s[i].bases for i in foes(s, s[unit].side)]
    bases = [min(bases, key=lambda b: _far(b, here)) for bases in units]
    return sorted(bases, key=lambda b: _far(b, here))


def _far(a: Base, b: Base) -> int:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2


def _goals(s: AT43, u: Unit) -> list[tuple[int, int]]:
    """Objectives worth walking to, the nearest first."""
    here = u.chief.base
    goals = [(o.x, o.y) for o in (*s.mission.objectives, *s.mission.drops)]
    return sorted(goals, key=lambda p: (p[0] - here.x) ** 2 + (p[1] - here.y) ** 2)[:3]


@rule("at.unit.cohesion", "at.unit.cohesion-leader", "at.unit.cohesion-neighbour")
def form_up(g: G, unit: int, there: Base, reach: int | None, drill: Drill, via: tuple[Point, ...]) -> None:
    """Everybody keeps within 10 cm of the leader and 2.5 cm of another, as the engine proposes or by hand."""
    s, u, moving = g.state, g.state[unit], movers(g.state[unit])
    spots, orderly = formation(s, unit, there, reach, drill, via)
    if moving and orderly and _wants_by_hand(g, unit):
        spots = _placed_by_hand(g, unit, drill, there, moving, reach, via)
    there = looking(there, _nearest_foe(s, unit))
    fighters = list(u.fighters)
    for i, base in ((u.leader, there), *zip(moving, spots)):
        fighters[i] = fighters[i].with_(base=base)
    g.change(unit, fighters=tuple(fighters))


@lru_cache(maxsize=64)
def formation(
    s: AT43, unit: int, there: Base, reach: int | None, drill: Drill, via: tuple[Point, ...]
) -> tuple[tuple[Base, ...], bool]:
    """The places that the engine proposes, and whether they keep cohesion, so that a player could do it by hand."""
    u, foe, face = s[unit], _targets(s, unit), _nearest_foe(s, unit)
    bases = [u.fighters[i].base for i in movers(u)]
    before = u.chief.base if reach is not None else there
    legs = None if reach is None else [reach] * len(bases)
    goals, prefer = _contacts(s, unit, there, foe), _sheltered(s, there, foe) if u.card.soldier else None
    spots = arrange(drill, before, there, bases, legs, via=via, goals=goals, prefer=prefer, face=face)
    if spots is None:
        return arrange(drill, before, there, bases, legs, via=via, face=face, strays=True) or tuple(bases), False
    plain = not goals and prefer is None
    return spots, plain or arrange(drill, before, there, bases, legs, via=via) is not None


def _nearest_foe(s: AT43, unit: int) -> tuple[int, int] | None:
    foe = _targets(s, unit)
    return (foe[0].x, foe[0].y) if foe else None


def _wants_by_hand(g: G, unit: int) -> bool:
    ask = OneOf(
        prompt="the others", rules=g.cites, options=("arrange", "by hand"),
        labels=("arrange them around the leader", "place each by hand"), about="formation", manual="by hand",
    )  # fmt: skip
    return bool(g.ask(g.state[unit].side, ask) == "by hand")


def _placed_by_hand(
    g: G,
    unit: int,
    drill: Drill,
    there: Base,
    moving: Sequence[int],
    reach: int | None,
    via: Sequence[Point],
) -> tuple[Base, ...]:
    u = g.state[unit]
    before = u.chief.base if reach is not None else there
    legs = None if reach is None else [reach] * len(moving)

    def ask(i: int, post: Post) -> Spot:
        prompt = f"place fighter {moving[i] + 1} of {u.name}"
        spot: Spot = g.ask(u.side, Place(prompt=prompt, rules=g.cites, unit=unit, ground=post))
        return spot

    bases = [u.fighters[i].base for i in moving]
    pairs = not g.state.rulings.cohesion_connected
    return by_hand(ask, drill, before, there, bases, legs, via=via, pairs=pairs, rules=STANDING)


def _contacts(s: AT43, unit: int, there: Base, foe: Sequence[Base]) -> list[Base]:
    """Enemies to come into contact with, when the leader has: some of the nearest, and of each unit about."""
    if not any(w.melee for w in s[unit].card.weapons):
        return []
    (x, y), far = there.centre, there.span + 10 * CM  # no base is larger
    near = [base for base in foe if x - far <= base.x <= x + far and y - far <= base.y <= y + far]
    if not any(within(there, base, 3) for base in near):
        return []
    about = [base for base in _one_of_each(s, unit) if within(there, base, LEASH)]
    return list(dict.fromkeys((*about[:3], *foe[:3])))


def _sheltered(s: AT43, there: Base, foe: Sequence[Base]) -> Prefer | None:
    """A preference for places with a low wall between them and the nearest enemy, where there may be one."""
    walls = s.terrain.having("low-wall")
    if not foe or not any(_about(s, i, there) and _ahead(s, i, there, foe[0]) for i in walls.pieces):
        return None
    near = foe[0].centre
    return lambda bases: [not free for free in open_lines(s.terrain, near, [base.centre for base in bases], walls)]


def _about(s: AT43, piece: int, there: Base) -> bool:
    return any(abs(p.x - there.x) + abs(p.y - there.y) < 15 * CM for p in s.terrain.pieces[piece].outline)


def _ahead(s: AT43, piece: int, there: Base, foe: Base) -> bool:
    """Whether a piece may come between an enemy and anybody within the leash of the leader, by their boxes."""
    far, (x0, y0, x1, y1) = LEASH + there.span + 10 * CM, s.terrain.box(piece)  # no base is larger
    wide = x0 <= max(foe.x, there.x + far) and x1 >= min(foe.x, there.x - far)
    return wide and y0 <= max(foe.y, there.y + far) and y1 >= min(foe.y, there.y - far)


# ---- engagement


@rule("at.move.strider-not-engaged")
def close_enemies(s: AT43, unit: int) -> list[int]:
    """The enemy units with a soldier within 2.5 cm of a soldier of this one; a strider has none, and is nobody's."""
    u = s[unit]
    if not u.card.soldier or not u.here:
        return []
    near = [i for i in foes(s, u.side) if s.units[i].card.soldier and beside(u, s.units[i], LINK)]
    return [i for i in near if any(within(a, b, LINK) for b in s[i].bases for a in u.bases)]


def beside(a: Unit, b: Unit, limit: int) -> bool:
    """Whether two units are so near at all that somebody of one might be within a limit of somebody of the other."""
    (x0, y0, x1, y1), (u0, v0, u1, v1), far = a.box, b.box, limit + 1
    return u0 - x1 <= far and x0 - u1 <= far and v0 - y1 <= far and y0 - v1 <= far


@rule("at.move.engage")
def engage(g: G, unit: int) -> None:
    """A soldier that ends a move within 2.5 cm of an enemy soldier engages both whole units."""
    u = g.state[unit]
    if not u.here:
        return
    near = close_enemies(g.state, unit)
    if u.engaged != bool(near):
        g.change(unit, engaged=bool(near))
    for enemy in near:
        if not g.state[enemy].engaged:
            g.change(enemy, engaged=True, overwatch=False)
        g.note("engaged", unit=unit, target=enemy)


# ---- running over, by the ruling


@rule("at.move.enemies")
def run_over(g: G, unit: int, before: AT43, drill: Drill, via: tuple[Point, ...]) -> None:
    """Enemy soldiers that a rushing strider passed over on its way die on 5+, on 3+ if they were engaged."""
    for number, f in enumerate(before[unit].fighters):
        there = g.state[unit].fighters[number].base
        if there.centre == f.base.centre:
            continue
        own = via if number == before[unit].leader else _trail(drill, f.base, there, allowance(before[unit], RUSH), via)
        for enemy in [i for i in foes(before, before[unit].side) if before[i].card.soldier]:
            passed = [i for i in g.state[enemy].living if passes(f.base, own, g.state[enemy].fighters[i].base)]
            g.each(flattened, passed, enemy)


def _trail(drill: Drill, start: Base, there: Base, reach: int, via: tuple[Point, ...]) -> tuple[Point, ...]:
    """The way of one who follows."""
    way = drill.way(start, there, reach, via)
    return tuple(Point(*point) for point in way.points) if way else (there.centre,)


def flattened(g: G, fighter: FighterId, unit: int) -> None:
    """One soldier under a strider."""
    if g.count(d6(), 3 if g.state[unit].engaged else 5, "run over"):
        g.state = with_fighter(g.state, unit, fighter, wounds=0)
        kill(g, unit, fighter)


def passes(base: Base, way: Sequence[Point], other: Base) -> bool:
    """Whether a base on its way passes over another."""
    return any(_over(a, b, other.centre, base.radius + other.radius) for a, b in pairwise((base.centre, *way)))


def _over(a: Point, b: Point, p: Point, reach: int) -> bool:
    """Whether a point is nearer to a leg than that."""
    ex, ey, px, py = b.x - a.x, b.y - a.y, p.x - a.x, p.y - a.y
    size, along = ex * ex + ey * ey, px * ex + py * ey
    if along <= 0 or size == 0:
        return px * px + py * py < reach * reach
    if along >= size:
        return (p.x - b.x) ** 2 + (p.y - b.y) ** 2 < reach * reach
    return (ex * py - ey * px) ** 2 < reach * reach * size
