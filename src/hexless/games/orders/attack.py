"""Attack orders, step by step."""

from __future__ import annotations

from typing import Literal

from hexless.kernel import Game, OneOf, Row, Total, chance, d6, total
from hexless.table import gap

from ._sheet import rule
from .cards import play_card
from .losses import destroy, suppress
from .model import Orders, Stand, on_table
from .terrain import elevated, in_range, in_terrain, sees

__all__ = ["assault", "attack_power", "defence", "resolve", "result", "targets"]

G = Game[Orders]
Gun = Literal["AM", "AP"]
Result = Literal["none", "1sp", "2sp", "destroyed"]


@rule("or.attack.am-or-ap")
def choose_gun(g: G, attacker: int) -> Gun:
    """3) AM or AP, once, for the supporters too."""
    e = g.state[attacker]
    guns = [gun for gun in ("AM", "AP") if targets(g.state, attacker, gun)] or ["AM", "AP"]
    if len(guns) == 1:
        return "AM" if guns[0] == "AM" else "AP"
    gun: Gun = g.ask(e.side, OneOf(prompt="weapon", rules=g.cites, options=("AM", "AP"), about="weapon"))
    return gun


@rule("or.play.weapon-range")
def reach_of(e: Stand, gun: Gun) -> int:
    """AM reaches 24 inches and AP 12, unless the profile says otherwise."""
    return e.am_range if gun == "AM" else e.ap_range


def appropriate(s: Orders, target: int, gun: Gun) -> bool:
    """AM for vehicles, AP for infantry."""
    return s.rulings.appropriate == "any" or s[target].vehicle == (gun == "AM")


def can_hit(s: Orders, attacker: int, target: int, gun: Gun) -> bool:
    """In range and in sight."""
    return in_range(s, attacker, target, reach_of(s[attacker], gun)) and sees(s, attacker, target).clear


@rule("or.attack.range", "or.attack.line-of-sight", "or.attack.nearest-target")
def targets(s: Orders, attacker: int, gun: Gun) -> list[int]:
    """4) The nearest appropriate enemies that the attacker reaches and sees; more than one only if equally near."""
    foes = [t for t in on_table(s) if s[t].side != s[attacker].side and appropriate(s, t, gun)]
    far = {t: gap(s[attacker].base, s[t].base).distance for t in foes}
    foes.sort(key=lambda t: (far[t], t))
    nearest: list[int] = []
    for t in foes:
        if nearest and far[t] > far[nearest[0]]:
            break
        if can_hit(s, attacker, t, gun):
            nearest.append(t)
    return nearest


@rule(
    "or.attack.range",
    "or.attack.line-of-sight",
    "or.attack.nearest-target",
    "or.play.line-of-sight",
    "or.play.weapon-range",
)
def find_target(g: G, attacker: int, gun: Gun) -> int | None:
    """The target; the attacker settles ties."""
    s = g.state
    looks = [sees(s, attacker, t) for t in on_table(s) if s[t].side != s[attacker].side]
    g.cite(*dict.fromkeys(look.rule for look in looks if not look.clear))
    options = targets(s, attacker, gun)
    if len(options) < 2:
        return options[0] if options else None
    labels = tuple(s[t].name for t in options)
    target: int = g.ask(
        s[attacker].side, OneOf(prompt="target", rules=g.cites, options=tuple(options), labels=labels, about="unit")
    )
    return target


@rule("or.attack.total", "or.attack.support-value", "or.attack.vulnerable", "or.attack.elevated", "or.attack.special")
def attack_power(
    s: Orders, attacker: int, supporters: tuple[int, ...], target: int, gun: Gun, card: Row | None = None
) -> Total:
    """5) The attacker's value, each supporter's, +2 if the target is vulnerable, +1 if elevated, and special rules."""
    e, t = s[attacker], s[target]
    helping = [u for u in supporters if can_hit(s, u, target, gun)]
    high = elevated(s, e) and not (s.rulings.elevated_needs_lower_target and elevated(s, t))
    return total(
        Row(_value(e, gun), f"{e.name}'s {gun}", "or.attack.total"),
        *(Row(_value(s[u], gun), f"{s[u].name} supports", "or.attack.support-value") for u in helping),
        Row(2, "the target is vulnerable", "or.attack.vulnerable") if t.vulnerable else None,
        Row(1, "from an elevated position", "or.attack.elevated") if high else None,
        Row(e.attack_bonus, "a special rule", "or.attack.special") if e.attack_bonus else None,
        card,
    )


def _value(e: Stand, gun: Gun) -> int:
    return e.AM if gun == "AM" else e.AP


@rule("or.attack.defence", "or.attack.defender")
def defence(s: Orders, target: int, card: Row | None = None) -> Total:
    """6) The target's SR, +1 for a Defender in Defensible terrain."""
    t = s[target]
    digs = t.defender and in_terrain(s, t, "defensible")
    return total(
        Row(t.SR, f"{t.name}'s SR", "or.attack.defence"),
        Row(1, "Defender in Defensible terrain", "or.attack.defender") if digs else None,
        card,
    )


RESULTS: tuple[tuple[int, Result, str], ...] = (
    (6, "destroyed", "or.attack.destroyed"),
    (4, "2sp", "or.attack.two-sp"),
    (1, "1sp", "or.attack.one-sp"),
)


@rule("or.attack.no-effect", "or.attack.one-sp", "or.attack.two-sp", "or.attack.destroyed")
def result(difference: int) -> tuple[Result, str]:
    """7) The combat results."""
    for least, what, cited in RESULTS:
        if difference >= least:
            return what, cited
    return "none", "or.attack.no-effect"


@rule("or.attack.difference")
@chance()
def assault(g: G, power: int, resist: int) -> Result:
    """1d6 and the attack's power, less 1d6 and the target's resistance."""
    difference = g.sum(d6(), "attack") + power - g.sum(d6(), "defence") - resist
    what, cited = result(difference)
    g.cite(cited)
    g.note("difference", difference=difference, result=what)
    return what


@rule("or.attack.attacker", "or.attack.difference")
def resolve(g: G, attacker: int, supporters: tuple[int, ...]) -> None:
    """Steps 3) to 7), once everybody has moved."""
    gun = choose_gun(g, attacker)
    target = find_target(g, attacker, gun)
    if target is None:
        g.note("no target", unit=attacker, weapon=gun)
        return
    side, other = g.state[attacker].side, g.state[target].side
    power = attack_power(g.state, attacker, supporters, target, gun, play_card(g, side, "attack"))
    resist = defence(g.state, target, play_card(g, other, "defence"))
    if elevated(g.state, g.state[attacker]) or in_terrain(g.state, g.state[target], "defensible"):
        g.cite("or.play.in-terrain")
    g.note("attack", unit=attacker, target=target, weapon=gun, power=power, resist=resist)
    match g.call(assault, power.value, resist.value):
        case "1sp":
            suppress(g, target, 1, side)
        case "2sp":
            suppress(g, target, 2, side)
        case "destroyed":
            destroy(g, target, side)
