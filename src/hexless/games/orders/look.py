"""How a game looks: its scene, its words, what each player sees, and how well one stands."""

from __future__ import annotations

from collections import Counter
from math import isqrt

from hexless.kernel import Stream
from hexless.ruleset import Area, Mark, Scene, Token
from hexless.ruleset.verdict import final

from .cards import COPIES, DECK
from .model import INCH, Orders, Stand
from .turn import holder

__all__ = ["PHRASES", "guess", "scene", "score", "seats", "view"]

PHRASES = {
    "roll": "{why}: {faces}",
    "deployed": "{unit.name} is deployed",
    "no room": "there is no room for {unit.name}",
    "turn": "— turn {turn} —",
    "bid": "{seat} has {bid} for the initiative",
    "initiative": "{winner} wins the initiative of turn {turn}; {first} goes first",
    "leads": "{unit.name} issues orders with {cp} command points",
    "ordered": "{unit.name} is ordered: {order} for {cost} command points, {left} left",
    "alone": "{unit.name} acts alone: {order}",
    "counter": "{unit.name}: {counter} counter",
    "moved": "{unit.name} moves",
    "mounted": "{unit.name} mounts {transport.name}",
    "dismounted": "{unit.name} gets out of {transport.name}",
    "no target": "{unit.name} has no target",
    "attack": "{unit.name} attacks {target.name} with {weapon}: {power} against {resist}",
    "difference": "difference {difference}: {result}",
    "suppressed": "{unit.name} takes {points} suppression, now {sp}",
    "destroyed": "{unit.name} is destroyed",
    "wrecked": "{unit.name} is wrecked",
    "leader lost": "the leader {unit.name} is lost to {by}",
    "no guns": "nobody bombards what {unit.name} has spotted",
    "template": "{unit.name} calls down a bombardment",
    "bombard": "bombardment with {power}",
    "under fire": "{unit.name} under the template: {power} against {resist}",
    "dives": "{unit.name} dives for cover",
    "rested": "{unit.name} rests, suppression {sp}",
    "smoke": "{unit.name} pops smoke",
    "card": "{seat} plays {card}",
    "over": "{winner} wins: {why}",
}


def seats(s: Orders) -> tuple[str, ...]:
    """The players in seating order."""
    return s.sides


HIDDEN = "?"
Spots = list[tuple[int, int]]


def view(s: Orders, seat: str | None) -> Orders:
    """Everything but the other players' cards."""
    if not s.hands:
        return s
    shown = (hand if side == seat else (HIDDEN,) * len(hand) for side, hand in zip(s.sides, s.hands))
    return s.with_(hands=tuple(shown))


def guess(s: Orders, seat: str | None, stream: Stream) -> Orders:
    """Hidden cards dealt from those that the player does not see."""
    if not s.hands:
        return s
    left = Counter({card.name: COPIES for card in DECK})
    left.subtract(card for hand in s.hands for card in hand if card != HIDDEN)
    unseen = stream.shuffled(sorted((+left).elements()))
    hands = []
    for hand in s.hands:
        dealt = [unseen.pop() if card == HIDDEN else card for card in hand]
        hands.append(tuple(sorted(dealt)))
    return s.with_(hands=tuple(hands))


def scene(s: Orders) -> Scene:
    """The table to look at."""
    areas = [Area(p.name, p.outline, _ground(p.traits), p.height, p.traits) for p in s.terrain.pieces]
    areas += [Area(f"{side} deploys", z.outline, "zone") for side, z in zip(s.sides, s.mission.zones)]
    marks = [Mark(o.name, o.x, o.y, "objective", s.mission.reach, holder(s, o)) for o in s.mission.objectives]
    marks += [Mark("smoke", x, y, "smoke", s.rulings.smoke_diameter_in * INCH // 2) for x, y in s.smoke]
    tokens = tuple(_token(s, i, e) for i, e in enumerate(s.units) if e.placed)
    title = f"{s.mission.name}, turn {s.turn} of {s.mission.turns}"
    return Scene("in", s.terrain.width, s.terrain.depth, tuple(areas), tokens, tuple(marks), title)


def _ground(traits: tuple[str, ...]) -> str:
    kinds = (
        ("elevated", "hill"), ("road", "road"), ("impassable-flat", "water"), ("impassable", "cliff"),
        ("concealment", "wood"), ("defensible", "building"), ("difficult", "rough"),
    )  # fmt: skip
    return next((kind for trait, kind in kinds if trait in traits), "rough")


def _token(s: Orders, unit: int, e: Stand) -> Token:
    flags = {
        "activation": e.activation, "vulnerable": e.vulnerable, f"SP {e.sp}": e.sp, f"leader {e.cp} CP": e.leader,
        "carries": any(p.aboard == unit and p.alive for p in s.units),
    }  # fmt: skip
    stats = (("Move", e.move), ("AM", e.AM), ("AP", e.AP), ("SR", e.SR), ("Bombard", e.bombard))
    b = e.base
    return Token(
        unit, e.name, e.side, b.x, b.y, radius=b.radius, facing=(b.fx, b.fy),
        symbol="vehicle" if e.vehicle else "infantry", status=tuple(word for word, on in flags.items() if on),
        stats=tuple((name, str(value)) for name, value in stats), inside=e.aboard, gone=not e.alive,
    )  # fmt: skip


def score(s: Orders, side: str) -> int:
    """How well a player stands: bases by their points, objectives, leaders, and being where it matters."""
    if s.over is not None:
        return final(s.over, side)
    sign = {each: len(s.sides) - 1 if each == side else -1 for each in s.sides}
    total = sum([sign[e.side] * _worth(e) for e in s.units if e.alive])
    for o in s.mission.objectives:
        held = holder(s, o)
        total += sign[held] * 60 * o.points if held else 0
    goals = [(o.x, o.y) for o in s.mission.objectives]
    for each in s.sides:
        enemies = [(e.base.x, e.base.y) for e in s.units if e.side != each and e.here]
        total += sign[each] * sum([_place(e, goals, enemies) for e in s.units if e.side == each and e.here])
    return total


def _worth(e: Stand) -> int:
    return 10 * e.points + (150 if e.leader else 0) - 60 * e.sp - (12 if e.vulnerable else 0) - (4 if e.acted else 0)


def _place(e: Stand, goals: Spots, enemies: Spots) -> int:
    """Nearer to objectives, and near enough to an enemy to hit it."""
    reach = max(e.am_range if e.AM else 0, e.ap_range if e.AP else 0) * 3 // 4
    near = max(0, _nearest(e, enemies) // INCH - reach) * 2 if enemies else 0
    return -(_nearest(e, goals) * 2 // INCH if goals else 0) - near


def _nearest(e: Stand, spots: Spots) -> int:
    """How far the nearest of some points is."""
    x, y = e.base.x, e.base.y
    return isqrt(min([(a - x) * (a - x) + (b - y) * (b - y) for a, b in spots]))
