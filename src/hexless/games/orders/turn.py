"""The turn sequence, step by step; deployment before it, victory after it."""

from __future__ import annotations

from collections.abc import Callable

from hexless.ground import Yard
from hexless.ground.maps import Objective
from hexless.kernel import Game, OneOf, Outcome, Place, d6
from hexless.table import Base, gap

from ._sheet import rule
from .cards import play_card
from .model import Orders, after_seat, on_table
from .orders import LABELS, carry_out, free, kinds
from .terrain import others_for, price, resting, stand_on

__all__ = ["holder", "outcome", "step"]

G = Game[Orders]


def step(g: G) -> None:
    """From one checkpoint to the next: one placement, the initiative, a leader chosen, one order, the turn's end."""
    phases: dict[str, Callable[[G], None]] = {
        "deploy": deploy, "initiative": initiative, "leaders": select_leader, "orders": next_order,
        "singles": single_order, "end": end_turn,
    }  # fmt: skip
    phases[g.state.phase](g)
    sudden_end(g)


def outcome(s: Orders) -> Outcome | None:
    """How the game ended, if it has."""
    return s.over


# ---- deployment


def deploy(g: G) -> None:
    """The players place one base each in turn; passengers start beside their transports, not in them."""
    s = g.state
    for side in (s.next, *after_seat(s, s.next)):
        waiting = [i for i, e in enumerate(s.units) if e.side == side and not e.placed and e.alive]
        if waiting:
            put_down(g, waiting[0])
            g.set(next=after_seat(s, side)[0])
            return
    g.set(phase="initiative", turn=1)


def put_down(g: G, unit: int) -> None:
    """Place one base in its player's zone."""
    s, e = g.state, g.state[unit]
    zone = s.mission.zones[s.sides.index(e.side)]
    others, names = others_for(s, unit)
    yard = Yard(
        terrain=s.terrain, base=e.base.facing(*zone.facing), outline=zone.outline, others=others, names=names,
        costs=resting(s, e) or price(s, e, False), rules={"": "or.play.contact", "terrain": "or.terrain.impassable"},
    )  # fmt: skip
    if not yard.suggest(1):
        g.change(unit, alive=False)
        g.note("no room", unit=unit)
        return
    spot = g.ask(e.side, Place(prompt="deploy", rules=("or.play.contact",), unit=unit, ground=yard))
    base = yard.placed(spot)
    g.change(unit, placed=True, base=base.at(base.x, base.y, stand_on(s, base.x, base.y)))
    g.note("deployed", unit=unit)


# ---- 1) initiative


@rule("or.turn.initiative", "or.turn.first-player")
def initiative(g: G) -> None:
    """1) Highest roll goes first, or makes another player go first; tied players roll again."""
    tied = list(g.state.sides)
    while len(tied) > 1:
        rolls = {side: g.sum(d6(), f"initiative {side}") + lead(g, side) for side in tied}
        tied = [side for side in tied if rolls[side] == max(rolls.values())]
    winner = tied[0]
    options = (winner, *after_seat(g.state, winner)[:-1])
    first = g.ask(winner, OneOf(prompt="who goes first", rules=g.cites, options=options, about="seat"))
    g.note("initiative", winner=winner, first=first, turn=g.state.turn)
    g.set(phase="leaders", first=first, next=first)


def lead(g: G, side: str) -> int:
    """The bonus for leaders destroyed."""
    kills = dict(zip(g.state.sides, g.state.leader_kills))
    ahead = all(kills[side] > n for other, n in kills.items() if other != side)
    return leader_bonus(g) if ahead else 0


@rule("or.turn.leader-kills")
def leader_bonus(g: G) -> int:
    """+1 for whoever has destroyed more enemy leaders than any opponent."""
    return 1


# ---- 2) to 5) leaders


def usable_leaders(s: Orders, side: str) -> list[int]:
    """A player's leaders that have not acted and are on the table."""
    return [i for i in on_table(s, side) if s[i].leader and free(s, i)]


@rule("or.turn.select-leader", "or.turn.leaders-alternate", "or.play.one-order")
def select_leader(g: G) -> None:
    """2) The player picks a leader; 5) play passes on until no leader is left."""
    s = g.state
    for side in (s.next, *after_seat(s, s.next)[:-1]):
        leaders = usable_leaders(s, side)
        if leaders:
            choose_leader(g, side, leaders)
            return
    g.set(phase="singles", next=s.first)


def choose_leader(g: G, side: str, leaders: list[int]) -> None:
    """Ask for the leader and begin its set of orders."""
    s = g.state
    names = [s[i].name for i in leaders]
    options: tuple[int | None, ...] = (*leaders, None) if s.rulings.may_pass_leader else tuple(leaders)
    labels = (*names, "pass")[: len(options)]
    leader = g.ask(side, OneOf(prompt="leader", rules=g.cites, options=options, labels=labels, about="unit"))
    if leader is None:
        for i in leaders:
            g.change(i, activation=True)
        g.set(next=after_seat(s, side)[0])
        return
    extra = play_card(g, side, "orders")
    g.set(phase="orders", next=side, leader=leader, cp=s[leader].cp + (extra.value if extra else 0), smoked=False)
    g.note("leads", unit=leader, cp=g.state.cp)


