"""The round: Initiation, battlegroups in turn, Round Up; and the end of the game."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from hexless.kernel import Game, OneOf, Outcome, d6

from . import actions, cards, choices, command, commanders, fortitude, leaving, losses
from ._sheet import rule
from .choices import can_act, own_squads, squads_of, status_of
from .deck import card_of
from .deployment import deploy, roll_off
from .model import Dropzone, SquadId, alive_of, change_group, change_squad, group_aboard, other, squads_by_id

__all__ = ["outcome", "points_now", "step"]

G = Game[Dropzone]


def step(g: G) -> None:
    """From one checkpoint to the next: a battlegroup deployed or chosen, an action, a test, a piece's tokens."""
    if g.state.bereft:
        cards.cut(g)
        return
    PHASES[g.state.phase](g)
    if g.state.over is None and g.state.round and wiped_out(g.state):
        finish(g)


@rule("dz.play.victory")
def wiped_out(s: Dropzone) -> bool:
    """Whether nobody is left to play on: no unit of either side, or of one where the ruling ends the game with it."""
    left = [side in s.field.sides for side in s.sides]
    return not all(left) if s.rulings.last_unit == "ends" else not any(left)


def outcome(s: Dropzone) -> Outcome | None:
    """How the game ended, if it has."""
    return s.over


# ---- initiation


@rule("dz.play.round-sequence", "dz.play.initiative")
def initiation(g: G) -> None:
    """1 die and the highest Command Value each: the higher wins, a lone 6 wins outright; the winner says who begins."""
    left = [side for side in g.state.sides if side in g.state.field.sides]
    if len(left) == 1:  # nobody rolls, and nobody is asked, for the dead
        g.set(phase="hands" if g.state.hands else "groups", first=left[0], next=left[0])
        return
    winner = roll_initiative(g)
    labels = ("goes first", "lets the other go first")
    options = (winner, other(g.state, winner))
    first = g.ask(winner, OneOf(prompt="initiative", rules=g.cites, options=options, labels=labels, about="seat"))
    g.note("initiative", winner=winner, first=first, round=g.state.round)
    g.set(phase="hands" if g.state.hands else "groups", first=first, next=first)


def roll_initiative(g: G) -> str:
    """Who wins; ties are rolled again."""
    extra = [3 if marches(g.state, side) else 0 for side in g.state.sides]
    g.cite(*(card_of(effect.card).rule for effect in g.state.effects))
    while True:
        rolls = [initiative_die(g, side) for side in g.state.sides]
        if (rolls[0] == 6) != (rolls[1] == 6):
            return g.state.sides[int(rolls[1] == 6)]
        values = [commanders.highest(g.state, side) for side in g.state.sides]
        for side in g.state.sides:
            if cv := commanders.rank(g.state, side):
                g.cite(f"dz.commanders.cv-{cv}")
        sums = [roll + cv + more for roll, cv, more in zip(rolls, values, extra)]
        if sums[0] != sums[1]:
            return g.state.sides[int(sums[1] > sums[0])]


@rule("dz.cards.stolen-march")
def marches(s: Dropzone, side: str) -> bool:
    """Whether a side stole a march on the other: it has 3 more, and a 6 against it is rolled again."""
    return any(effect.card == "stolen-march" and effect.side == side for effect in s.effects)


def initiative_die(g: G, side: str) -> int:
    """One die, and once more for a 6 against a stolen march."""
    roll = g.sum(d6(), f"initiative {side}")
    if roll == 6 and marches(g.state, other(g.state, side)):
        roll = g.sum(d6(), f"initiative {side} again")
    return roll


# ---- battlegroups


@lru_cache(maxsize=1 << 9)
def able(s: Dropzone, group: int) -> bool:
    """Whether a battlegroup may still be activated this round."""
    if s.groups[group].acted or choices.in_orbit(s, group):
        return False
    return any(not s.squads[q].done and can_act(s, q) for q in squads_of(s, group))


