"""The moments of a round that only Command Cards make, a step each, and the cards that are done with at once."""

from __future__ import annotations

from hexless.kernel import Game, OneOf, Pool, d3, d6

from . import actions, card_targets, cards, losses, objectives
from ._sheet import rule
from .deck import Moment
from .model import Dropzone, Effect, SquadId, alive_of, change_squad, other

__all__ = ["command", "fill_hand", "next_seat", "orders", "reply", "tactics", "vanguard"]

G = Game[Dropzone]

# ---- initiation


def tactics(g: G) -> None:
    """Before the roll for initiative."""
    for side in g.state.sides:
        cards.offer(g, side, Moment.EARLY)
    g.set(phase="initiation")


def fill_hand(g: G) -> None:
    """After it, in the order of initiative: discard what is not wanted, then refill the hand."""
    cards.throw_away(g, g.state.next)
    cards.refill(g, g.state.next)
    next_seat(g, "hands", "vanguard")


def next_seat(g: G, again: str, then: str) -> None:
    """The second player after the first; after both the next phase."""
    s = g.state
    g.set(phase=again if s.next == s.first else then, next=other(s, s.first) if s.next == s.first else s.first)


def vanguard(g: G) -> None:
    """Before the first activation of a round."""
    play = cards.offer(g, g.state.next, Moment.VANGUARD)
    if play:
        lead_on(g, play.squad)
    else:
        next_seat(g, "vanguard", "groups")


@rule("dz.cards.forward-party")
def lead_on(g: G, squad: SquadId) -> None:
    """One squad acts now, by itself, and is done for the round."""
    g.note("acts first", unit=alive_of(g.state, squad)[0])
    g.set(phase="squads", group=None, joined=(squad,), active=False)


# ---- activations


def command(g: G, squads: list[SquadId]) -> None:
    """A battlegroup is activated: a card of its player, then one of the opponent. `squads` are those that may act."""
    side = g.state.next
    play = cards.offer(g, side, Moment.COMMAND, tuple(squads))
    if play:
        match play.slug:
            case "intercepted-traffic":
                listen_in(g, side)
            case "static-storm":
                jam(g, other(g.state, side))
            case "shaking-walls":
                bombard(g, play.target)
            case "patch-and-weld":
                repair(g, play.target)
            case "second-run":
                second_run(g, side)
    if cards.offer(g, other(g.state, side), Moment.ENEMY, tuple(squads)):
        tangle(g, other(g.state, side), [q for q in squads if card_targets.common(g.state, q)])
    g.set(phase="squads")


@rule("dz.cards.intercepted-traffic")
def listen_in(g: G, side: str) -> None:
    """Look at the opponent's hand; nobody else learns what it holds."""
    foe = other(g.state, side)
    g.note("hand", audience=(side,), seat=foe, cards=cards.hand_of(g.state, foe))


@rule("dz.cards.static-storm")
def jam(g: G, victim: str) -> None:
    """The opponent discards D3 cards at random."""
    for _ in range(g.sum(d3(), "cards to discard")):
        hand = cards.hand_of(g.state, victim)
        if not hand:
            return
        name = hand[g.sum(Pool(1, len(hand)), "which card") - 1] if len(hand) > 1 else hand[0]
        cards.spend(g, victim, name)
        g.note("discards", seat=victim, card=name)


@rule("dz.cards.shaking-walls")
def bombard(g: G, piece: int) -> None:
    """A garrison takes D6 hits of Energy 10."""
    hits = g.sum(d6(), "hits on the garrison")
    g.note("shakes", piece=g.state.terrain.pieces[piece].name, hits=hits)
    losses.struck(g, piece, hits, 10)


@rule("dz.cards.patch-and-weld")
def repair(g: G, unit: int) -> None:
    """D3 Damage Points are restored, never more than were lost."""
    u = g.state[unit]
    back = min(g.sum(d3(), "repairs"), u.profile.dp - u.dp)
    g.change(unit, dp=u.dp + back)
    g.note("repaired", unit=unit, points=back)


@rule("dz.cards.second-run")
def second_run(g: G, side: str) -> None:
    """The transports of the activation may spend both actions on moving."""
    g.note("second run", seat=side)


@rule("dz.cards.tangled-orders")
def tangle(g: G, side: str, squads: list[SquadId]) -> None:
    """D3 squads of the battlegroup have only 1 action; whoever played the card picks them."""
    for _ in range(min(g.sum(d3(), "squads in disorder"), len(squads))):
        squad = squads[0]
        if len(squads) > 1:
            labels = tuple(g.state.squads[q].name for q in squads)
            ask = OneOf(prompt="disorder", rules=g.cites, options=tuple(squads), labels=labels, about="squad")
            squad = g.ask(side, ask)
        squads = [q for q in squads if q != squad]
        g.set(effects=(*g.state.effects, Effect("tangled-orders", side, squad, "activation")))
        g.note("one action", unit=alive_of(g.state, squad)[0])


# ---- squads


def orders(g: G) -> None:
    """A squad is to act."""
    if g.state.squad is not None:
        cards.offer(g, g.state.next, Moment.ORDERS, (g.state.squad,))
    g.set(phase="actions")


def reply(g: G) -> None:
    """A squad is done: the opponent may answer with one of his."""
    foe = other(g.state, g.state.next)
    play = cards.offer(g, foe, Moment.DONE)
    if play:
        riposte(g, play.squad)
    g.set(phase="squads")


@rule("dz.cards.swift-riposte")
def riposte(g: G, squad: SquadId) -> None:
    """One action more, over and above its two; for this one its weapons count as not having shot."""
    was, shot = g.state.squads[squad].actions, {i: g.state[i].fired for i in alive_of(g.state, squad)}
    options = tuple(card_targets.spare_actions(g.state, squad))
    kind = options[0]
    if len(options) > 1:
        labels = tuple(actions.LABELS[option] for option in options)
        ask = OneOf(prompt="riposte", rules=g.cites, options=options, labels=labels, about="action")
        kind = g.ask(g.state.squads[squad].side, ask)
    change_squad(g, squad, actions=())
    for i in shot if kind == "shoot" else ():
        g.change(i, fired=())
    actions.carry_out(g, squad, kind)
    change_squad(g, squad, actions=was)
    for i in alive_of(g.state, squad):
        g.change(i, fired=shot[i])
    objectives.claim(g, squad)
