"""Bombard orders, step by step."""

from __future__ import annotations

from typing import Literal

from hexless.kernel import Game, Refusal, Row, Total, YesNo, chance, d6, total
from hexless.moves import Aim, Place
from hexless.table import Base, within

from ._sheet import rule
from .cards import play_card
from .losses import suppress
from .model import INCH, BaseId, Orders, foes, on_table
from .moves import place_name
from .sight import can_see_point, sees_point
from .terrain import in_terrain

__all__ = ["bombard_power", "place_template", "shelling", "shelter", "strike", "touched"]

G = Game[Orders]
Result = Literal["none", "activation", "vulnerable", "vulnerable+1sp"]


SAYS = {
    "none": "no effect", "activation": "activation counter", "vulnerable": "vulnerable counter",
    "vulnerable+1sp": "vulnerable counter and 1 SP",
}  # fmt: skip


@rule("or.bombard.template", "or.play.template-size")
def place_template(g: G, spotter: BaseId) -> tuple[int, int]:
    """2) The template goes anywhere on the table with its centre in the spotter's sight."""
    s = g.state
    e = s[spotter]
    enemies = [(s[t].base.x, s[t].base.y) for t in foes(s, e.side)]
    ground = Aim(
        centre=(e.base.x, e.base.y),
        reach=s.terrain.width + s.terrain.depth,
        width=s.terrain.width,
        depth=s.terrain.depth,
        judge=lambda x, y: _out_of_sight(s, spotter, x, y),
        fits=lambda x, y: can_see_point(s, spotter, x, y),
        rule="or.bombard.template",
        radius=s.rulings.template_diameter_in * INCH // 2,
        toward=tuple(enemies),
    )
    ask = Place(prompt="template", rules=g.cites, unit=spotter, ground=ground, by=spotter)
    spot = g.ask(e.side, ask)
    g.note("template", unit=spotter, x=spot.x, y=spot.y, at=place_name(spot.x, spot.y))
    return spot.x, spot.y


def _out_of_sight(s: Orders, spotter: BaseId, x: int, y: int) -> Refusal | None:
    look = sees_point(s, spotter, x, y)
    return None if look.clear else Refusal(look.says, "or.bombard.template", look.witness)


