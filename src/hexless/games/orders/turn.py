"""The turn sequence, step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hexless.kernel import Game, Labels, OneOf, Outcome, Refusal, Row, act, d6, total

from ._sheet import rule
from .cards import play_card
from .command import (
    LABELS,
    MOVE,
    NAMES,
    cost,
    free,
    label,
    open_kinds,
    to_order,
    why_no_kind,
    why_no_leader,
    why_no_order,
)
from .deployment import deploy
from .model import BaseId, Orders, after_seat, of_side, on_table
from .orders import carry_out
from .victory import finish, sudden_end

__all__ = ["outcome", "seats", "step"]

G = Game[Orders]


def step(g: G) -> None:
    """From one checkpoint to the next: one placement, the initiative, a leader chosen, one order, the turn's end."""
    phases: dict[str, Callable[[G], None]] = {
        "deploy": deploy, "initiative": initiative, "leaders": select_leader, "orders": next_order,
        "singles": single_order, "end": end_turn,
    }  # fmt: skip
    phases[g.state.phase](g)
    sudden_end(g)


def seats(s: Orders) -> tuple[str, ...]:
    """The players in seating order."""
    return s.sides


def outcome(s: Orders) -> Outcome | None:
    """How the game ended, if it has."""
    return s.over


# ---- 1) initiative


@rule("or.turn.initiative", "or.turn.first-player")
def initiative(g: G) -> None:
    """1) Highest roll goes first, or makes another player go first; tied players roll again."""
    players = still_in(g.state)
    tied = players
    while len(tied) > 1:
        rolls = {side: roll_initiative(g, side) for side in tied}
        tied = [side for side in tied if rolls[side] == max(rolls.values())]
    winner = tied[0]
    options = (winner, *(side for side in after_seat(g.state, winner)[:-1] if side in players))
    first = g.ask(winner, OneOf(prompt="who goes first", rules=g.cites, options=options, about="seat"))
    g.note("initiative", winner=winner, first=first, turn=g.state.turn)
    g.set(phase="leaders", first=first, next=first)


def still_in(s: Orders) -> list[str]:
    """The players with a base left."""
    return [side for side in s.sides if any(e.side == side and e.alive for e in s.units)] or list(s.sides)


@rule("or.turn.initiative")
def roll_initiative(g: G, side: str) -> int:
    """1d6, +1 for whoever has destroyed more enemy leaders than any opponent."""
    bid = total(
        Row(g.sum(d6(), f"initiative {side}"), "1d6", "or.turn.initiative"),
        Row(1, "most enemy leaders destroyed", "or.turn.leader-kills") if leads_in_kills(g.state, side) else None,
    )
    if len(bid.rows) > 1:
        g.note("bid", seat=side, bid=bid)
    return bid.value


@rule("or.turn.leader-kills")
def leads_in_kills(s: Orders, side: str) -> bool:
    """The lead has to be strict."""
    kills = dict(zip(s.sides, s.leader_kills))
    return all(kills[side] > n for other, n in kills.items() if other != side)


# ---- 2) to 5) leaders


def usable_leaders(s: Orders, side: str) -> list[BaseId]:
    """A player's leaders that have not acted; one inside a transport can issue orders, too."""
    return [i for i in of_side(s, side) if s.units[i].cp > 0 and free(s, i)]


@rule("or.turn.select-leader", "or.turn.leaders-alternate", "or.play.one-order")
def select_leader(g: G) -> None:
    """2) The player picks a leader; 5) play passes on until no leader is left."""
    s = g.state
    for side in (s.next, *after_seat(s, s.next)[:-1]):
        leaders = usable_leaders(s, side)
        if leaders and side not in s.passed:
            choose_leader(g, side, leaders)
            return
    g.set(phase="singles", next=s.first, passed=())


def choose_leader(g: G, side: str, leaders: list[BaseId]) -> None:
    """Ask for the leader and begin its set of orders; who passes (by the ruling) chooses no more this turn."""
    s = g.state
    leader = _ask_unit(g, side, "leader", leaders, "pass" if s.rulings.may_pass_leader else "", why_no_leader(s, side))
    if leader is None:
        g.set(passed=(*s.passed, side), next=after_seat(s, side)[0])
        return
    extra = play_card(g, side, "orders")
    g.set(phase="orders", next=side, leader=leader, cp=s[leader].cp + (extra.value if extra else 0), smoked=False)
    g.note("leads", unit=leader, cp=g.state.cp)


@rule("or.turn.order-cost", "or.play.command-points")
def next_order(g: G) -> None:
    """3) Spend command points on one more order, or be done; a leader that is lost or has a counter is done."""
    s = g.state
    side, leads = s.next, s.leader is not None and s[s.leader].alive and not s[s.leader].acted
    options = to_order(s, side) if s.cp and leads else ()
    unit = _ask_unit(g, side, "order", options, "done", why_no_order(s, side), s.leader) if options else None
    if unit is None:
        place_counters(g)
        return
    give_order(g, unit)


