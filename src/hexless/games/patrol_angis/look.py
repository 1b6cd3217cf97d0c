"""How a game looks: its scene, its words, and how well a side stands."""

from __future__ import annotations

from hexless.kernel import Stream
from hexless.ruleset import Area, Mark, Scene, Token
from hexless.ruleset.verdict import final
from hexless.table import distance

from .model import CM, Element, PatrolAngis, members
from .turn import holder, victory_points

__all__ = ["PHRASES", "guess", "scene", "score", "seats", "view"]

PHRASES = {
    "roll": "{why}: {faces}",
    "platoon": "{side}: {name}, {elements} Troop Elements of {points} points",
    "deployed": "{unit.name} is deployed",
    "no room": "there is no room for {unit.name}",
    "turn": "— turn {turn} —",
    "leaderless": "{platoon} is without its Commander: -1",
    "initiative": "{winner} wins the initiative of turn {turn} with {platoon}: {tokens} tokens each, one more for it",
    "token": "{unit.name} gets a token ({tokens})",
    "token lost": "the token for {unit.name} is lost",
    "re-motivated": "{unit.name} is re-motivated: two tokens cancel",
    "shaken": "{unit.name} gets a Re-motivate token ({tokens})",
    "lost heart": "{unit.name} loses an Activation token ({tokens} left)",
    "veterans": "{unit.name} shrugs it off",
    "begins": "{side} begins",
    "activated": "{unit.name}: {action}",
    "passed": "{unit.name} lets it pass",
    "moved": "{unit.name}: {move}",
    "turned": "{unit.name} turns",
    "jets": "{unit.name} flies ({left} uses left)",
    "overwatch": "{unit.name} is on Overwatch",
    "watch given up": "{unit.name} gives up Overwatch",
    "watch lost": "{unit.name} loses its Overwatch",
    "watch fires": "{unit.name} fires from Overwatch at {target.name}",
    "no target": "{unit.name} has no target",
    "shot": "{shooter.name} at {target.name}, {weapon}: {dice} dice at {need}+, {hits} hits, saves at {save}+, "
    "{kills} not saved",
    "loaded": "{figure} loads",
    "shell": "the ablative shell of {unit.name} is used up",
    "cancelled": "{unit.name} spends {tokens} tokens: {kills} kills are cancelled",
    "wounded": "{unit.name} takes {hits} hits",
    "killed": "{unit.name} loses {figures}, {left} left",
    "destroyed": "{unit.name} is destroyed",
    "medic": "a medic treats {figure} of {unit.name}: {result}",
    "returns": "{figure} of {unit.name} returns",
    "return fire": "{unit.name} returns fire at {target.name}",
    "morale": "{unit.name} checks morale at {need}+ and {result}",
    "unreachable": "{unit.name} cannot reach its target",
    "blows": "{attacker.name} strikes {target.name}: {hits} hits, saves at {save}+, {kills} not saved",
    "occupied": "{unit.name} takes the ground",
    "protected": "{unit.name} is under Self-Protection",
    "sent": "{unit.name} sends a token to {to.name}",
    "joined": "{unit.name} joins {other.name}: {figures} figures",
    "split": "{figures} figures of {unit.name} form {new.name}",
    "reformed": "{unit.name} is reformed",
    "swept": "{unit.name} is in the way of {weapon}: {hits} hits, {kills} not saved",
    "called": "{unit.name} calls for fire from off the table",
    "burns": "{unit.name} burns: {result}",
    "banner": "the banner of {unit.name} stores a re-roll",
    "rerolled": "{unit.name} rolls again",
    "shocked": "{unit.name} loses a token to the shock",
    "left": "{unit.name} leaves the table: {points} points",
    "objectives": "objectives: {held}; points {points}",
    "over": "{winner} wins: {why}",
}
SYMBOLS = {"infantry": "infantry", "portable": "gun", "vehicle": "vehicle"}


def seats(s: PatrolAngis) -> tuple[str, ...]:
    """Blue and red."""
    return s.sides


def view(s: PatrolAngis, seat: str | None) -> PatrolAngis:
    """Nothing is hidden in this game."""
    return s


def guess(s: PatrolAngis, seat: str | None, stream: Stream) -> PatrolAngis:
    """Nothing is left to guess."""
    return s


