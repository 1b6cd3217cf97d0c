"""Leadership: the pool of points, and what they are spent on."""

from __future__ import annotations

from hexless.kernel import Game, Labels, OneOf, Row, Total, total

from ._sheet import rule
from .cards import discard, reveal, set_row
from .model import AT43, Person, Unit, enemy_of, seat_of

__all__ = [
    "RALLY",
    "bid_cap",
    "commander",
    "open_bids",
    "pay",
    "pay_to_act",
    "pool",
    "put_in_points",
    "receive",
    "take_turn",
]

G = Game[AT43]
ACTIVATE, DELAY, RELOCATE, RALLY, EXTRA = 1, 2, 1, 2, 2
TURNS = {
    "play": "play the next card", "pass": "discard the card and pass", "delay": f"delay ({DELAY} LP)",
    "relocate": f"relocate the card ({RELOCATE} LP)",
}  # fmt: skip


@rule("at.lead.authority")
def commander(s: AT43, side: str) -> Person | None:
    """The officer who commands an army, while he lives."""
    for i in s.army(side):
        for f in s[i].fighters:
            if f.person is not None and f.person.commander and f.alive:
                return f.person
    return None


@rule("at.lead.pool")
def pool(s: AT43, side: str) -> Total:
    """The officer's LP value and 1 for each unit that is left or comes into play this round."""
    officer = commander(s, side)
    if officer is None and s.rulings.lp_without_commander == "none":
        return total(Row(0, "no commander", "at.lead.pool"))
    counted = [i for i in s.army(side) if in_play(s, s[i]) and _counts(s, s[i])]
    rows = Row(officer.lp, officer.title, "at.lead.pool") if officer else None
    return total(rows, Row(len(counted), "units", "at.lead.pool"))


def in_play(s: AT43, u: Unit) -> bool:
    """On the table, or allowed to come on this round."""
    return u.placed or u.arrives <= s.round


def _counts(s: AT43, u: Unit) -> bool:
    return s.rulings.lp_counts == "all" or u.status == "valiant" or not u.placed


@rule("at.lead.pool", "at.lead.pool-lifetime")
def receive(g: G) -> None:
    """A new pool each round; what was left of the old one is lost."""
    for side in g.state.sides:
        points = pool(g.state, side)
        set_lp(g, side, points.value)
        g.note("pool", seat=side, points=points)


def set_lp(g: G, side: str, points: int) -> None:
    seat = seat_of(g.state, side)
    lp = list(g.state.lp)
    lp[seat] = points
    g.set(lp=(lp[0], lp[1]))


def pay(g: G, side: str, points: int, why: str) -> None:
    """Spend Leadership Points."""
    set_lp(g, side, g.state.lp[seat_of(g.state, side)] - points)
    g.note("pays", seat=side, points=points, why=why, left=g.state.lp[seat_of(g.state, side)])


def has(s: AT43, side: str, points: int) -> bool:
    return s.lp[seat_of(s, side)] >= points


# ---- improving the Authority test


@rule("at.lp.authority-cap")
def bid_cap(s: AT43, side: str) -> int:
    """How many points may go into the Authority test: the commander's rank and one more; without him none."""
    officer = commander(s, side)
    return min(officer.rank + 1, s.lp[seat_of(s, side)]) if officer else 0


def bid_question(s: AT43, side: str) -> OneOf:
    cap = bid_cap(s, side)
    labels = tuple(f"{n} LP" for n in range(cap + 1))
    rules = ("at.lp.authority-bonus", "at.lp.authority-cap")
    return OneOf(
        prompt="Leadership Points for the Authority test", rules=rules, options=tuple(range(cap + 1)), labels=labels,
        about="points",
    )  # fmt: skip


@rule("at.lp.authority-bonus", "at.lp.authority-cap")
def put_in_points(g: G) -> None:
    """Both put in their points before the roll: sealed, or openly in turn."""
    s = g.state
    secret = s.rulings.authority_bid == "secret"
    bids = sealed_bids(g) if secret else bids_in_turn(g)
    g.set(bids=tuple(bids.get(side, 0) for side in s.sides), phase="authority")


def sealed_bids(g: G) -> dict[str, int]:
    """Nobody sees the other's points."""
    return g.ask_all({side: bid_question(g.state, side) for side in g.state.sides if bid_cap(g.state, side)})


def bids_in_turn(g: G) -> dict[str, int]:
    """One point at a time, in turn, until everybody has stopped; who begins changes from round to round."""
    s = g.state
    bids = dict.fromkeys(s.sides if s.round % 2 else s.sides[::-1], 0)
    left = [side for side in bids if bid_cap(s, side)]
    while left:
        side = left.pop(0)
        if g.may(side, f"add a Leadership Point to {bids[side]} for the Authority test"):
            bids[side] += 1
            g.note("bids", seat=side, points=bids[side])
            left += [side] if bids[side] < bid_cap(s, side) else []
    return bids


def open_bids(g: G) -> tuple[int, ...]:
    """The points are shown and paid."""
    bids = g.state.bids
    g.set(bids=())
    for side, points in zip(g.state.sides, bids):
        if points:
            pay(g, side, points, "authority")
    return bids


# ---- activating


