"""The game round: rows of cards face down, the Authority test, and units activated in turn."""

from __future__ import annotations

from hexless.kernel import Game, OneOf, Order, Outcome, Row, Total, d6, total

from ._sheet import rule
from .activation import activate
from .arrival import deploy
from .leadership import commander, in_play, open_bids, put_in_points, receive, take_turn
from .model import AT43, enemy_of, seat_of
from .victory import count_points, last_army, verdict

__all__ = ["outcome", "step"]

G = Game[AT43]


def step(g: G) -> None:
    """From one checkpoint to the next. What is sealed or turned up ends its step."""
    match g.state.phase:
        case "deploy":
            deployment(g)
        case "order":
            lay_cards(g)
        case "bid":
            put_in_points(g)
        case "authority":
            authority(g)
        case "first":
            who_starts(g)
        case "turn":
            next_turn(g)
        case "activate":
            activate(g)
        case _:
            end_round(g)
    if g.state.over is None and g.state.round and g.state.active is None and (over := last_army(g.state)):
        finish_game(g, over)


def outcome(s: AT43) -> Outcome | None:
    """How the game ended, if it has."""
    return s.over


def deployment(g: G) -> None:
    """The sides place one unit each in turn, whichever they like, until all that start on the table stand there."""
    s = g.state
    for side in (s.next, enemy_of(s, s.next)):
        waiting = [i for i in s.army(side) if not s[i].placed and not s[i].arrives]
        if waiting:
            labels = tuple(s[i].name for i in waiting)
            ask = OneOf(
                prompt="which unit is deployed next", rules=("at.play.arrival",), options=tuple(waiting), labels=labels,
                about="unit",
            )  # fmt: skip
            deploy(g, g.ask(side, ask))
            g.set(next=enemy_of(s, side))
            return
    begin_round(g, 1)


def begin_round(g: G, number: int) -> None:
    g.set(round=number, phase="order", delayed=(False, False), must=False)
    g.note("round", round=number)
    receive(g)


@rule("at.round.sequence")
def lay_cards(g: G) -> None:
    """Every player lays the cards of his units face down, in the order that he wishes to activate them."""
    s = g.state
    hands = {side: tuple(i for i in s.army(side) if in_play(s, s[i])) for side in s.sides}
    asks = {
        side: Order(
            prompt="order of activation", rules=g.cites, items=hand, labels=tuple(s[i].name for i in hand), about="unit"
        )
        for side, hand in hands.items()
        if hand
    }
    rows = g.ask_all(asks)
    for i in sorted(i for hand in hands.values() for i in hand if not s[i].carded):
        g.change(i, carded=True)
    cards = [tuple(rows.get(side, ())) for side in s.sides]
    g.set(cards=(cards[0], cards[1]), phase="bid")
    g.note("cards", numbers=tuple(len(row) for row in cards))


@rule("at.round.authority", "at.lead.authority")
def authority(g: G) -> None:
    """Each rolls a die and adds his officer's Authority and the points put in; the higher decides who starts."""
    bids = open_bids(g)
    first, second = (roll(g, side, bid) for side, bid in zip(g.state.sides, bids))
    g.note("authority", first=first, second=second)
    while first.value == second.value:
        first, second = tie(g, bids)
    winner = g.state.sides[first.value < second.value]
    g.note("authority won", seat=winner)
    g.set(phase="first", next=winner)


def roll(g: G, side: str, bid: int) -> Total:
    """A side's Authority test."""
    die = g.sum(d6(), f"authority {side}")
    officer = commander(g.state, side)
    return total(
        Row(die, "die", "at.round.authority"),
        Row(officer.authority, officer.title, "at.lead.authority") if officer else None,
        Row(bid, "Leadership Points", "at.lp.authority-bonus") if bid else None,
    )


@rule("at.round.authority-tie")
def tie(g: G, bids: tuple[int, ...]) -> tuple[Total, Total]:
    """A draw is rolled again; what was added counts again."""
    first, second = (roll(g, side, bid) for side, bid in zip(g.state.sides, bids))
    g.note("authority", first=first, second=second)
    return first, second


@rule("at.round.authority")
def who_starts(g: G) -> None:
    """The winner chooses who has to activate first."""
    winner = g.state.next
    ask = OneOf(prompt="who activates first", rules=g.cites, options=(winner, enemy_of(g.state, winner)), about="seat")
    starter = g.ask(winner, ask)
    g.note("starts", seat=starter)
    g.set(phase="turn", next=starter)


@rule("at.round.alternate")
def next_turn(g: G) -> None:
    """Players activate a unit each in turn; one without cards is skipped."""
    s = g.state
    for side in (s.next, enemy_of(s, s.next)):
        if s.cards[seat_of(s, side)]:
            take_turn(g, side)
            return
    g.set(phase="end")


@rule("at.round.end")
def end_round(g: G) -> None:
    """When every unit has been activated points are counted, and a new round begins."""
    count_points(g)
    over = verdict(g)
    if over:
        finish_game(g, over)
    else:
        begin_round(g, g.state.round + 1)


def finish_game(g: G, over: Outcome) -> None:
    g.set(over=over)
    g.note("over", winner=over.winner or "nobody", why=over.why)