@act
def give_order(g: G, unit: BaseId) -> None:
    """One order, with all that follows from it."""
    carry_out(g, unit, ask_kind(g, unit))


def _ask_unit(
    g: G, side: str, prompt: str, units: Sequence[BaseId], no: str, why: Callable[[object], Refusal | None],
    by: BaseId | None = None,
) -> BaseId | None:  # fmt: skip
    """Which base; `no` is the label for none, where that may be."""
    options: tuple[BaseId | None, ...] = (*units, None) if no else tuple(units)
    s = g.state
    labels = Labels(options, lambda i: no if i is None else _with_price(s, i))
    ask = OneOf(prompt=prompt, rules=g.cites, options=options, labels=labels, about="unit", by=by, why=why)
    unit: BaseId | None = g.ask(side, ask)
    return unit


def _with_price(s: Orders, unit: BaseId) -> str:
    """A base with the command points that it has, or that an order to it costs."""
    if s.phase == "leaders":
        return f"{s[unit].name}: {s[unit].cp} CP"
    return s[unit].name if s.leader is None else f"{s[unit].name}: {cost(s, s.leader, unit, MOVE).value} CP"


def ask_kind(g: G, unit: BaseId) -> str:
    """Which order a base is given."""
    s = g.state
    options = open_kinds(s, unit)
    ask = OneOf(
        prompt="which order", rules=g.cites, options=options, about="action", by=unit,
        labels=Labels(options, lambda kind: label(s, unit, kind)),
        why=lambda kind: why_no_kind(s, unit, str(kind)) if kind in LABELS else None,
    )  # fmt: skip
    kind: str = g.ask(s[unit].side, ask)
    return kind


@rule("or.turn.place-counters")
def place_counters(g: G) -> None:
    """4) Counters on all bases that carried out the orders and on the leader; play passes to the next player."""
    s, units, counters = g.state, [*g.state.units], g.state.ordered
    if s.leader is not None and not s[s.leader].acted and s.leader not in [unit for unit, _ in counters]:
        counters = (*counters, (s.leader, "activation"))
    for unit, counter in counters:
        if units[unit].alive:
            units[unit] = units[unit].with_(**{counter: True})
            g.note("counter", unit=unit, counter=counter)
    phase = "leaders" if s.phase == "orders" else s.phase
    g.set(
        units=tuple(units), phase=phase, leader=None, cp=0, smoked=False, ordered=(), carded=(),
        next=after_seat(s, s.next)[0],
    )  # fmt: skip


# ---- 6) and 7) bases on their own


@rule("or.turn.single-order", "or.turn.singles-alternate")
def single_order(g: G) -> None:
    """6) A base that no leader ordered gets an order on its own; 7) until all bases have a counter."""
    s = g.state
    for side in (s.next, *after_seat(s, s.next)[:-1]):
        if side in s.passed:
            continue
        options = to_order(s, side)
        needed = any(s.units[i].aboard is None or s.rulings.mounted_need_order for i in options)
        if needed or (options and still_needed(s)):
            give_single(g, side, options, must=needed)
            return
    g.set(phase="end")


def still_needed(s: Orders) -> bool:
    """Whether any base on the table is left without a counter, of those whose players have not passed."""
    return any(free(s, i) for i in on_table(s) if s[i].side not in s.passed)


def give_single(g: G, side: str, options: Sequence[BaseId], must: bool) -> None:
    """One base, one order, no command points; who passes by the ruling gives no more orders this turn."""
    if g.state.next != side:
        g.set(next=side)
    passes = g.state.rulings.may_pass_single
    unit = _ask_unit(
        g, side, "single order", options, "pass" if passes or not must else "", why_no_order(g.state, side)
    )
    if unit is None:
        g.set(passed=(*g.state.passed, side) if passes else ())
        place_counters(g)
        return
    act_alone(g, unit)


@act
def act_alone(g: G, unit: BaseId) -> None:
    """Its order, and its counter at once."""
    kind = ask_kind(g, unit)
    g.note("alone", unit=unit, order=NAMES[kind])
    carry_out(g, unit, kind)
    place_counters(g)


# ---- 8) the end of the turn


@rule("or.turn.clear-counters", "or.turn.next-turn")
def end_turn(g: G) -> None:
    """8) All activation, vulnerable and smoke counters go; suppression points and wreckage stay."""
    if g.state.turn >= g.state.mission.turns:
        finish(g)
        return
    g.set(units=tuple(e.with_(activation=False, vulnerable=False) for e in g.state.units), smoke=(), passed=())
    g.set(turn=g.state.turn + 1, phase="initiative")
    g.note("turn", turn=g.state.turn)