@rule("dz.play.activation")
def choose_group(g: G) -> None:
    """In initiative order each player activates one battlegroup; nobody passes who has one left."""
    s = g.state
    for side in (s.next, other(s, s.next)):
        options = [k for k, group in enumerate(s.groups) if group.side == side and able(s, k)]
        if options:
            activate(g, side, options)
            return
    g.set(phase="collateral", pieces=tuple(p for p, piece in enumerate(s.scenery) if piece.tokens and piece.dp))


def activate(g: G, side: str, options: list[int]) -> None:
    """One battlegroup, and the auxiliary squads that act with it."""
    s = g.state
    group = options[0]
    if len(options) > 1:
        labels = tuple(s.groups[k].name for k in options)
        group = g.ask(
            side, OneOf(prompt="activate", rules=g.cites, options=tuple(options), labels=labels, about="group")
        )
    change_group(g, group, acted=True)
    g.note("activates", seat=side, group=s.groups[group].name)
    loaded = [q for q in squads_of(s, group) if s.squads[q].group < 0 and not s.squads[q].done]
    g.set(phase="command" if s.hands else "squads", next=side, group=group, joined=tuple(loaded), active=False)
    join(g, side)


def free_auxiliaries(s: Dropzone, side: str) -> list[SquadId]:
    """Auxiliary squads that carry nobody and have not acted."""
    return [
        q
        for q in own_squads(s, -1)
        if s.squads[q].side == side
        and not s.squads[q].done
        and q not in s.joined
        and alive_of(s, q)
        and status_of(s, q) != "reserve"
        and all(group_aboard(s, i) is None for i in alive_of(s, q))
    ]


def join(g: G, side: str) -> None:
    """Name the empty auxiliary squads that act with this battlegroup."""
    while free := free_auxiliaries(g.state, side):
        if not name_one(g, side, free):
            return


@rule("dz.play.auxiliary-squads")
def name_one(g: G, side: str, free: list[SquadId]) -> bool:
    """An auxiliary squad acts once a round, with the battlegroup that it is named for."""
    labels = (*(g.state.squads[q].name for q in free), "no more")
    ask = OneOf(prompt="auxiliaries", rules=g.cites, options=(*free, None), labels=labels, about="squad")
    squad = g.ask(side, ask)
    if squad is not None:
        g.set(joined=(*g.state.joined, squad))
    return squad is not None


def waiting(s: Dropzone) -> list[SquadId]:
    """The squads of this activation that may still act."""
    return [q for q in _to_act(s) if can_act(s, q)]


def _to_act(s: Dropzone) -> list[SquadId]:
    """The squads of this activation that are not done."""
    mine = own_squads(s, s.group) if s.group is not None else []
    return [q for q in (*mine, *s.joined) if not s.squads[q].done]


@rule("dz.play.activation")
def choose_squad(g: G) -> None:
    """Squad by squad, in any order; at least one unit of the battlegroup has to act."""
    s, side = g.state, g.state.next
    options = waiting(s)
    if not options:
        g.set(phase="after")
        return
    squad: SquadId | None = options[0]
    if len(options) > 1 or s.active:
        end = s.active and not any(choices.must_move(s, q) for q in options)
        offered: tuple[SquadId | None, ...] = (*options, None) if end else tuple(options)
        labels = tuple(s.squads[q].name if q is not None else "end the activation" for q in offered)
        ask = OneOf(prompt="squad", rules=g.cites, options=offered, labels=labels, about="squad")
        squad = g.ask(side, ask)
    begins = "orders" if s.hands else "actions"
    g.set(phase=begins if squad is not None else "after", squad=squad)


def next_action(g: G) -> None:
    """One more action of the squad, or it is done."""
    squad = g.state.squad
    if squad is None:
        g.set(phase="squads")
        return
    must = not g.state.active and _alone(g.state, squad)
    if actions.act(g, squad, must):
        g.set(active=True)
        return
    actions.close(g, squad)
    acted = bool(g.state.squads[squad].actions)
    g.set(phase="reply" if g.state.hands and acted else "squads", squad=None)