def scene(s: PatrolAngis) -> Scene:
    """The table to look at: a token for each figure, all of one Troop Element with its number."""
    areas = [Area(p.name, p.outline, _ground(p.traits), p.height, p.traits) for p in s.terrain.pieces]
    areas += [Area(f"{side} deploys", z.outline, "zone") for side, z in zip(s.sides, s.mission.zones)]
    if s.mission.exit:
        areas.append(Area(f"{s.sides[0]} leaves here", s.mission.exit, "zone"))
    marks = tuple(
        Mark(f"{o.name} ({o.points})", o.x, o.y, "objective", 5 * CM, holder(s, o)) for o in s.mission.objectives
    )
    tokens = tuple(token for i, e in enumerate(s.units) for token in (_tokens(i, e) if e.here else _gone(i, e)))
    a, b = (victory_points(s, side) for side in s.sides)
    title = f"{s.mission.name}, turn {s.turn} of {s.mission.turns}, points {a} to {b}"
    return Scene("cm", s.terrain.width, s.terrain.depth, tuple(areas), tokens, marks, title)


def _ground(traits: tuple[str, ...]) -> str:
    kinds = (
        ("building", "building"), ("hill", "hill"), ("wood", "wood"), ("water", "water"), ("paved", "road"),
        ("impassable", "water"), ("climb", "wall"),
    )  # fmt: skip
    for trait, kind in kinds:
        if trait in traits:
            return kind
    return "rough"


def _gone(unit: int, e: Element) -> list[Token]:
    """Where a Troop Element was last seen, if it is off the table for good."""
    x, y = e.last
    return [Token(unit, e.name, e.side, x, y, symbol=SYMBOLS[e.kind], gone=True)] if e.last != (0, 0) else []


def _tokens(unit: int, e: Element) -> list[Token]:
    status = _status(e)
    out = []
    for i, f in enumerate(e.figures):
        p, b = f.profile, f.base
        own = [*(["leader"] if i == 0 else []), *(["Commander"] if f.commander else [])]
        own += [*([f"hurt {f.hurt}"] if f.hurt else []), *(status if i == 0 else [])]
        stats = (
            ("figure", p.name), ("Move", str(p.move)), ("AR", str(p.AR)), ("DMR", str(p.DMR)),
            ("weapons", ", ".join(w.name for w in p.weapons) or "none"), ("points", str(p.points)),
        )  # fmt: skip
        symbol = "gun" if p.platform else SYMBOLS[e.kind] if e.kind == "vehicle" else "infantry"
        out.append(Token(unit, e.name, e.side, b.x, b.y, radius=b.radius, facing=(b.fx, b.fy), symbol=symbol,
                         status=tuple(own), stats=stats))  # fmt: skip
    return out


def _status(e: Element) -> list[str]:
    """The tokens and states of a Troop Element, shown at its leader."""
    found = [f"Activation {e.tokens}"] * bool(e.tokens) + [f"Re-motivate {e.fear}"] * bool(e.fear)
    found += ["Overwatch"] * e.watch + ["protected"] * e.protected + ["rapid"] * ("rapid" in e.did)
    found += [f"jets {e.jets}"] * bool(e.jets) + [f"{members(e)} of {e.full}"] * (members(e) != e.full)
    found += [f"charge {e.charge}"] * bool(e.charge)
    return found


def score(s: PatrolAngis, side: str) -> int:
    """How well a side stands: victory points, what is left, where it is, and tokens that can be used."""
    if s.over is not None:
        return final(s.over, side)
    sign = {each: 1 if each == side else -1 for each in s.sides}
    total = sum(sign[each] * (120 * victory_points(s, each) + 2 * s.slain[i] + 6 * s.gone[i])
                for i, each in enumerate(s.sides))  # fmt: skip
    total += sum(sign[e.side] * _worth(s, e) for e in s.units if e.here)
    for o in s.mission.objectives:
        held = holder(s, o)
        total += sign[held] * 100 * o.points if held else 0
    return total


def _worth(s: PatrolAngis, e: Element) -> int:
    """Wounds, nerves, tokens and position of a Troop Element."""
    hurt = sum(f.hurt * f.profile.points // f.profile.DMR for f in e.figures)
    worth = -hurt - 30 * e.fear + 12 * min(e.tokens, 3) + 5 * e.watch + 3 * e.protected
    return worth - _away(s, e)


def _away(s: PatrolAngis, e: Element) -> int:
    """How far from where it matters, in cm: an objective, the way out, or a good range to the enemy."""
    here = (e.leader.x, e.leader.y)
    if s.mission.exit and e.side == s.sides[0]:
        return distance(here, (s.mission.exit[0].x, here[1])) * 3 // CM
    goals = [distance(here, (o.x, o.y)) // CM for o in s.mission.objectives] if e.kind == "infantry" else []
    foes = [distance(here, (f.leader.x, f.leader.y)) // CM for f in s.units if f.side != e.side and f.here]
    near = max(0, min(foes) - _best_range(e)) if foes else 0
    return near + (min(goals) if goals else 0)


def _best_range(e: Element) -> int:
    """The point blank range of most of its weapons."""
    known = sorted(f.profile.weapons[0].point_blank for f in e.figures if f.profile.weapons)
    return known[len(known) // 2] if known else 0
