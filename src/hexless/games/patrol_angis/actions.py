"""Combat Actions: whose go it is, what each type may do, what bars what, and the ten actions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from hexless.kernel import Choice, Game, Labels, OneOf, Refusal, act
from hexless.moves import Way
from hexless.table import show

from ._sheet import rule
from .band import Band, Order, can_leave, closing
from .burning import burn
from .close_combat import choose_enemy, fight, may_fight
from .command import send_token
from .dash import dash
from .march import choose_way, march, move, one_move, soaring
from .measuring import engaged, touching
from .model import CM, Kind, PatrolAngis, foes
from .movement import LEAST, quarter
from .overwatch import give_up, set_watch
from .precise_fire import precise_fire
from .ranged_fire import attack
from .rapid_move import rapid_move
from .reform import may_reform, reform
from .self_protection import protect
from .skills import raise_banner
from .weapons import can_shoot

__all__ = ["LABELS", "LISTS", "activate", "barred", "open_actions"]

G = Game[PatrolAngis]

Bar = tuple[str, tuple[str, ...]]  # why not, in words, and its rules
Stance = Literal["", "away", "fought"]  # how an engaged Troop Element goes into its action
RANGED, CLOSE, RAPID, PRECISE, WATCH = "ranged-fire", "close-combat", "rapid", "precise", "overwatch"
DASH, PROTECT, COMMAND, REFORM, PASS = "dash", "self-protection", "command", "reform", "pass"
LABELS = {
    RANGED: "Move and Ranged Fire", CLOSE: "Move and Close Combat", RAPID: "Rapid Move",
    PRECISE: "Precise Ranged Fire", WATCH: "Overwatch", DASH: "Dash", PROTECT: "Self-Protection",
    COMMAND: "Command & Control", REFORM: "Reform Troop Element", PASS: "Let it Pass",
}  # fmt: skip
LISTS: dict[Kind, tuple[str, ...]] = {
    "infantry": (RANGED, CLOSE, RAPID, PRECISE, WATCH, DASH, PROTECT, COMMAND, REFORM, PASS),
    "portable": (RANGED, RAPID, PRECISE, COMMAND, REFORM, PASS),
    "vehicle": (RANGED, CLOSE, RAPID, PRECISE, DASH, COMMAND, REFORM, PASS),
}
LIST_RULES = {
    "infantry": "pa.actions.infantry-list",
    "portable": "pa.actions.portable-weapon-list",
    "vehicle": "pa.actions.infantry-sized-vehicle-list",
}
MOST = {RAPID: 1, PRECISE: 2, DASH: 2}  # times a turn
MOST_RULES = {
    RAPID: "pa.rapid-move.once-per-turn", PRECISE: "pa.precise-fire.twice-per-turn", DASH: "pa.dash.twice-per-turn",
}  # fmt: skip
BARS = {  # what an earlier action of the turn bars: the rule that blocks the later one, the rule of the earlier one
    (RAPID, WATCH): ("pa.overwatch.blocked-by", "pa.rapid-move.prevents"),
    (DASH, WATCH): ("pa.overwatch.blocked-by", "pa.dash.prevents"),
    (WATCH, RAPID): ("pa.rapid-move.blocked-by", "pa.overwatch.prevents"),
    (WATCH, DASH): ("pa.dash.blocked-by", "pa.overwatch.prevents"),
    (PRECISE, RAPID): ("pa.rapid-move.blocked-by", "pa.precise-fire.prevents"),
    (DASH, RAPID): ("pa.rapid-move.blocked-by", "pa.dash.prevents"),
    (RAPID, PRECISE): ("pa.precise-fire.blocked-by", "pa.rapid-move.prevents"),
    (RAPID, DASH): ("pa.dash.blocked-by", "pa.rapid-move.prevents"),
    (DASH, PRECISE): ("pa.precise-fire.blocked-by", "pa.dash.prevents"),
    (PRECISE, DASH): ("pa.dash.blocked-by", "pa.precise-fire.prevents"),
    (PROTECT, RAPID): ("pa.self-protection.prevents",),
    (PROTECT, PRECISE): ("pa.self-protection.prevents",),
    (PROTECT, DASH): ("pa.self-protection.prevents",),
}
WAYS_OUT = {RANGED: 1, RAPID: 1, WATCH: 4, DASH: 1, PROTECT: 2}  # leaves a fight by such a part of the Movement Rate


# ---- what may be done


@rule("pa.overwatch.blocked-by", "pa.overwatch.prevents", "pa.rapid-move.blocked-by", "pa.rapid-move.prevents",
      "pa.rapid-move.once-per-turn", "pa.precise-fire.blocked-by", "pa.precise-fire.prevents",
      "pa.precise-fire.twice-per-turn", "pa.dash.blocked-by", "pa.dash.prevents", "pa.dash.twice-per-turn",
      "pa.self-protection.prevents", "pa.command-control.commander-only")  # fmt: skip
def barred(s: PatrolAngis, unit: int, action: str) -> Bar | None:
    """Why an action of the list cannot be taken now, in words and with its rules."""
    e = s.units[unit]
    if action in MOST and e.did.count(action) >= MOST[action]:
        often = "once" if MOST[action] == 1 else "twice"
        return f"{LABELS[action]} only {often} a turn", (MOST_RULES[action],)
    for earlier in dict.fromkeys(e.did):
        rules = BARS.get((earlier, action))
        if rules:
            return f"no {LABELS[action]} after {LABELS[earlier]} in the same turn", rules
        if action == PROTECT and s.rulings.self_protection_symmetric and (PROTECT, earlier) in BARS:
            return f"no Self-Protection after {LABELS[earlier]} in the same turn", ("pa.self-protection.prevents",)
    if action == COMMAND and not (e.commander and mates(s, unit)):
        return "only a Commander's Troop Element, to another of its platoon", ("pa.command-control.commander-only",)
    if action == PRECISE and not (can_shoot(s, unit, PRECISE, True) or can_shoot(s, unit, "support", True)):
        return "nobody is in range and in sight", ("pa.to-hit.beyond-range",)
    if action == REFORM and not may_reform(s, unit):
        return "there is nothing to reform", ("pa.reform.valid-result",)
    return None


def mates(s: PatrolAngis, unit: int) -> list[int]:
    """The others of its platoon that are on the table."""
    e = s[unit]
    return [i for i, o in enumerate(s.units) if o.here and o.platoon == e.platoon and i != unit]


@rule("pa.actions.infantry-list", "pa.actions.portable-weapon-list", "pa.actions.infantry-sized-vehicle-list")
def open_actions(s: PatrolAngis, unit: int) -> list[str]:
    """The actions that a Troop Element may choose."""
    return [action for action, bar in bars(s, unit).items() if bar is None]


@lru_cache(maxsize=512)
def bars(s: PatrolAngis, unit: int) -> Mapping[str, Bar | None]:
    """Every action of its list, and what bars it; kept for steps that are run again."""
    return {action: barred(s, unit, action) for action in LISTS[s[unit].kind]}


def why_not(s: PatrolAngis, unit: int, action: Choice) -> Refusal | None:
    """Why an action is not offered."""
    if not isinstance(action, str) or action not in LABELS:
        return None
    e = s[unit]
    if action not in LISTS[e.kind]:
        return Refusal(f"{LABELS[action]} is not on the list of {e.kind} Troop Elements", LIST_RULES[e.kind])
    if found := barred(s, unit, action):
        return Refusal(found[0], found[1][0])
    return Refusal(f"{e.name} is engaged", "pa.close-combat.engaged-fights-first") if engaged(s, unit) else None


# ---- one activation


@rule("pa.actions.alternate-activation")
def activate(g: G, unit: int) -> None:
    """One Activation token, one action."""
    e = g.state[unit]
    g.set(shot=(), noticed=())
    if e.watch and not leave_watch(g, unit):
        return
    start(g, unit)
    if not g.state[unit].here:
        return
    action, stance = choose(g, unit)
    e = g.state[unit]
    if not e.here or not e.tokens:
        return
    g.change(unit, tokens=e.tokens - 1, did=(*e.did, action))
    g.note("activated", unit=unit, action=LABELS[action])
    carry_out(g, unit, action, stance)
    stray(g, unit)


def start(g: G, unit: int) -> None:
    """What comes before the action: flames, and a banner."""
    if g.state[unit].burning:
        burn(g, unit)
    if g.state[unit].here:
        raise_banner(g, unit)


def stray(g: G, unit: int) -> None:
    """The skill Errant: a free move of 5 cm after the action."""
    e = g.state[unit]
    if e.here and e.all_have("errant") and not e.watch and not engaged(g.state, unit):
        move(g, unit, Order(5 * CM, "errant, 5 cm more"))


@rule("pa.overwatch.no-further-actions")
def leave_watch(g: G, unit: int) -> bool:
    """On Overwatch nothing else is done: give it up and act, or discard the token."""
    e = g.state[unit]
    options = [*["give up"] * g.state.rulings.overwatch_voluntary_cancel, PASS]
    labels = {"give up": "give up Overwatch", PASS: LABELS[PASS]}
    ask = OneOf(prompt=f"{e.name} is on Overwatch", rules=g.cites, options=tuple(options),
                labels=tuple(labels[o] for o in options), about="action", by=unit, declines=PASS)  # fmt: skip
    if g.ask(e.side, ask) == "give up":
        give_up(g, unit)
        return True
    g.change(unit, tokens=e.tokens - 1, did=(*e.did, PASS))
    let_it_pass(g, unit)
    return False


def choose(g: G, unit: int) -> tuple[str, Stance]:
    """An action of the list; engaged, the Troop Element fights first or moves away."""
    stance: Stance = ""
    options = open_actions(g.state, unit)
    cite_bars(g, unit, bars(g.state, unit))
    if CLOSE in options and any(may_fight(g.state, unit, t) for t in engaged(g.state, unit)):
        stance, options = stay_or_leave(g, unit, options)
    s, e = g.state, g.state[unit]
    if not e.here:
        return PASS, stance
    labels = Labels(options, lambda o: label(s, unit, o))
    ask = OneOf(prompt=f"action of {e.name}", rules=g.cites, options=tuple(options), labels=labels, about="action",
                by=unit, declines=PASS, why=lambda o: why_not(s, unit, o))  # fmt: skip
    return str(g.ask(e.side, ask)), stance


def label(s: PatrolAngis, unit: int, action: str) -> str:
    """An action with what it gives: how far it goes, and what follows."""
    gives = {
        RANGED: "up to {}, and shoot", CLOSE: "up to {} into contact", RAPID: "three times up to {}, no shot",
        WATCH: "up to {}, then shoot at who moves", DASH: "twice up to {}, a shot on the way",
        PRECISE: "no move, a better shot", PROTECT: "up to {}, harder to kill", PASS: "the token is gone",
    }  # fmt: skip
    part = {WATCH: quarter(s[unit].rate), PROTECT: s[unit].rate // 2}.get(action, s[unit].rate)
    return f"{LABELS[action]}: {gives[action].format(f'{show(part)} cm')}" if action in gives else LABELS[action]


def cite_bars(g: G, unit: int, found: Mapping[str, Bar | None]) -> None:
    """The list of the type, and the rules that keep actions off it."""
    e = g.state[unit]
    g.cite(LIST_RULES[e.kind])
    for action, bar in found.items() if e.did else ():
        if bar and action not in (COMMAND, REFORM):
            g.cite(*bar[1])


@rule("pa.close-combat.engaged-fights-first")
def stay_or_leave(g: G, unit: int, options: list[str]) -> tuple[Stance, list[str]]:
    """Without intent to move away it fights first; what is left to choose from."""
    s, e = g.state, g.state[unit]
    away = [o for o in options if o in WAYS_OUT and can_leave(s, unit, e.rate // WAYS_OUT[o])]
    ask = OneOf(prompt=f"{e.name} is engaged", rules=g.cites, options=("fight", *["away"] * bool(away)),
                labels=("fight first", "move away")[: 1 + bool(away)], about="intent", by=unit)  # fmt: skip
    if g.ask(e.side, ask) == "away":
        return "away", away
    if s.rulings.engaged_action == "close_combat":
        return "", [CLOSE]
    fight_first(g, unit)
    alive = g.state[unit].here
    return "fought", [o for o in open_actions(g.state, unit) if o != CLOSE] if alive else []


def carry_out(g: G, unit: int, action: str, stance: Stance = "") -> None:
    """Do it."""
    match action:
        case "ranged-fire":
            move_and_fire(g, unit, stance)
        case "close-combat":
            move_and_fight(g, unit)
        case "rapid":
            rapid_move(g, unit, stance == "away")
        case "precise":
            precise_fire(g, unit)
        case "overwatch":
            overwatch(g, unit, stance == "away")
        case "dash":
            dash(g, unit, stance == "away")
        case "self-protection":
            protect(g, unit, stance == "away")
        case "command":
            send_token(g, unit, mates(g.state, unit))
        case "reform":
            reform(g, unit)
        case _:
            let_it_pass(g, unit)


# ---- Move and Ranged Fire


def move_and_fire(g: G, unit: int, stance: Stance = "") -> None:
    """Shoot before or after the move; contact makes it close combat, but one fight is enough for a token."""
    when = "move first" if stance == "away" else fire_order(g, unit)
    if when != "move first":
        attack(g, unit, still=when == "stand")
    if when == "stand" or not g.state[unit].here:
        return
    order = soaring(g, unit, Order(g.state[unit].rate, away=stance == "away"), "pa.ranged-fire.jump-jets")
    if when == "shoot first":
        move(g, unit, order)
        return
    band, way = choose_way(g, unit, order._replace(contact=not stance and g.state[unit].kind != "portable"))
    if not close_in(g, unit, band, way):
        attack(g, unit, still=not way.points)


@rule("pa.ranged-fire.shoot-before-or-after")
def fire_order(g: G, unit: int) -> str:
    """Whether to move first, to shoot first, or to stand and shoot."""
    words = {"move first": "move, then shoot", "shoot first": "shoot, then move", "stand": "shoot without moving"}
    options = tuple(sorted(words, key=lambda word: word != "shoot first")) if can_shoot(g.state, unit) else tuple(words)
    labels = tuple(words[option] for option in options)
    ask = OneOf(prompt=f"order of {g.state[unit].name}", rules=g.cites, options=options, labels=labels, about="order",
                by=unit)  # fmt: skip
    return str(g.ask(g.state[unit].side, ask))


@rule("pa.ranged-fire.contact-becomes-close-combat")
@act
def close_in(g: G, unit: int, band: Band, way: Way) -> bool:
    """A move into contact is resolved as Move and Close Combat; whether it was, or nobody is left to shoot."""
    march(g, unit, band, way)
    if not g.state[unit].here:
        return True
    enemy = choose_enemy(g, unit) if band.order.contact else None
    if enemy is not None:
        fight(g, unit, enemy)
    return enemy is not None


# ---- Move and Close Combat


@rule("pa.close-combat.timing")
def move_and_fight(g: G, unit: int) -> None:
    """Fight before, during or after the move."""
    if any(may_fight(g.state, unit, t) for t in engaged(g.state, unit)):
        fight_first(g, unit)
        if g.state[unit].here:
            one_move(g, unit, Order(g.state[unit].rate), "pa.close-combat.jump-jets")
        return
    target = choose_target(g, unit)
    order = Order(g.state[unit].rate, "charge", contact=True, target=target)
    order = soaring(g, unit, order, "pa.close-combat.jump-jets")
    if target is None or not closing(g.state, unit, order):
        out_of_reach(g, unit)
        return
    left = order.reach - charge(g, unit, target, *choose_way(g, unit, order))
    if g.state[unit].here and not order.jets and left >= LEAST:
        move(g, unit, Order(left, "move on"))


@act
def charge(g: G, unit: int, target: int, band: Band, way: Way) -> int:
    """Into contact, and the fight; what the way cost."""
    cost = march(g, unit, band, way)
    s = g.state
    if s[unit].here and s[target].here and touching(s[unit].bases, s[target].bases):
        fight(g, unit, target)
    return cost or 0


def choose_target(g: G, unit: int) -> int | None:
    """The enemy to go for, near or far."""
    s = g.state
    options = [t for t in foes(s, s[unit].side) if may_fight(s, unit, t)]
    options.sort(key=lambda t: (s[t].leader.x - s[unit].leader.x) ** 2 + (s[t].leader.y - s[unit].leader.y) ** 2)
    if not options:
        return None
    ask = OneOf(prompt=f"{s[unit].name} goes for", rules=g.cites, options=tuple(options),
                labels=tuple(s[t].name for t in options), about="unit", by=unit)  # fmt: skip
    target: int = g.ask(s[unit].side, ask)
    return target


@rule("pa.close-combat.engaged-fights-first")
def fight_first(g: G, unit: int) -> None:
    """The fight comes before anything else."""
    enemy = choose_enemy(g, unit)
    if enemy is not None:
        fight(g, unit, enemy)


@rule("pa.close-combat.unreachable-target")
def out_of_reach(g: G, unit: int) -> None:
    """A target that cannot be reached makes it Move and Ranged Fire."""
    g.note("unreachable", unit=unit)
    move_and_fire(g, unit)


# ---- Overwatch, Let it Pass


@rule("pa.overwatch.quarter-move")
def overwatch(g: G, unit: int, away: bool = False) -> None:
    """A quarter of a move, then watch."""
    move(g, unit, Order(quarter(g.state[unit].rate), "quarter move", away=away))
    if g.state[unit].here:
        set_watch(g, unit)


@rule("pa.let-it-pass.discard-token")
def let_it_pass(g: G, unit: int) -> None:
    """The token is gone, and nothing else happens."""
    g.note("passed", unit=unit)