def pay_to_act(g: G, unit: int) -> bool:
    """Whether a unit may do anything in its activation: officers for nothing, others for a point, if it is paid."""
    u = g.state[unit]
    if u.status == "disorganised":
        return disorganised(g, unit)
    if officer_free(u):
        return True
    if has(g.state, u.side, ACTIVATE) and wants_to_pay(g, unit, ACTIVATE):
        return True
    unpaid(g, unit)
    return False


@rule("at.lp.activate")
def wants_to_pay(g: G, unit: int, points: int) -> bool:
    """A unit that no officer leads acts only if its Leadership Points are paid."""
    u = g.state[unit]
    if not g.may(u.side, f"pay {points} LP to activate {u.name}"):
        return False
    pay(g, u.side, points, u.name)
    return True


@rule("at.lp.officer-free")
def officer_free(u: Unit) -> bool:
    """A unit led by an officer acts without pay."""
    return u.officer


@rule("at.lp.unpaid")
def unpaid(g: G, unit: int) -> None:
    """It does nothing, yet counts as activated."""
    g.note("idle", unit=unit)
    if not g.state[unit].placed:
        stays_off(g, unit)


@rule("at.lp.reserve")
def stays_off(g: G, unit: int) -> None:
    """Not yet on the table, it stays off it: its owner can postpone its arrival."""
    g.note("waits", unit=unit)


@rule("at.tactic.disorganised", "at.tactic.disorganised-pay")
def disorganised(g: G, unit: int) -> bool:
    """A disorganised unit can do nothing, unless 2 Leadership Points are paid."""
    side = g.state[unit].side
    if has(g.state, side, RALLY) and wants_to_pay(g, unit, RALLY):
        g.change(unit, paid=True)
        if g.state.rulings.rally_restores:
            g.change(unit, status="valiant", paid=False)
            g.note("rallied", unit=unit)
        return True
    g.note("idle", unit=unit)
    return False


# ---- on his turn: the next card, or a pass, or another order


def take_turn(g: G, side: str) -> None:
    """The player whose turn it is plays his next card, delays, or relocates it."""
    s = g.state
    if s.must:
        turn_up(g, side)
        return
    first = s[s.cards[seat_of(s, side)][0]]
    options = turn_options(g, side, not first.alive)
    prompt = f"next card is {first.name}{'' if first.alive else ' (eliminated)'}"
    labels = Labels(options, TURNS.__getitem__)
    ask = OneOf(prompt=prompt, rules=("at.lp.one-per-turn",), options=options, labels=labels, about="action")
    {"play": turn_up, "pass": wasted, "delay": delay, "relocate": relocate}[g.ask(side, ask)](g, side)


@rule("at.lp.one-per-turn")
def turn_options(g: G, side: str, dead: bool) -> tuple[str, ...]:
    """Delay or relocate, never both; a dead card is relocated, or the turn passes."""
    s = g.state
    seat = seat_of(s, side)
    other = ("relocate",) if has(s, side, RELOCATE) and len(s.cards[seat]) > 1 else ()
    if dead:
        barred = s.rulings.dead_card_is_a_pass and s.delayed[seat] and bool(other)
        return other if barred else ("pass", *other)
    return ("play", *(("delay",) if may_delay(g, side) else ()), *other)


@rule("at.lp.delay-not-twice")
def may_delay(g: G, side: str) -> bool:
    """Nobody passes on two turns of his in a row."""
    return has(g.state, side, DELAY) and not g.state.delayed[seat_of(g.state, side)]


def _delayed(s: AT43, side: str, now: bool) -> tuple[bool, bool]:
    flags = [now if each == side else flag for each, flag in zip(s.sides, s.delayed)]
    return flags[0], flags[1]


@rule("at.lp.delay")
def delay(g: G, side: str) -> None:
    """For 2 points he passes; his card stays where it is."""
    pay(g, side, DELAY, "delay")
    g.set(delayed=_delayed(g.state, side, True), next=enemy_of(g.state, side))


@rule("at.lp.relocate")
def relocate(g: G, side: str) -> None:
    """For 1 point his first card goes to a later place in the row; only he knows which."""
    s = g.state
    row = s.cards[seat_of(s, side)]
    places = tuple(range(1, len(row)))
    labels = tuple(f"after {s[row[n]].name}" for n in places)
    ask = OneOf(prompt="new place of the card", rules=g.cites, options=places, labels=labels, about="place")
    place = g.ask(side, ask)
    pay(g, side, RELOCATE, "relocation")
    set_row(g, side, (*row[1 : place + 1], row[0], *row[place + 1 :]))
    g.set(must=True)


def turn_up(g: G, side: str) -> None:
    """The next card is turned up; a unit that is wiped out wastes it."""
    s = g.state
    if s.must:
        must_play(g)
    if s[s.cards[seat_of(s, side)][0]].alive:
        g.set(delayed=_delayed(g.state, side, False))
        reveal(g, side)
    else:
        wasted(g, side)


def wasted(g: G, side: str) -> None:
    """A dead card is discarded; by the ruling that is a pass, and no other pass follows it."""
    if g.state.rulings.dead_card_is_a_pass:
        g.set(delayed=_delayed(g.state, side, True))
    discard(g, side)


@rule("at.lp.relocate-play-next")
def must_play(g: G) -> None:
    """After relocating, the card that now comes first has to be played."""
    g.set(must=False)