@lru_cache(maxsize=1 << 9)
def _alone(s: Dropzone, squad: SquadId) -> bool:
    """Whether this is the only squad of its activation that may still act."""
    left = _to_act(s)
    return squad in left and not any(can_act(s, q) for q in left if q != squad) and can_act(s, squad)


def after_activation(g: G) -> None:
    """Fortitude Tests at the end of the activation, one a step; then the other player's turn."""
    shaken = fortitude.shaken(g.state)
    if shaken:
        leaving.check(g, shaken[0])
        return
    for q, squad in squads_by_id(g.state):
        if squad.hurt:
            change_squad(g, q, hurt=False)
    cards.expire(g, "activation")
    alone = g.state.group is None  # a squad that a card sent ahead
    g.set(phase="groups", group=None, joined=(), active=False, next=other(g.state, g.state.next))
    if alone:
        g.set(next=other(g.state, g.state.next))
        command.next_seat(g, "vanguard", "groups")


# ---- round up


def next_piece(g: G) -> None:
    """Collateral Damage first, piece by piece."""
    if not g.state.pieces:
        g.set(phase="end")
        return
    piece, *rest = g.state.pieces
    g.set(pieces=tuple(rest))
    losses.resolve_tokens(g, piece)


@rule("dz.play.round-sequence")
def end_round(g: G) -> None:
    """After the last round the game ends; after the first one reserves are In Readiness."""
    s = g.state
    if s.round >= s.mission.rounds:
        finish(g)
        return
    fresh_unit = {"moved": None, "fired": (), "passed": (0, 0), "exchanged": False}
    used = [u.moved is not None or u.fired or any(u.passed) or u.exchanged for u in s.units]
    units = tuple(u.with_(**fresh_unit) if old else u for u, old in zip(s.units, used))
    fresh = {"actions": (), "done": False, "disembarked": False, "embarked": False, "aerial": False, "entered": False}
    squads = tuple(squad.with_(hurt=False, ran=False, **fresh) for squad in s.squads)
    groups = tuple(
        group.with_(acted=False, status="ready" if group.status == "reserve" else group.status) for group in s.groups
    )
    phase = "tactics" if s.hands else "initiation"
    g.set(units=units, squads=squads, groups=groups, round=s.round + 1, phase=phase, effects=())
    g.note("round", round=s.round + 1)


# ---- victory


def points_now(s: Dropzone) -> list[int]:
    """Victory Points so far: those scored, and one for each objective that is held."""
    held = [o.owner for o in s.objectives if not o.gone]
    return [vp + (s.mission.goal != "kills") * held.count(side) for side, vp in zip(s.sides, s.vp)]


@rule("dz.play.victory")
def finish(g: G) -> None:
    """Most Victory Points win; then most Kill Points; then nobody."""
    s = g.state
    if s.mission.goal == "mobile":
        g.cite("dz.play.targets-of-opportunity")
    points = list(zip(points_now(s), s.kills))
    winner = None if points[0] == points[1] else s.sides[int(points[1] > points[0])]
    tally = ", ".join(f"{side} {vp} VP and {kp} KP" for side, (vp, kp) in zip(s.sides, points))
    g.note("over", winner=winner or "nobody", why=tally)
    g.set(over=Outcome(winner, tally, "dz.play.victory"))


PHASES: dict[str, Callable[[G], None]] = {
    "zones": roll_off, "deploy": deploy, "initiation": initiation, "groups": choose_group, "squads": choose_squad,
    "actions": next_action, "after": after_activation, "collateral": next_piece, "end": end_round,
    "tactics": command.tactics, "hands": command.fill_hand, "vanguard": command.vanguard,
    "command": lambda g: command.command(g, waiting(g.state)), "orders": command.orders, "reply": command.reply,
}  # fmt: skip
