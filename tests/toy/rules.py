"""The rules of Skirmish, in the order of the sheet."""

from __future__ import annotations

from hexless.kernel import Game, OneOf, Order, Outcome, Row, Split, Total, act, chance, d6, total
from hexless.moves import Path, Place

from .ground import Strip, Walk, gap, standing
from .model import SHEET, STRIP, Skirmish

rule = SHEET.rule
MOVE, RANGE, CLOSE, DICE = 4000, 6000, 3000, 3


def step(g: Game[Skirmish]) -> None:
    """From one checkpoint to the next: one base placed, the cards stacked, one card turned up, or its figure's act.

    What is sealed or turned up ends its step: then a guess at what is hidden always fits the answers since.
    """
    waiting = [i for i, figure in enumerate(g.state.units) if not figure.placed]
    if waiting:
        deploy(g, waiting[0])
    elif g.state.active is not None:
        activate(g, g.state.active)
    elif any(g.state.cards):
        turn_up(g)
    else:
        stack_cards(g)


@rule("sk.deploy")
def deploy(g: Game[Skirmish], me: int) -> None:
    s, seat = g.state, g.state[me].seat
    left = (s.width - STRIP) * s.seats.index(seat) // (len(s.seats) - 1)
    strip = Strip(left, s.depth, standing(s, me))
    spot = g.ask(seat, Place(prompt=f"Place {s[me].name}", unit=me, ground=strip, rules=("sk.deploy",)))
    g.change(me, x=spot.x, y=spot.y, placed=True)
    g.note("deploy", me=me)


@rule("sk.cards")
def stack_cards(g: Game[Skirmish]) -> None:
    s = g.state
    hands = {seat: [i for i in s.figures(seat) if s[i].stands] for seat in s.seats}
    orders = g.ask_all(
        {
            seat: Order(prompt="Stack your cards", items=tuple(hand), about="unit", rules=("sk.cards",))
            for seat, hand in hands.items()
            if hand
        }
    )
    for i in sorted(i for hand in hands.values() for i in hand):
        g.change(i, ready=True, snapped=False)
    g.set(cards=tuple(orders.get(seat, ()) for seat in s.seats), round=s.round + 1)
    g.note("cards", round=g.state.round)


@rule("sk.turn")
def turn_up(g: Game[Skirmish]) -> None:
    s = g.state
    turn = next(t % len(s.seats) for t in range(s.turn, s.turn + len(s.seats)) if s.cards[t % len(s.seats)])
    me, *rest = s.cards[turn]
    stacks = (*s.cards[:turn], tuple(rest), *s.cards[turn + 1 :])
    g.set(cards=stacks, turn=(turn + 1) % len(s.seats), active=me if s[me].stands else None)
    g.change(me, ready=False)
    g.note("turn", me=me)


@rule("sk.turn")
def activate(g: Game[Skirmish], me: int) -> None:
    s = g.state
    acts = ("move", "shoot") if targets(s, me) else ("move",)
    if (
        g.ask(s[me].seat, OneOf(prompt=f"{s[me].name} acts", options=acts, about="action", rules=("sk.turn",)))
        == "move"
    ):
        move(g, me)
    else:
        shoot(g, me)
    g.set(active=None)


@rule("sk.move")
@act
def move(g: Game[Skirmish], me: int) -> None:
    s = g.state
    walk = Walk((s[me].x, s[me].y), MOVE, s.width, s.depth, standing(s, me))
    way = g.ask(s[me].seat, Path(prompt=f"Move {s[me].name}", unit=me, ground=walk, rules=("sk.move",)))
    if way.points:
        x, y = way.points[-1]
        g.change(me, x=x, y=y)
    g.note("move", me=me, points=way.points)


@rule("sk.shoot")
def targets(s: Skirmish, me: int) -> list[int]:
    """Standing enemies within range; exactly at range is in range."""
    return [i for i, u in enumerate(s.units) if u.stands and u.seat != s[me].seat and gap(s, me, i) <= RANGE]


@rule("sk.shoot")
@act
def shoot(g: Game[Skirmish], me: int) -> None:
    s, marks = g.state, targets(g.state, me)
    slots = tuple(s[i].name for i in marks)
    caps = (DICE,) * len(marks)
    shares = g.ask(s[me].seat, Split(prompt="Split your dice", total=DICE, slots=slots, caps=caps, rules=("sk.shoot",)))
    g.each(exchange, [(mark, dice) for mark, dice in zip(marks, shares) if dice], me)


def exchange(g: Game[Skirmish], shot: tuple[int, int], me: int) -> bool:
    """One target shot at, and what it does about it; True when the shooter falls, which ends its shooting."""
    mark, dice = shot
    g.call(fire, me, mark, dice)
    if may_snap(g.state, mark) and g.may(g.state[mark].seat, f"{g.state[mark].name} snaps back", "sk.snap"):
        g.call(snap, mark, me)
    return not g.state[me].stands


@rule("sk.shoot.need", "sk.shoot.close")
def need(s: Skirmish, me: int, mark: int) -> Total:
    close = gap(s, me, mark) <= CLOSE
    return total(Row(4, "to hit", "sk.shoot.need"), Row(-1, "close", "sk.shoot.close") if close else None)


@chance()
def volley(g: Game[Skirmish], dice: int, at: int) -> int:
    """Hits: it reads no state, so one answer serves every table."""
    return g.count(d6(dice), at, "shots")


@rule("sk.shoot.wound")
def fire(g: Game[Skirmish], me: int, mark: int, dice: int) -> int:
    at = need(g.state, me, mark)
    hits = g.call(volley, dice, at.value)
    g.change(mark, hearts=max(0, g.state[mark].hearts - hits))
    g.note("fire", me=me, mark=mark, need=at, hits=hits)
    return hits


@rule("sk.snap")
def may_snap(s: Skirmish, me: int) -> bool:
    return s[me].stands and (s.rulings.snaps == "always" or not s[me].snapped)


@rule("sk.snap")
def snap(g: Game[Skirmish], me: int, at: int) -> None:
    g.change(me, snapped=True)
    g.call(fire, me, at, 1)  # a call like any other; nobody is asked to snap at a snap


@rule("sk.win")
def outcome(s: Skirmish) -> Outcome | None:
    if not all(figure.placed for figure in s.units):
        return None
    left = [seat for seat in s.seats if s.hearts(seat)]
    if len(left) == 1:
        return Outcome(left[0], "the last seat standing", "sk.win")
    if s.round < s.rounds or any(s.cards) or s.active is not None:
        return None
    best = max(s.hearts(seat) for seat in left)
    first = [seat for seat in left if s.hearts(seat) == best]
    return Outcome(first[0] if len(first) == 1 else None, f"{best} hearts after the last round", "sk.win")
