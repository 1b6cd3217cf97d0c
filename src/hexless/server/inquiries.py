"""What a player asks before deciding: the tape measure, overlays, trials and odds, all from what the seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from hexless.kernel import BadAnswer, Forecast, GameError, IllegalAnswer, Question, Stream, foresee
from hexless.moves import Path, Place
from hexless.ruleset import Ruleset, Scene, Survey, Token
from hexless.ruleset.attacks import AttackOdds, Chance
from hexless.ruleset.foretold import Change, Fate, Noted, foretold, in_words, sums
from hexless.ruleset.survey import exposed
from hexless.table import Base, Crossing, Gap, Piece, Reach, Terrain, crossing, gap, piece

from . import forms, seat_view, wire
from .forgiving import forgiven, stops
from .match import Match
from .strokes import strokes

__all__ = ["CannotTell", "foreseen", "measure", "odds_of", "overlay", "shade", "trial"]


class CannotTell(GameError):
    """The ruleset has no answer to this."""


def _survey(match: Match) -> Survey[Any]:
    return match.rules.asking


def _forbidden(match: Match, seat: str | None) -> forms.Refusal | None:
    measuring = _survey(match).measuring
    refused = measuring(seat_view.view(match, seat), seat) if measuring and match.request is not None else None
    return seat_view.refusal(refused) if refused else None


# ------------------------------------------------------------------ the tape measure


def measure(match: Match, seat: str | None, said: wire.Measure) -> wire.Measured:
    """The gap between two ends, the ground in between, and, between units, sight and arc; sight is always told."""
    seen, scene = seat_view.view(match, seat), seat_view.scene(match, seat)
    starts, ends = _ends(scene, said.start), _ends(scene, said.end)
    sight, arc = _between(_survey(match), seen, said.start.unit, said.end.unit)
    if forbidden := _forbidden(match, seat):
        return wire.Measured(id=said.id, forbidden=forbidden, sight=sight)
    space = min((gap(a, b) for a, b in product(starts, ends)), key=lambda g: g.distance)
    across = _crossing(scene, space)
    return wire.Measured(
        id=said.id,
        length=space.distance,
        strokes=strokes(space),
        sight=sight,
        arc=arc,
        crossed=[
            forms.Crossed(area=span.piece, name=scene.areas[span.piece].name, length=span.length)
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


def _between(survey: Survey[Any], seen: Any, a: int | None, b: int | None) -> tuple[forms.SightSeen | None, str]:
    if a is None or b is None or a == b:
        return None, ""
    sight = None
    if survey.sees:
        found = survey.sees(seen, a, b)
        sight = forms.SightSeen(clear=found.clear, says=found.says, rule=found.rule, strokes=strokes(found.witness))
    return sight, survey.arc(seen, a, b) if survey.arc else ""


# ------------------------------------------------------------------ overlays


def overlay(match: Match, seat: str | None, said: wire.Overlay) -> wire.Overlaid:
    """What a unit sees, what sees it, where it can go, what it threatens. To look is not to measure."""
    looks_on = said.show in ("sees", "seen-by")
    if not looks_on and (forbidden := _forbidden(match, seat)):
        return wire.Overlaid(id=said.id, unit=said.unit, show=said.show, forbidden=forbidden)
    survey, seen = _survey(match), seat_view.view(match, seat)
    tokens = [token for token in seat_view.scene(match, seat).tokens if not token.gone]
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
    outlines = [forms.Stroke(look="outline", points=[(x, y) for x, y in line]) for line in found.outlines]
    return wire.Overlaid(id=said.id, unit=said.unit, show=said.show, units=list(found.units), strokes=outlines)


def _reach(survey: Survey[Any], seen: Any, said: wire.Overlay) -> wire.Overlaid:
    if survey.reach is None:
        raise CannotTell("this game does not tell where a unit can go")
    field = survey.reach(seen, said.unit)
    return wire.Overlaid(id=said.id, unit=said.unit, show=said.show, grid=_grid(field) if field else None)


def _grid(field: Reach) -> forms.Grid:
    values = [int(cost) if cost <= field.allowance else -1 for cost in field.cost]
    return forms.Grid(
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
    """Whether an answer would be legal, for a way what each leg costs, and who could attack whoever goes it."""
    asked = _asked(match, seat)
    try:
        answer = asked.meant(said.answer)
    except BadAnswer as error:
        return wire.Tried(id=said.id, refusal=forms.Refusal(says=str(error)))
    refused, short = asked.check(answer), None
    if refused and said.forgive and isinstance(asked, Path | Place):
        nearest = forgiven(asked, answer)
        if nearest != answer:
            answer, refused, short = nearest, None, refused
    there, past = ((), ()) if refused else _dangers(match, seat, asked, answer)
    return wire.Tried(
        id=said.id,
        refusal=seat_view.refusal(refused) if refused else None,
        journey=asked.journey(answer) if isinstance(asked, Path | Place) else None,
        answer=answer,
        short=seat_view.refusal(short) if short else None,
        exposed=list(there),
        passed=[unit for unit in past if unit not in there],
    )


def _dangers(match: Match, seat: str | None, asked: Question, answer: Any) -> tuple[Sequence[int], Sequence[int]]:
    """The units of others that could attack whoever is moved or placed, at the end and on the way there."""
    if not isinstance(asked, Path | Place) or asked.unit is None or _forbidden(match, seat):
        return (), ()
    seen, unit = seat_view.view(match, seat), asked.unit
    tokens = [token for token in seat_view.scene(match, seat).tokens if not token.gone]
    sides = {token.unit: token.seat for token in tokens}
    if isinstance(asked, Place) and asked.ground.wire().centre is not None:  # a template, not the unit
        return (), ()
    foes = [each for each in sides if sides[each] != sides.get(unit, seat)]
    points = stops(answer, asked.ground.wire().start)
    found = [exposed(_survey(match), seen, unit, point, foes) for point in points]
    return (found[-1] if found else ()), tuple(dict.fromkeys(each for some in found for each in some))


def shade(match: Match, seat: str | None, said: wire.Shading) -> wire.Shaded:
    """The cost to get anywhere, for the unit that the seat is asked about."""
    asked = _asked(match, seat)
    return wire.Shaded(id=said.id, shade=asked.shade() if isinstance(asked, Path | Place) else None)


def _asked(match: Match, seat: str | None) -> Question:
    asked = seat_view.asked_of(match, seat)
    if asked is None:
        raise CannotTell("nothing is asked of you now")
    return asked


# ------------------------------------------------------------------ forecasts


def foreseen(match: Match, seat: str | None, said: wire.Foresee) -> wire.Foreseen:
    """What an answer to the seat's open question does; without the others' replies, too, where they may be left out."""
    ask = next((each for each in seat_view.asks(match.request) if each.seat == seat), None)
    if ask is None:
        raise CannotTell("nothing is asked of you now")
    try:
        answer = ask.judge(ask.question.meant(said.answer))
    except (BadAnswer, IllegalAnswer) as error:
        return wire.Foreseen(id=said.id, says=str(error))
    if forbidden := _forbidden(match, seat):  # to foresee is to measure
        return wire.Foreseen(id=said.id, says=forbidden.says)
    decision = match.decision(ask)
    position = decision.position(Stream(match.answers, "forecast"))
    found = [foresee(position, ask.seat, answer)]
    if found[0].replies:
        found.append(foresee(position, ask.seat, answer, "nothing"))
    told = [
        _forecast(match, ask.seat, each, sums(position, ask.seat, answer, each.others), decision.hidden)
        for each in found
    ]
    return wire.Foreseen(id=said.id, forecasts=told)


def _forecast(match: Match, seat: str, found: Forecast, noted: Sequence[Noted], guessed: bool) -> forms.Forecast:
    told = foretold(match.rules, found, seat)
    return forms.Forecast(
        lines=in_words(told),
        fates=[_fate(each) for each in told.fates if not each.quiet],
        marks=[_change(each) for each in told.marks],
        over=[(who, float(p)) for who, p in told.over],
        worth=told.worth,
        rolls=found.rolls,
        error=found.error,
        guessed=guessed,
        others=found.others if found.replies else "",
        assumed=[f"{each.seat}: {each.prompt}" for each in found.assumed],
        sums=[forms.Sum(name=each.name, value=each.total.value, rows=list(each.total.rows)) for each in noted],
    )


def _fate(fate: Fate) -> forms.Fate:
    return forms.Fate(
        unit=fate.unit,
        name=fate.name,
        seat=fate.seat,
        gone=float(fate.gone),
        lost=[(n, float(sum(p for m, p in fate.lost if m >= n))) for n, _ in fate.lost if n > 0],
        changes=[_change(each) for each in fate.changes if each.what != "place"],
    )


def _change(change: Change) -> forms.Change:
    return forms.Change(what=change.what, was=change.was, now=change.now, p=float(change.p))


# ------------------------------------------------------------------ odds without a table


def odds_of(rules: Ruleset[Any], found: AttackOdds) -> forms.Odds:
    """The odds of an attack in their wire form."""
    attack = rules.attack(found.attack)
    return forms.Odds(
        attack=attack.name,
        says=attack.says,
        what=attack.value,
        rules=list(found.rules),
        inputs=dict(found.inputs),
        chances=[_chance(each, attack.ends) for each in found.outcomes],
        mean=float(found.mean) if isinstance(found.mean, Fraction) else None,
    )


def _chance(chance: Chance, ends: str) -> forms.Chance:
    parts = chance.value if isinstance(chance.value, tuple) else (chance.value,)
    value = ", ".join(map(str, chance.value)) if isinstance(chance.value, tuple) else str(chance.value)
    exact = str(Fraction(chance.numerator, chance.denominator))
    return forms.Chance(value=value, exact=exact, p=chance.p, destroys=ends in parts)
