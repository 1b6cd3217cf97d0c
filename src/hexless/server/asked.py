"""What a player asks before deciding: the tape measure, overlays, trials and odds, all from what the seat sees."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from hexless.ground.survey import Survey
from hexless.kernel import BadAnswer, GameError, Ruleset, Scene, Token
from hexless.odds import AttackOdds, Chance, from_position
from hexless.table import Base, Crossing, Gap, Piece, Reach, Terrain, crossing, gap, piece

from . import parts, shown, wire
from .match import Match
from .strokes import strokes

__all__ = ["CannotTell", "measure", "odds_of", "overlay", "preview", "trial"]


class CannotTell(GameError):
    """The ruleset has no answer to this."""


def _survey(match: Match) -> Survey[Any]:
    survey: Survey[Any] = match.rules.survey or Survey()
    return survey


def _forbidden(match: Match, seat: str | None) -> parts.Refusal | None:
    measuring = _survey(match).measuring
    refused = measuring(shown.view(match, seat), seat) if measuring and match.request is not None else None
    return shown.refusal(refused) if refused else None


# ------------------------------------------------------------------ the tape measure


def measure(match: Match, seat: str | None, said: wire.Measure) -> wire.Measured:
    """The gap between two ends, the ground in between, and, between units, sight and arc."""
    if forbidden := _forbidden(match, seat):
        return wire.Measured(id=said.id, forbidden=forbidden)
    seen = shown.view(match, seat)
    scene = match.rules.scene(seen)
    space = min(
        (gap(a, b) for a, b in product(_ends(scene, said.start), _ends(scene, said.end))), key=lambda g: g.distance
    )
    across = _crossing(scene, space)
    sight, arc = _between(_survey(match), seen, said.start.unit, said.end.unit)
    return wire.Measured(
        id=said.id,
        length=space.distance,
        strokes=strokes(space),
        sight=sight,
        arc=arc,
        crossed=[
            wire.Crossed(area=span.piece, name=scene.areas[span.piece].name, length=span.length)
            for span in across.spans
            if span.length and scene.areas[span.piece].kind != "zone"
        ],
    )


def _ends(scene: Scene, end: wire.At) -> list[Base]:
    """The bases of a unit, or a bare point."""
    if end.unit is None:
        return [Base(end.x, end.y)]
    bases = [_base(token) for token in scene.tokens if token.unit == end.unit and not token.gone]
    if not bases:
        raise CannotTell(f"there is no unit {end.unit} on the table that you can see")
    return bases


def _base(token: Token) -> Base:
    base = Base(token.x, token.y, token.radius, token.length, token.width)
    return base.facing(*token.facing) if token.facing and any(token.facing) else base


def _crossing(scene: Scene, space: Gap) -> Crossing:
    areas = [piece(area.name, area.outline) for area in scene.areas]
    usable = tuple(each if len(each.outline) > 2 else Piece(each.name, ()) for each in areas)
    return crossing(Terrain(scene.width, scene.depth, usable), space.start, space.end)


def _between(survey: Survey[Any], seen: Any, a: int | None, b: int | None) -> tuple[wire.SightSeen | None, str]:
    if a is None or b is None or a == b:
        return None, ""
    sight = None
    if survey.sees:
        found = survey.sees(seen, a, b)
        sight = wire.SightSeen(clear=found.clear, says=found.says, rule=found.rule, strokes=strokes(found.witness))
    return sight, survey.arc(seen, a, b) if survey.arc else ""


# ------------------------------------------------------------------ overlays


def overlay(match: Match, seat: str | None, said: wire.Overlay) -> wire.Overlaid:
    """What a unit sees, what sees it, where it can go, what it threatens."""
    if forbidden := _forbidden(match, seat):
        return wire.Overlaid(id=said.id, unit=said.unit, show=said.show, forbidden=forbidden)
    survey, seen = _survey(match), shown.view(match, seat)
    tokens = [token for token in match.rules.scene(seen).tokens if not token.gone]
    if not any(token.unit == said.unit for token in tokens):
        raise CannotTell(f"there is no unit {said.unit} on the table that you can see")
    if said.show == "reach":
        return _reach(survey, seen, said)
    if said.show == "threat":
        return _threat(survey, seen, said)
    if survey.sees is None:
        raise CannotTell(f"{match.rules.title} does not tell who sees whom")
    others = sorted({token.unit for token in tokens if token.unit != said.unit})
    looks = [(unit, (said.unit, unit) if said.show == "sees" else (unit, said.unit)) for unit in others]
    clear = [unit for unit, pair in looks if survey.sees(seen, *pair).clear]
    return wire.Overlaid(id=said.id, unit=said.unit, show=said.show, units=clear)


def _threat(survey: Survey[Any], seen: Any, said: wire.Overlay) -> wire.Overlaid:
    if survey.threat is None:
        raise CannotTell("this game does not tell what a unit threatens")
    found = survey.threat(seen, said.unit)
    outlines = [parts.Stroke(look="outline", points=[(x, y) for x, y in line]) for line in found.outlines]
    return wire.Overlaid(id=said.id, unit=said.unit, show=said.show, units=list(found.units), strokes=outlines)


def _reach(survey: Survey[Any], seen: Any, said: wire.Overlay) -> wire.Overlaid:
    if survey.reach is None:
        raise CannotTell("this game does not tell where a unit can go")
    field = survey.reach(seen, said.unit)
    return wire.Overlaid(id=said.id, unit=said.unit, show=said.show, grid=_grid(field) if field else None)


def _grid(field: Reach) -> wire.Grid:
    values = [int(cost) if cost <= field.allowance else -1 for cost in field.cost]
    return wire.Grid(
        x=field.origin.x - field.cell // 2,  # a field has its values at the middle of its cells
        y=field.origin.y - field.cell // 2,
        cell=field.cell,
        columns=field.side,
        rows=field.side,
        values=values,
        low=0,
        high=field.allowance,
        says="cost",
    )


# ------------------------------------------------------------------ trials


def trial(match: Match, seat: str | None, said: wire.Trial) -> wire.Tried:
    """Whether an answer would be legal, and for a path what each leg costs."""
    asked = shown.asked_of(match, seat)
    if asked is None:
        raise CannotTell("nothing is asked of you now")
    try:
        answer = asked.accept(said.answer)
        refused = asked.check(answer)
    except BadAnswer as error:
        return wire.Tried(id=said.id, refusal=parts.Refusal(says=str(error)))
    route = getattr(getattr(asked, "ground", None), "route", None)
    walked = route(answer) if callable(route) else None
    return wire.Tried(
        id=said.id,
        refusal=shown.refusal(refused) if refused else None,
        legs=[wire.Leg(start=leg.start, end=leg.end, cost=leg.cost) for leg in walked.legs] if walked else [],
        cost=walked.cost if walked else None,
        allowance=getattr(getattr(asked, "ground", None), "allowance", None),
    )


# ------------------------------------------------------------------ odds


def preview(match: Match, seat: str | None, said: wire.Preview) -> wire.Previewed:
    """The odds of an attack as the table stands, and of what it may provoke."""
    seen, survey = shown.view(match, seat), _survey(match)
    wanted = [said.attack] if said.attack else [each.name for each in match.rules.attacks]
    if said.attack:
        match.rules.attack(said.attack)
    found = [odds for name in wanted if (odds := _measured(match, seen, name, said.unit, said.target))]
    back = []
    if survey.replies:
        names = dict.fromkeys(name for name in wanted for name in survey.replies(seen, name, said.unit, said.target))
        back = [odds for name in names if (odds := _measured(match, seen, name, said.target, said.unit))]
    says = "" if found else "no attack of this game can be measured between these two"
    return wire.Previewed(id=said.id, odds=found, back=back, says=says)


def _measured(match: Match, seen: Any, name: str, unit: int, target: int) -> parts.Odds | None:
    if match.rules.attack(name).measure is None or max(unit, target) >= len(seen.units):
        return None
    try:
        found = from_position(match.rules, seen, name, unit, target)
    except GameError:
        return None
    kills = _survey(match).kills
    deadly = [each.p for each in found.outcomes if kills and kills(seen, name, target, each.value)]
    return odds_of(match.rules, found, sum(deadly) if kills else None)


def odds_of(rules: Ruleset[Any], found: AttackOdds, kill: float | None = None) -> parts.Odds:
    """The odds of an attack in their wire form."""
    attack = rules.attack(found.attack)
    return parts.Odds(
        attack=attack.name,
        says=attack.says,
        what=attack.value,
        rules=list(found.rules),
        inputs=dict(found.inputs),
        rows=list(found.rows),
        chances=[_chance(each) for each in found.outcomes],
        mean=float(found.mean) if isinstance(found.mean, Fraction) else None,
        kill=kill,
    )


def _chance(chance: Chance) -> parts.Chance:
    value = ", ".join(map(str, chance.value)) if isinstance(chance.value, tuple) else str(chance.value)
    exact = str(Fraction(chance.numerator, chance.denominator))
    return parts.Chance(value=value, exact=exact, p=chance.p)
