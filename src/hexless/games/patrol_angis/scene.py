"""How a game looks: a token for each figure, the ground, the objectives."""

from __future__ import annotations

from hexless.kernel import Choice
from hexless.ruleset import Area, Mark, Scene, Tally, Token

from .initiative import platoon_units
from .model import CM, Element, Figure, PatrolAngis, members
from .turn import holder, victory_points

__all__ = ["drawn", "scene", "stands"]

SYMBOLS = {"infantry": "infantry", "portable": "gun", "vehicle": "vehicle"}
RIDES = {"foot": "heavy", "tracked": "bike", "anti-grav": "skimmer"}


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
    tallies = (Tally(s.sides[0], "points", a), Tally(s.sides[1], "points", b), *_tokens_left(s))
    return Scene(
        "cm", s.terrain.width, s.terrain.depth, tuple(areas), tokens, marks, title, s.turn, s.mission.turns, tallies
    )


def _tokens_left(s: PatrolAngis) -> tuple[Tally, ...]:
    """The Activation tokens that each side still has on the table."""
    return tuple(Tally(side, "tokens", sum(e.tokens for e in s.units if e.side == side and e.here)) for side in s.sides)


def drawn(s: PatrolAngis, unit: int) -> tuple[Token, ...]:
    """A unit as it looks, wherever it is."""
    return tuple(_tokens(unit, s.units[unit]))


def _ground(traits: tuple[str, ...]) -> str:
    kinds = (
        ("building", "building"), ("hill", "hill"), ("wood", "wood"), ("paved", "road"), ("impassable", "water"),
        ("water", "ford"), ("climb", "wall"),
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
        out.append(Token(unit, e.name, e.side, b.x, b.y, radius=b.radius, facing=(b.fx, b.fy), symbol=_symbol(e, f),
                         status=tuple(own), stats=stats, signs=_signs(e, f, i == 0),
                         health=(p.DMR - f.hurt, p.DMR) if p.DMR > 1 else None))  # fmt: skip
    return out


def _symbol(e: Element, f: Figure) -> str:
    if f.profile.platform:
        return "gun"
    return RIDES[f.profile.style] if e.kind == "vehicle" else "hero" if f.profile.character else "infantry"


def _signs(e: Element, f: Figure, head: bool) -> tuple[str, ...]:
    flags = {
        "leader": f.commander or (head and len(e.figures) > 1), "order": head and e.tokens, "shaken": head and e.fear,
        "watch": head and e.watch, "cover": head and e.protected,
    }  # fmt: skip
    return tuple(sign for sign, on in flags.items() if on)


def _status(e: Element) -> list[str]:
    """The tokens and states of a Troop Element, shown at its leader."""
    found = [f"Activation {e.tokens}"] * bool(e.tokens) + [f"Re-motivate {e.fear}"] * bool(e.fear)
    found += ["Overwatch"] * e.watch + ["protected"] * e.protected + ["rapid"] * ("rapid" in e.did)
    found += [f"jets {e.jets}"] * bool(e.jets) + [f"{members(e)} of {e.full}"] * (members(e) != e.full)
    found += [f"charge {e.charge}"] * bool(e.charge)
    return found


def stands(s: PatrolAngis, about: str, option: Choice) -> tuple[int, ...]:
    """The Troop Elements of a platoon."""
    return tuple(platoon_units(s, option)) if about == "platoon" and isinstance(option, int) else ()
