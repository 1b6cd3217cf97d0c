"""Attack orders, step by step."""

from __future__ import annotations

from typing import Literal

import msgspec

from hexless.kernel import Game, Labels, OneOf, Refusal, Row, Total, chance, d6, total
from hexless.table import CONTACT, gap, show

from ._sheet import rule
from .cards import play_card
from .losses import destroy, suppress
from .model import INCH, BaseId, Orders, Stand, foes, named, table
from .sight import in_sight, sees
from .terrain import apart, elevated, in_terrain, rolls_on

__all__ = ["assault", "attack_power", "defence", "resolve", "result", "targets"]

G = Game[Orders]
Gun = Literal["AM", "AP"]
Result = Literal["none", "1sp", "2sp", "destroyed"]


SAYS = {"none": "no effect", "1sp": "1 SP", "2sp": "2 SP", "destroyed": "destroyed"}
GUNS: tuple[Gun, ...] = ("AM", "AP")


@rule("or.attack.am-or-ap")
def choose_gun(g: G, attacker: BaseId) -> Gun | None:
    """3) AM or AP, once, for the supporters too; None if there is a target for neither."""
    guns = tuple(gun for gun in GUNS if targets(g.state, attacker, gun))
    if not guns:
        return None
    s = g.state
    labels = Labels(guns, lambda gun: _with_whom(s, attacker, gun))
    ask = OneOf(prompt="weapon", rules=g.cites, options=guns, labels=labels, about="weapon", by=attacker)
    gun: Gun = g.ask(s[attacker].side, ask)
    return gun


def _with_whom(s: Orders, attacker: BaseId, gun: Gun) -> str:
    """A weapon, its value and whom it would be aimed at."""
    return f"{gun} {value_of(s[attacker], gun)}: at {' or '.join(s[t].name for t in targets(s, attacker, gun))}"


@rule("or.play.weapon-range")
def reach_of(e: Stand, gun: Gun) -> int:
    """AM reaches 24 inches and AP 12, unless the profile says otherwise."""
    return (e.am_range if gun == "AM" else e.ap_range) * INCH


@rule("or.attack.am-or-ap")
def value_of(e: Stand, gun: Gun) -> int:
    """AM or AP; with a value of 0 a base cannot attack."""
    return e.AM if gun == "AM" else e.AP


def appropriate(s: Orders, target: BaseId, gun: Gun) -> bool:
    """AM for vehicles, AP for infantry."""
    return s.rulings.appropriate == "any" or s.units[target].vehicle == (gun == "AM")


def can_hit(s: Orders, attacker: BaseId, target: BaseId, gun: Gun) -> bool:
    """In range (exactly at range is in range) and in sight."""
    return apart(s, attacker, target) <= reach_of(s[attacker], gun) and in_sight(s, attacker, target)


@rule("or.attack.range")
def in_reach(s: Orders, attacker: BaseId, gun: Gun) -> list[tuple[int, BaseId]]:
    """4) How far away each appropriate enemy in range is, the nearest first."""
    e, reach = s[attacker], reach_of(s[attacker], gun)
    if not value_of(e, gun):
        return []
    far = table(s).gaps(attacker)
    return sorted([(far[t], t) for t in foes(s, e.side) if far[t] <= reach and appropriate(s, t, gun)])


@rule("or.attack.line-of-sight", "or.attack.nearest-target")
def targets(s: Orders, attacker: BaseId, gun: Gun) -> list[BaseId]:
    """The nearest of them that the attacker sees; more than one only if equally near."""
    nearest: list[BaseId] = []
    limit = -1
    for away, t in in_reach(s, attacker, gun):
        if nearest and away > limit:
            break
        if in_sight(s, attacker, t):
            nearest.append(t)
            limit = away
    return nearest


def prey(s: Orders, attacker: BaseId) -> list[tuple[Gun, BaseId]]:
    """What a base could attack from where it stands, and with which weapon."""
    return [(gun, t) for gun in GUNS for t in targets(s, attacker, gun)] if s[attacker].here else []


@rule("or.attack.range")
def could_reach(s: Orders, unit: BaseId) -> bool:
    """Whether an enemy is near enough to be in range after a move (or after getting out and moving)."""
    e = s.units[unit]
    far = (2 if rolls_on(e) and s.terrain.having("road").pieces else 1) * e.move * INCH
    start, far = (unit, far) if e.aboard is None else (e.aboard, far + 2 * e.base.radius + CONTACT)
    away, enemies = table(s).gaps(start), foes(s, e.side)
    for gun in GUNS:
        if value_of(e, gun):
            reach = far + reach_of(e, gun)
            if any(appropriate(s, t, gun) for t in [t for t in enemies if away[t] <= reach]):
                return True
    return False


def hunting_ground(s: Orders, unit: BaseId) -> list[tuple[int, int, int]]:
    """Discs, by centre and radius: from anywhere else no enemy that a base could attack is in range."""
    e = s.units[unit]
    return [
        (t.base.x, t.base.y, reach_of(e, gun) + e.base.span + t.base.span + 1)
        for gun in GUNS
        if value_of(e, gun)
        for i in foes(s, e.side)
        if appropriate(s, i, gun) and (t := s.units[i])
    ]


def adds(s: Orders, unit: BaseId, attacker: BaseId) -> dict[Gun, int]:
    """What a base would add to an attack from where it stands, with each weapon."""
    e = s[unit]
    mine = prey(s, attacker) if e.here else []
    return {gun: value_of(e, gun) for gun, t in mine if value_of(e, gun) and can_hit(s, unit, t, gun)}