def touched(s: Orders, x: int, y: int) -> list[BaseId]:
    """Every base on the table that the template touches, friend or foe."""
    circle = Base(x, y, radius=s.rulings.template_diameter_in * INCH // 2)
    return [t for t in on_table(s) if within(s[t].base, circle, 0)]


@rule("or.bombard.dive-for-cover")
def dive(g: G, unit: BaseId) -> bool:
    """Before any dice, a base without a counter may dive for cover, and takes an activation counter at once."""
    e, cost = g.state[unit], g.state.rulings.dive
    ordered = any(unit == other for other, _ in g.state.ordered)
    barred = e.vehicle and g.state.rulings.divers == "infantry"
    if cost == "off" or barred or (cost == "costs_activation" and (e.acted or ordered)):
        return False
    if not g.ask(e.side, YesNo(prompt=f"does {e.name} dive for cover?", rules=g.cites, by=unit)):
        return False
    if cost == "costs_activation":
        g.change(unit, activation=True)
    g.note("dives", unit=unit)
    return True


@rule("or.bombard.total", "or.bombard.special")
def bombard_power(s: Orders, guns: tuple[BaseId, ...], card: Row | None = None) -> Total:
    """4) The Bombard values of all bombarding bases, and special rules."""
    bonus = sum(s[u].bombard_bonus for u in guns)
    return total(
        *(Row(s[u].bombard, f"{s[u].name}'s Bombard", "or.bombard.total") for u in guns),
        Row(bonus, "special rules", "or.bombard.special") if bonus else None,
        card,
    )


@rule("or.bombard.defence", "or.bombard.shelter", "or.bombard.camouflage")
def shelter(s: Orders, target: BaseId, dived: bool, card: Row | None = None) -> Total:
    """5) The base's SR, +1 in shelter, +1 if it dives, +1 if camouflaged in concealing terrain."""
    t = s[target]
    hidden = t.camouflage and in_terrain(s, t, "concealment")
    return total(
        Row(t.SR, f"{t.name}'s SR", "or.bombard.defence"),
        Row(1, "in Sheltering terrain", "or.bombard.shelter") if in_terrain(s, t, "shelter") else None,
        Row(1, "dives for cover", "or.bombard.dive-for-cover") if dived else None,
        Row(1, "Camouflage in Concealing terrain", "or.bombard.camouflage") if hidden else None,
        card,
    )


RESULTS: tuple[tuple[int, Result, str], ...] = (
    (6, "vulnerable+1sp", "or.bombard.vulnerable-and-sp"),
    (4, "vulnerable", "or.bombard.vulnerable-counter"),
    (2, "activation", "or.bombard.activation"),
)


ROWS = {"none": "or.bombard.no-effect", **{what: cited for _, what, cited in RESULTS}}


@rule("or.bombard.no-effect", "or.bombard.activation", "or.bombard.vulnerable-counter", "or.bombard.vulnerable-and-sp")
def result(difference: int) -> tuple[Result, str]:
    """6) The bombard results; they start a point later than those of an attack."""
    what: Result = next((what for least, what, _ in RESULTS if difference >= least), "none")
    return what, ROWS[what]


@rule("or.bombard.difference")
@chance()
def struck(g: G, power: int, resist: int) -> Result:
    """One base under the template: the bombard die and its power, less the base's own die and its resistance."""
    difference = power - g.sum(d6(), "defence") - resist
    what, cited = result(difference)
    g.cite(cited)
    g.note("difference", difference=difference, result=SAYS[what])
    return what


@chance()
def shelling(g: G, power: int, resist: int) -> Result:
    """A bombardment of a single base."""
    return struck(g, g.sum(d6(), "bombard") + power, resist)


@rule("or.bombard.total")
def strike(g: G, side: str, guns: tuple[BaseId, ...], x: int, y: int) -> None:
    """Steps 4) to 6): one bombard roll against every base touched."""
    under = touched(g.state, x, y)
    dived = tuple(unit for unit in under if dive(g, unit))
    power = bombard_power(g.state, guns, play_card(g, side, "bombard"))
    g.note("bombard", x=x, y=y, at=place_name(x, y), power=power, under=tuple(under))
    g.call(salvo, tuple(under), side, power, dived)


@rule("or.bombard.total")
def salvo(g: G, under: tuple[BaseId, ...], side: str, power: Total, dived: tuple[BaseId, ...]) -> None:
    """One die for all, then every base in turn."""
    die = g.sum(d6(), "bombard")
    g.each(bombarded, under, side, die, power, dived)


@rule("or.bombard.vulnerable")
def against(s: Orders, target: BaseId, power: Total) -> Total:
    """+1 against a vulnerable base."""
    extra = Row(1, "the target is vulnerable", "or.bombard.vulnerable") if s[target].vulnerable else None
    return total(*power.rows, extra)


@rule("or.bombard.defence")
def bombarded(g: G, unit: BaseId, side: str, die: int, power: Total, dived: tuple[BaseId, ...]) -> None:
    """One base, if it is still there, rolls against the bombardment and takes the result."""
    if not g.state[unit].here:
        return
    here = against(g.state, unit, power)
    resist = shelter(g.state, unit, unit in dived, play_card(g, g.state[unit].side, "bombard-defence"))
    g.note("under fire", unit=unit, power=here, resist=resist)
    what = g.call(struck, die + here.value, resist.value)
    g.cites = (ROWS[what],)
    if what == "activation" and not g.state[unit].acted:
        g.change(unit, activation=True)
    if what.startswith("vulnerable"):
        g.change(unit, vulnerable=True)
    if what == "vulnerable+1sp":
        suppress(g, unit, 1, side)
