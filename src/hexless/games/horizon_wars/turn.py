"""What the sheet leaves out and no game can do without: deployment, initiative, alternating activations, turn ends."""

from __future__ import annotations

from msgspec.structs import replace

from hexless.kernel import Game, Labels, OneOf, Outcome, d12
from hexless.moves import Place, Placing
from hexless.ruleset.maps import Objective
from hexless.table import Base, Bases

from ._sheet import rule
from .activation import activate
from .model import INCH, Element, HorizonWars, UnitId, beaten, enemy_of, friends
from .movement import price, put

__all__ = ["outcome", "step"]

G = Game[HorizonWars]


def step(g: G) -> None:
    """From one checkpoint to the next: one placement, an initiative roll, one activation, the end of a turn."""
    match g.state.phase:
        case "deploy":
            deploy(g)
        case "reserves":
            reserves(g)
        case "initiative":
            initiative(g)
        case "activate":
            activation(g)
        case _:
            end_turn(g)


def outcome(s: HorizonWars) -> Outcome | None:
    """How the game ended, if it has."""
    return s.over


# ---- deployment


def waiting(s: HorizonWars, side: str, reserves: bool = False) -> list[UnitId]:
    """The elements of a side that are still to be placed: its advance force, or its reserves."""
    return [UnitId(i) for i, e in enumerate(s.units) if e.side == side and not e.placed and e.advance != reserves]


def deploy(g: G) -> None:
    """The sides place one element each in turn, of their choice, until all that start on the table stand there."""
    side = g.state.next
    if not any(e.placed for e in g.state.units):
        weigh_forces(g)
    if not waiting(g.state, side):
        side = enemy_of(g.state, side)
        if not waiting(g.state, side):
            g.set(phase="initiative", turn=1)
            return
    options = waiting(g.state, side)
    labels = tuple(g.state[i].name for i in options)
    ask = OneOf(prompt="deploy", rules=("hw.play.spacing",), options=tuple(options), labels=labels, about="unit")
    put_down(g, g.ask(side, ask))
    g.set(next=enemy_of(g.state, side))


def weigh_forces(g: G) -> None:
    """Say so where one side brings more than half as much again as the other, by P."""
    brings = {side: sum(e.P for e in g.state.units if e.side == side) for side in g.state.sides}
    weak, strong = sorted(brings, key=lambda side: brings[side])
    if 2 * brings[strong] > 3 * brings[weak]:
        g.note("unequal", strong=strong, most=brings[strong], weak=weak, least=brings[weak])


def put_down(g: G, unit: UnitId) -> None:
    """Place one element in its side's zone; where there is no room at all it is lost."""
    s, e = g.state, g.state[unit]
    zone = s.mission.zones[s.sides.index(e.side)]
    others = [other for other in s.units if other.here]
    yard = Placing(
        terrain=s.terrain, base=e.base.facing(*zone.facing), outline=zone.outline, costs=price(s, e),
        others=Bases(_kept_clear(s, e, other) for other in others), names=tuple(other.name for other in others),
        rules={"terrain": "hw.play.terrain", "": "hw.play.spacing"},
    )  # fmt: skip
    if not yard.room:
        g.change(unit, A=0)
        g.note("no room", unit=unit)
        return
    spot = g.ask(e.side, Place(prompt="place", rules=("hw.play.spacing",), unit=unit, ground=yard))
    g.change(unit, placed=True)
    put(g, unit, yard.placed(spot))
    g.note("deployed", unit=unit)


@rule("hw.play.spacing")
def _kept_clear(s: HorizonWars, e: Element, other: Element) -> Base:
    """What nobody may be placed on: a base, and the least gap round it if it is an enemy's."""
    gap_in = s.rulings.min_enemy_gap_in if other.side != e.side else 0
    return replace(other.base, radius=other.base.radius + gap_in * INCH)


def reserves(g: G) -> None:
    """At the start of a turn a side brings on some of its reserves."""
    s = g.state
    for side in s.sides:
        for _ in range(s.mission.reserves_per_turn):
            options = waiting(g.state, side, reserves=True)
            if not options:
                break
            labels = (*(s[i].name for i in options), "nobody")
            ask = OneOf(
                prompt="bring on", rules=("hw.play.victory",), options=(*options, None), labels=labels, about="unit"
            )
            unit = g.ask(side, ask)
            if unit is None:
                break
            put_down(g, unit)
    g.set(phase="initiative")


# ---- the turn


@rule("hw.play.initiative")
def initiative(g: G) -> None:
    """Both sides roll one die; the higher roll chooses who activates first; ties are rolled again."""
    a, b = g.state.sides
    first = second = 0
    while first == second:
        first = g.sum(d12(), f"initiative {a}") + presence(g.state, a)
        second = g.sum(d12(), f"initiative {b}") + presence(g.state, b)
    winner = chooser(g.state, a if first > second else b)
    ask = OneOf(prompt="who goes first", rules=g.cites, options=(winner, enemy_of(g.state, winner)), about="seat")
    starter = g.ask(winner, ask)
    g.note("initiative", winner=winner, first=starter, turn=g.state.turn)
    g.set(phase="activate", next=starter)


