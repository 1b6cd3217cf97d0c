"""What the sheet leaves out and no game can do without: the turn from step to step, and who has won."""

from __future__ import annotations

from functools import lru_cache

from hexless.kernel import Game, Labels, OneOf, Outcome
from hexless.ruleset.maps import Objective
from hexless.table import Base, within, within_outline

from ._sheet import rule
from .actions import activate
from .deploy import deploy, muster
from .fields import charge
from .initiative import initiative, place_tokens, with_tokens
from .measuring import engaged
from .model import CM, Box, PatrolAngis, enemy_of
from .weapons import can_shoot

__all__ = ["holder", "outcome", "seats", "step", "victory_points"]

G = Game[PatrolAngis]
HOLD = 5 * CM


@rule("pa.play.turn-sequence")
def step(g: G) -> None:
    """From one checkpoint to the next: a placement, the initiative, a go of tokens, one activation, an end of turn."""
    match g.state.phase:
        case "muster":
            muster(g)
        case "deploy":
            deploy(g)
        case "initiative":
            initiative(g)
        case "place":
            place_tokens(g)
        case "activate":
            activation(g)
        case _:
            end_turn(g)


def seats(s: PatrolAngis) -> tuple[str, ...]:
    """Blue and red."""
    return s.sides


def outcome(s: PatrolAngis) -> Outcome | None:
    """How the game ended, if it has."""
    return s.over


# ---- activations


def activation(g: G) -> None:
    """The sides spend one token each in turn; a side without tokens is skipped."""
    s = g.state
    able = next((side for side in (s.next, enemy_of(s, s.next)) if with_tokens(s, side)), None)
    if able is None or any(not living(s, each) for each in s.sides):
        all_spent(g)
        return
    if not any(e.did for e in s.units):
        first_go(g)
    take_go(g, able)


@rule("pa.actions.until-tokens-spent")
def all_spent(g: G) -> None:
    """No Activation token is left, or nobody to use one on."""
    g.set(phase="end")


@rule("pa.actions.winner-first")
def first_go(g: G) -> None:
    """The initiative winner begins."""
    g.note("begins", side=g.state.next)


@rule("pa.actions.alternate-activation")
def take_go(g: G, side: str) -> None:
    """One Troop Element of a side is activated."""
    s = g.state
    options = sorted(with_tokens(s, side), key=lambda i: not can_shoot(s, i))  # who can shoot comes first
    labels = Labels(options, lambda i: f"{s[i].name} ({s[i].tokens})")
    ask = OneOf(prompt="activate", rules=g.cites, options=tuple(options), labels=labels, about="unit")
    unit = g.ask(side, ask)
    activate(g, unit)
    leave_table(g, unit)
    g.set(next=enemy_of(g.state, side), shot=(), noticed=())


def leave_table(g: G, unit: int) -> None:
    """Breakthrough: the first side may leave by the far edge."""
    s, e = g.state, g.state[unit]
    if not (e.here and s.mission.exit and e.side == s.sides[0] and within_outline(e.leader, s.mission.exit)):
        return
    if g.may(e.side, f"{e.name} leaves the table", "pa.play.victory"):
        points = sum(f.profile.points for f in e.figures)
        g.change(unit, placed=False, left=True, tokens=0, fear=0, watch=False, last=(e.leader.x, e.leader.y))
        g.set(gone=(s.gone[0] + points, s.gone[1]))
        g.note("left", unit=unit, points=points)


# ---- the end of a turn


@rule("pa.play.turn-sequence")
def end_turn(g: G) -> None:
    """Score, see whether it is over, clear what lasts a turn, and begin the next."""
    score_objectives(g)
    over = verdict(g)
    if over:
        g.note("over", winner=over.winner or "nobody", why=over.why)
        g.set(over=over)
        return
    clear(g)
    g.set(turn=g.state.turn + 1, phase="initiative")
    g.note("turn", turn=g.state.turn)


def clear(g: G) -> None:
    """Per-turn limits, shots and losses start anew; tokens that could not be spent are discarded."""
    s = g.state
    units = []
    for e in s.units:
        figures = tuple(f.with_(shots=0, fired=False, loads=False, treated=False) for f in e.figures)
        watch = e.watch and not s.rulings.overwatch_expires_at_turn_end
        fresh = e.with_(figures=figures, did=(), moved=False, calmed=False, tokens=0, watch=watch, charge=charge(e))
        units.append(fresh)
    g.set(units=tuple(units), platoons=tuple(p.with_(killed=0, pool=0) for p in s.platoons))


# ---- victory


def living(s: PatrolAngis, side: str) -> bool:
    """Whether anybody of a side is on the table."""
    return any(e.side == side and e.here for e in s.units)


def holder(s: PatrolAngis, o: Objective) -> str | None:
    """The only side with an unengaged infantry Troop Element within 5 cm of an objective."""
    near = [
        e.side
        for i, e in enumerate(s.units)
        if e.here and e.kind == "infantry" and _about(e.box, o) and _by(e.bases, o.x, o.y) and not engaged(s, i)
    ]
    return near[0] if near and all(side == near[0] for side in near) else None


def _about(box: Box, o: Objective) -> bool:
    """Whether any of what is in a box may be within 5 cm of an objective."""
    return box[0] - HOLD <= o.x <= box[2] + HOLD and box[1] - HOLD <= o.y <= box[3] + HOLD


@lru_cache(maxsize=1 << 13)
def _by(bases: tuple[Base, ...], x: int, y: int) -> bool:
    """Whether any of some bases is within 5 cm of a point."""
    return any(within(base, Base(x, y), HOLD) for base in bases)


def score_objectives(g: G) -> None:
    """Each objective gives its points at the end of every turn."""
    s = g.state
    if not s.mission.objectives:
        return
    held = [(holder(s, o), o) for o in s.mission.objectives]
    gains = [sum(o.points for side, o in held if side == each) for each in s.sides]
    g.set(held=(s.held[0] + gains[0], s.held[1] + gains[1]))
    g.note("objectives", points=g.state.held, held=tuple(f"{o.name}: {side or 'nobody'}" for side, o in held))


@rule("pa.play.victory")
def victory_points(s: PatrolAngis, side: str) -> int:
    """1 a 50 points of enemy figures killed, 3 for each enemy Commander, and what the mission gives."""
    i = s.sides.index(side)
    return s.slain[i] // 50 + 3 * s.heads[i] + s.held[i] + s.gone[i] // s.mission.exit_points


@rule("pa.play.victory")
def verdict(g: G) -> Outcome | None:
    """After the last turn, or with one side gone from the table, the higher score wins."""
    s = g.state
    if s.turn < s.mission.turns and all(living(s, side) for side in s.sides):
        return None
    a, b = (victory_points(s, side) for side in s.sides)
    winner = None if a == b else s.sides[a < b]
    if a == b and s.rulings.victory_tie == "more_points_left":
        x, y = (left(s, side) for side in s.sides)
        winner = None if x == y else s.sides[x < y]
    return Outcome(winner, f"victory points {a} to {b}", "pa.play.victory")


def left(s: PatrolAngis, side: str) -> int:
    """The points of a side's living figures."""
    return sum(f.profile.points for e in s.units if e.side == side for f in e.figures)