def hiding(s: Orders, attacker: BaseId, gun: Gun) -> list[str]:
    """The rules that hide the enemies in range."""
    return list(dict.fromkeys(sees(s, attacker, t).rule for _, t in in_reach(s, attacker, gun)))


@rule("or.attack.range", "or.attack.line-of-sight", "or.attack.nearest-target", "or.play.line-of-sight",
      "or.play.weapon-range")  # fmt: skip
def find_target(g: G, attacker: BaseId, gun: Gun | None) -> BaseId | None:
    """The target; the attacker settles ties."""
    s = g.state
    if not gun:
        g.cite(*(cited for each in GUNS for cited in hiding(s, attacker, each)))
        g.note("no target", unit=attacker)
        return None
    options = targets(s, attacker, gun)
    ask = OneOf(
        prompt="target", rules=g.cites, options=tuple(options), labels=tuple(s[t].name for t in options), about="unit",
        by=attacker, why=lambda t: why_no_target(s, attacker, t, gun),
    )  # fmt: skip
    target: BaseId = g.ask(s[attacker].side, ask)
    return target


def why_no_target(s: Orders, attacker: BaseId, answer: object, gun: Gun) -> Refusal | None:
    """Why a base is not the target: not an enemy on the table, of the wrong class, out of range, unseen, too far."""
    target = named(s, answer)
    if target is None:
        return None
    e, t = s[attacker], s[target]
    space = gap(e.base, t.base)
    witness = msgspec.to_builtins(space)
    if t.side == e.side or not t.here:
        return Refusal(f"{t.name} is no enemy on the table", "or.attack.nearest-target", witness)
    if not value_of(e, gun):
        return Refusal(f"{e.name} has no {gun}", "or.attack.am-or-ap", witness)
    if not appropriate(s, target, gun):
        meant = "vehicles" if gun == "AM" else "infantry"
        return Refusal(f"{gun} is for {meant}, and {t.name} is none", "or.attack.nearest-target", witness)
    if space.distance > reach_of(e, gun):
        says = f"{t.name} is {show(space.distance)} away; {gun} reaches {show(reach_of(e, gun))}"
        return Refusal(says, "or.attack.range", witness)
    look = sees(s, attacker, target)
    if not look.clear:
        return Refusal(look.says, look.rule, look.witness)
    return Refusal(f"{t.name} is not the nearest: {show(space.distance)} away", "or.attack.nearest-target", witness)


@rule("or.attack.total", "or.attack.support-value", "or.attack.vulnerable", "or.attack.elevated", "or.attack.special")
def attack_power(
    s: Orders, attacker: BaseId, supporters: tuple[BaseId, ...], target: BaseId, gun: Gun, card: Row | None = None
) -> Total:
    """5) The attacker's value, each supporter's, +2 if the target is vulnerable, +1 if elevated, and special rules."""
    e, t = s[attacker], s[target]
    level = elevated(s, t) and t.base.z >= e.base.z
    high = elevated(s, e) and not (s.rulings.elevated_needs_lower_target and level)
    return total(
        Row(value_of(e, gun), f"{e.name}'s {gun}", "or.attack.total"),
        *(_support(s, u, target, gun) for u in supporters),
        Row(2, "the target is vulnerable", "or.attack.vulnerable") if t.vulnerable else None,
        Row(1, "from an elevated position", "or.attack.elevated") if high else None,
        Row(e.attack_bonus, "a special rule", "or.attack.special") if e.attack_bonus else None,
        card,
    )


def _support(s: Orders, unit: BaseId, target: BaseId, gun: Gun) -> Row:
    """A supporter adds the same value, if it has the target in range and in sight."""
    if can_hit(s, unit, target, gun):
        return Row(value_of(s[unit], gun), f"{s[unit].name} supports", "or.attack.support-value")
    return Row(0, f"{s[unit].name} does not reach or see the target", "or.attack.supporters")


@rule("or.attack.defence", "or.attack.defender")
def defence(s: Orders, target: BaseId, card: Row | None = None) -> Total:
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


ROWS = {"none": "or.attack.no-effect", **{what: cited for _, what, cited in RESULTS}}


@rule("or.attack.no-effect", "or.attack.one-sp", "or.attack.two-sp", "or.attack.destroyed")
def result(difference: int) -> tuple[Result, str]:
    """7) The combat results."""
    what: Result = next((what for least, what, _ in RESULTS if difference >= least), "none")
    return what, ROWS[what]


@rule("or.attack.difference")
@chance()
def assault(g: G, power: int, resist: int) -> Result:
    """1d6 and the attack's power, less 1d6 and the target's resistance."""
    difference = g.sum(d6(), "attack") + power - g.sum(d6(), "defence") - resist
    what, cited = result(difference)
    g.cite(cited)
    g.note("difference", difference=difference, result=SAYS[what])
    return what


@rule("or.attack.attacker", "or.attack.difference")
def resolve(g: G, attacker: BaseId, supporters: tuple[BaseId, ...]) -> None:
    """Steps 3) to 7), once everybody has moved."""
    gun = choose_gun(g, attacker)
    target = find_target(g, attacker, gun)
    if gun is None or target is None:
        return
    side, other = g.state[attacker].side, g.state[target].side
    power = attack_power(g.state, attacker, supporters, target, gun, play_card(g, side, "attack"))
    resist = defence(g.state, target, play_card(g, other, "defence"))
    g.note("attack", unit=attacker, target=target, weapon=gun, power=power, resist=resist)
    what = g.call(assault, power.value, resist.value)
    g.cites = (ROWS[what],)
    match what:
        case "1sp":
            suppress(g, target, 1, side)
        case "2sp":
            suppress(g, target, 2, side)
        case "destroyed":
            destroy(g, target, side)