@rule("or.turn.order-cost", "or.play.command-points")
def next_order(g: G) -> None:
    """3) Spend command points on one more order, or be done."""
    s = g.state
    side, leader = s.next, s.leader
    options = [i for i, e in enumerate(s.units) if e.side == side and free(s, i) and kinds(s, i)]
    alive = leader is not None and s[leader].here
    unit = ask_unit(g, side, "order", options, "done") if options and s.cp and alive else None
    if unit is None:
        place_counters(g)
        return
    carry_out(g, unit, ask_kind(g, unit))


def ask_unit(g: G, side: str, prompt: str, options: list[int], no: str) -> int | None:
    labels = (*(g.state[i].name for i in options), no)
    ask = OneOf(prompt=prompt, rules=g.cites, options=(*options, None), labels=labels, about="unit")
    unit: int | None = g.ask(side, ask)
    return unit


def ask_kind(g: G, unit: int) -> str:
    """Which order a base is given."""
    options = tuple(kinds(g.state, unit))
    labels = tuple(LABELS[kind] for kind in options)
    ask = OneOf(prompt="which order", rules=g.cites, options=options, labels=labels, about="action")
    kind: str = g.ask(g.state[unit].side, ask)
    return kind


@rule("or.turn.place-counters")
def place_counters(g: G) -> None:
    """4) Counters on the leader and on all bases that carried out its orders; play passes to the next player."""
    s = g.state
    for unit, counter in s.ordered:
        if g.state[unit].alive:
            g.change(unit, **{counter: True})
    if s.leader is not None and s[s.leader].alive and not g.state[s.leader].acted:
        g.change(s.leader, activation=True)
    g.note("counters", units=tuple(unit for unit, _ in s.ordered))
    phase = "leaders" if s.phase == "orders" else s.phase
    g.set(phase=phase, leader=None, cp=0, smoked=False, ordered=(), next=after_seat(s, s.next)[0])


# ---- 6) and 7) bases on their own


@rule("or.turn.single-order", "or.turn.singles-alternate")
def single_order(g: G) -> None:
    """6) A base that no leader ordered gets an order on its own; 7) until all bases have a counter."""
    s = g.state
    for side in (s.next, *after_seat(s, s.next)[:-1]):
        options = [i for i, e in enumerate(s.units) if e.side == side and free(s, i) and kinds(s, i)]
        needed = [i for i in options if s[i].aboard is None or s.rulings.mounted_need_order]
        if needed or (options and still_needed(s)):
            give_single(g, side, options, must=bool(needed))
            return
    g.set(phase="end")


def still_needed(s: Orders) -> bool:
    """Whether any base on the table is left without a counter."""
    return any(free(s, i) for i in on_table(s))


def give_single(g: G, side: str, options: list[int], must: bool) -> None:
    """One base, one order, no command points."""
    g.set(next=side)
    names = tuple(g.state[i].name for i in options)
    choices: tuple[int | None, ...] = tuple(options) if must else (*options, None)
    labels = names if must else (*names, "pass")
    unit = g.ask(side, OneOf(prompt="single order", rules=g.cites, options=choices, labels=labels, about="unit"))
    if unit is not None:
        carry_out(g, unit, ask_kind(g, unit))
    place_counters(g)


# ---- 8) the end of the turn, and of the game


@rule("or.turn.clear-counters", "or.turn.next-turn")
def end_turn(g: G) -> None:
    """8) All activation, vulnerable and smoke counters go; suppression points and wreckage stay."""
    if g.state.turn >= g.state.mission.turns:
        finish(g)
        return
    g.set(units=tuple(e.with_(activation=False, vulnerable=False) for e in g.state.units), smoke=())
    g.set(turn=g.state.turn + 1, phase="initiative")
    g.note("turn", turn=g.state.turn)


def holder(s: Orders, o: Objective) -> str | None:
    """The side with a base within 3 inches and no enemy closer."""
    spot = Base(o.x, o.y)
    near = sorted((gap(s[i].base, spot).distance, i) for i in on_table(s))
    near = [(far, i) for far, i in near if far <= s.mission.reach]
    if not near or any(far == near[0][0] and s[i].side != s[near[0][1]].side for far, i in near):
        return None
    return s[near[0][1]].side


def tally(s: Orders) -> dict[str, int]:
    """What each player has at the end: objectives held, or enemy leaders destroyed."""
    if s.mission.goal == "leaders":
        return dict(zip(s.sides, s.leader_kills))
    held = [(holder(s, o), o.points) for o in s.mission.objectives]
    return {side: sum(points for who, points in held if who == side) for side in s.sides}


@rule("or.play.victory")
def finish(g: G) -> None:
    """After the last turn the player who holds most wins; the first player defends a town that must be held."""
    points = tally(g.state)
    best = [side for side, n in points.items() if n == max(points.values())]
    winner = best[0] if len(best) == 1 else g.state.sides[0] if g.state.mission.goal == "hold" else None
    what = "leaders destroyed" if g.state.mission.goal == "leaders" else "objectives held"
    end(g, Outcome(winner, f"{what}: {', '.join(f'{side} {n}' for side, n in points.items())}", "or.play.victory"))


def sudden_end(g: G) -> None:
    """A side that alone has leaders left wins at once."""
    s = g.state
    if s.over is not None or s.turn == 0:
        return
    leading = [side for side in s.sides if any(e.side == side and e.leader and e.alive for e in s.units)]
    if len(leading) == 1:
        end(g, Outcome(leading[0], "every enemy leader is destroyed", "or.play.victory"))


def end(g: G, over: Outcome) -> None:
    g.note("over", winner=over.winner or "nobody", why=over.why)
    g.set(over=over)