def presence(s: HorizonWars, side: str) -> int:
    """The command element's P, where the ruling adds it."""
    if s.rulings.initiative == "d12":
        return 0
    return sum(e.P for e in s.units if e.side == side and e.chq and e.here)


def chooser(s: HorizonWars, winner: str) -> str:
    """Who decides on the order: the winner of the roll, unless it alone lost its command and the ruling minds."""
    if s.rulings.chq_loss_effect == "none":
        return winner
    led = {e.side: True for e in s.units if e.chq and e.alive}
    other = enemy_of(s, winner)
    return other if other in led and winner not in led else winner


def ready(s: HorizonWars, side: str) -> list[UnitId]:
    """The elements of a side that have not been activated this turn."""
    units = s.units
    return [i for i in friends(s, side) if not units[i].activated]


@rule("hw.play.alternate")
def activation(g: G) -> None:
    """The sides activate one element each in turn; one that has none left is skipped."""
    side = g.state.next
    options = ready(g.state, side)
    if not options:
        side = enemy_of(g.state, side)
        options = ready(g.state, side)
    if not options:
        g.set(phase="end")
        return
    units = g.state.units
    labels = Labels(options, lambda i: units[i].name)
    unit = g.ask(side, OneOf(prompt="activate", rules=g.cites, options=tuple(options), labels=labels, about="unit"))
    activate(g, unit)
    g.set(next=enemy_of(g.state, side), phase="end" if beaten(g.state) else "activate")


@rule("hw.play.turn-end")
def end_turn(g: G) -> None:
    """The turn is over when every element has activated: score, test for victory, and begin the next."""
    score_objectives(g)
    over = verdict(g)
    if over:
        g.note("over", winner=over.winner or "nobody", why=over.why)
        g.set(over=over)
        return
    fresh = g.state.rulings.reaction_expiry == "end_of_turn"
    lapsed = {"reactions": 0, "done": ()} if fresh else {}
    units = tuple(e.with_(activated=False, **lapsed) for e in g.state.units)
    g.set(units=units, turn=g.state.turn + 1, phase="reserves" if g.state.mission.reserves_per_turn else "initiative")
    g.note("turn", turn=g.state.turn)


# ---- victory


def effective(s: HorizonWars, side: str) -> list[Element]:
    """The elements of a side that are on the table and able to fight."""
    return [e for e in s.units if e.side == side and e.effective]


def holder(s: HorizonWars, o: Objective) -> str | None:
    """The side that alone has an effective element near an objective."""
    near = {e.side: True for e in s.units if _near(s, e, o) and e.effective}
    return next(iter(near)) if len(near) == 1 else None


def _near(s: HorizonWars, e: Element, o: Objective) -> bool:
    dx, dy, far = e.base.x - o.x, e.base.y - o.y, s.mission.reach + e.base.radius
    return dx * dx + dy * dy <= far * far


def score_objectives(g: G) -> None:
    """Objectives give their points at the end of every turn, or of the last one."""
    s = g.state
    if s.mission.goal != "objectives" or not (s.mission.every_turn or s.turn >= s.mission.turns):
        return
    held = [(holder(s, o), o) for o in s.mission.objectives]
    gains = tuple(sum(o.points for side, o in held if side == each) for each in s.sides)
    g.set(points=(s.points[0] + gains[0], s.points[1] + gains[1]))
    g.note("objectives", points=g.state.points, held=tuple(f"{o.name}: {side or 'nobody'}" for side, o in held))


@rule("hw.play.victory")
def verdict(g: G) -> Outcome | None:
    """Whether the game ends with this turn, and how."""
    s = g.state
    if lost := beaten(s):
        winner = enemy_of(s, lost[0]) if len(lost) == 1 else None
        return Outcome(winner, "the enemy is destroyed" if winner else "both sides are destroyed", "hw.play.victory")
    if s.mission.goal == "attack":
        return attack_verdict(s)
    if s.turn < s.mission.turns:
        return None
    a, b = s.points
    winner = None if a == b else s.sides[a < b]
    return Outcome(winner, f"objectives {a} to {b}", "hw.play.victory")


def attack_verdict(s: HorizonWars) -> Outcome | None:
    """Deliberate Attack: the defender keeps more than 2 effective elements, or builds up to twice his advance force."""
    attacker, defender = s.sides
    able = effective(s, defender)
    if s.turn > 1 and len(able) <= 2:
        return Outcome(attacker, f"the defender has {len(able)} effective elements", "hw.play.victory")
    if len(able) >= 4 and sum(e.P for e in able) >= 2 * s.mission.advance_presence:
        return Outcome(defender, "the defender has built up his force", "hw.play.victory")
    if s.turn >= s.mission.turns:
        return Outcome(defender, "the attack has run out of time", "hw.play.victory")
    return None
