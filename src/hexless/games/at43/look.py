"""How a game looks: its scene, its words, what each player sees, and how well a side stands."""

from __future__ import annotations

from hexless.kernel import Stream
from hexless.ruleset import Area, Mark, Scene, Token
from hexless.ruleset.verdict import final
from hexless.table import distance

from .leadership import bid_cap
from .model import AT43, CM, HIDDEN, Activation, Fighter, Unit, enemy_of
from .movement import RUSH
from .shooting import loaded
from .victory import holder

__all__ = ["PHRASES", "guess", "scene", "score", "seats", "view"]

PHRASES = {
    "roll": "{why}: {faces}",
    "placed": "{unit.name} comes into play ({how})",
    "no room": "there is no room for {unit.name}",
    "round": "— round {round} —",
    "pool": "{seat} has {points} Leadership Points",
    "cards": "the cards lie face down: {numbers}",
    "bids": "{seat} puts {points} LP into the Authority test",
    "pays": "{seat} pays {points} LP: {why} ({left} left)",
    "authority": "Authority: {first} against {second}",
    "authority won": "{seat} wins the Authority test",
    "starts": "{seat} activates first",
    "revealed": "the card of {unit.name} is turned up",
    "dead card": "the card of {unit.name} is discarded: the unit is gone",
    "idle": "{unit.name} does nothing",
    "waits": "{unit.name} stays in reserve",
    "rallied": "{unit.name} is valiant again",
    "morale": "{unit.name} tests morale ({test}) and {result}",
    "disorganised": "{unit.name} is disorganised",
    "routs": "{unit.name} is in rout",
    "flees": "{unit.name} runs for its own edge",
    "removed": "{unit.name} leaves the game: {why}",
    "moved": "{unit.name} makes a {move} move",
    "engaged": "{unit.name} and {target.name} are engaged",
    "aims": "{unit.name} aims {weapon} at {target.name}",
    "no target": "{unit.name} has no target for {weapon} any more",
    "salvo": "{unit.name} fires {weapon} at {target.name}: {dice} dice, difference {test}, {impacts} impacts",
    "caught": "in the zone of fire {units} take {impacts} impacts; {rest} are left for the target",
    "damage": "{unit.name} takes {impacts} impacts; {through} cause {damage} damage each",
    "wounded": "a fighter of {unit.name} is wounded, {left} left",
    "killed": "{unit.name} loses {who}; {left} left",
    "eliminated": "{unit.name} is wiped out",
    "new leader": "fighter {fighter} leads {unit.name}",
    "special leader": "the special weapon is the last of {unit.name} and leads it",
    "location": "{unit.name}: {points} on the {part}, {left} left",
    "immobile": "a vehicle of {unit.name} is immobile",
    "ejects": "{who} ejects from {unit.name}",
    "on foot": "{unit.name} goes on on foot",
    "joins": "{who} joins {unit.name}",
    "generator": "{unit.name} fires at {target.name}, which {result}",
    "fights": "{unit.name} attacks {target.name} with {fighters} fighters",
    "strikes": "{unit.name} strikes {target.name} with {weapon}: {impacts} impacts, {through} go through",
    "tactic": "{unit.name} is ordered: {tactic}",
    "overwatch": "{unit.name} fires from Overwatch at {target.name}",
    "objectives": "objectives: {held}",
    "points": "victory points {points}",
    "over": "{winner} wins: {why}",
}


def seats(s: AT43) -> tuple[str, ...]:
    """Blue and red."""
    return s.sides


def view(s: AT43, seat: str | None) -> AT43:
    """Everything lies open but the rows of cards and the sealed bids of the others."""
    rows = [row if side == seat else (HIDDEN,) * len(row) for side, row in zip(s.sides, s.cards)]
    bids = tuple(bid if side == seat else HIDDEN for side, bid in zip(s.sides, s.bids))
    return s.with_(cards=(rows[0], rows[1]), bids=bids)


def guess(s: AT43, seat: str | None, stream: Stream) -> AT43:
    """Which cards lie in a row is known, their order is not; a bid is anything that was allowed."""
    rows = []
    for side, row in zip(s.sides, s.cards):
        cards = [i for i, u in enumerate(s.units) if u.side == side and u.carded]
        rows.append(tuple(stream.shuffled(cards)) if HIDDEN in row else row)
    bids = tuple(stream.between(0, bid_cap(s, side)) if bid == HIDDEN else bid for side, bid in zip(s.sides, s.bids))
    return s.with_(cards=(rows[0], rows[1]), bids=bids)


def scene(s: AT43) -> Scene:
    """The table to look at; the fighters of a unit share its number."""
    areas = [Area(p.name, p.outline, _ground(p.traits), p.height, p.traits) for p in s.terrain.pieces]
    if s.phase == "deploy" or any(u.arrives and not u.placed and u.alive for u in s.units):
        areas += [Area(f"{side} deploys", z.outline, "zone") for side, z in zip(s.sides, s.mission.zones)]
    goals = [(o, "objective") for o in s.mission.objectives] + [(o, "drop point") for o in s.mission.drops]
    marks = tuple(Mark(f"{o.name} ({o.points})", o.x, o.y, kind, 10 * CM, holder(s, o)) for o, kind in goals)
    tokens = [_token(i, u, n) for i, u in enumerate(s.units) if u.placed for n in range(len(u.fighters))]
    title = f"{s.mission.name}, round {s.round} of {s.mission.rounds}: {s.vp[0]} to {s.vp[1]}"
    return Scene("cm", s.terrain.width, s.terrain.depth, tuple(areas), tuple(tokens), marks, title)


def _ground(traits: tuple[str, ...]) -> str:
    return "wall" if "low-wall" in traits else "building"


def _token(unit: int, u: Unit, n: int) -> Token:
    f, b = u.fighters[n], u.fighters[n].base
    head = n == u.leader and f.alive
    symbol = {"strider": "mech", "generator": "building"}.get(u.card.kind, "infantry")
    return Token(
        unit, u.name, u.side, b.x, b.y, radius=b.radius, facing=(b.fx, b.fy), symbol=symbol,
        status=(*_own(u, f, head), *(_shared(u) if head else ())), stats=_stats(u, f),
        gone=u.gone or not (f.alive or f.wreck),
    )  # fmt: skip


def _own(u: Unit, f: Fighter, head: bool) -> list[str]:
    """The signs of one fighter."""
    person = f.person.title if f.person else ""
    flags = {
        "leader": head and u.card.kind != "generator" and len(u.fighters) > 1, person: bool(person),
        "special weapon": f.special, "immobile": f.immobile, "abandoned": f.wreck,
    }  # fmt: skip
    return [word for word, on in flags.items() if on]


def _shared(u: Unit) -> list[str]:
    """The signs of a unit, shown on its leader."""
    flags = {
        "engaged": u.engaged, "overwatch": u.overwatch, "on the deck": u.deck, "in cover": u.covered,
        u.status: u.status != "valiant", "has a card": u.carded,
    }  # fmt: skip
    return [word for word, on in flags.items() if on]


def _stats(u: Unit, f: Fighter) -> tuple[tuple[str, str], ...]:
    c = u.card
    rows = [("Move", str(c.move // CM)), ("Combat", str(c.combat)), ("Protection", str(c.protection))]
    rows += [("Morale", str(c.morale) if c.morale else "none")]
    if f.vehicle:
        rows += [("Frame", str(f.frame)), ("Propulsion", str(f.propulsion))]
    for w in f.weapons:
        a = c.weapons[w]
        lost = " (destroyed)" if f.vehicle and not f.arms[w] else ""
        need = "locked" if a.locked else f"A{a.accuracy}"
        rows.append((a.name, f"{a.rate}/{a.reroll} {need} P{a.penetration} D{a.damage}{lost}"))
    return tuple(rows)


def score(s: AT43, side: str) -> int:
    """How well a side stands: what is left of both armies, points, objectives, and being where it matters."""
    if s.over is not None:
        return final(s.over, side)
    sign = {each: 1 if each == side else -1 for each in s.sides}
    total = sum(sign[each] * 300 * points for each, points in zip(s.sides, s.vp))
    for i, u in enumerate(s.units):
        total += sign[u.side] * (_worth(s, u) + (_place(s, i) if u.here and u.card.move else 0))
    for o in (*s.mission.objectives, *s.mission.drops):
        held = holder(s, o)
        total += sign[held] * 120 * o.points if held else 0
    total += sum(sign[each] * 3 * lp for each, lp in zip(s.sides, s.lp))
    return total + (sign[s[s.active.unit].side] * _promise(s, s.active) if s.active else 0)


def _promise(s: AT43, a: Activation) -> int:
    """What the active unit can still do: worth paying for, and less than doing it."""
    u = s[a.unit]
    if a.stage != "act" or not u.alive:
        return 0
    guns = 0 if a.moved in (RUSH, "dropped") or u.engaged else 10 * len(loaded(u, a.fired))
    return guns + 15 * (not a.moved) + 10 * (not a.fought and u.engaged)


def _worth(s: AT43, u: Unit) -> int:
    """A unit by who is left of it, and the state they are in."""
    if u.gone:
        return 0
    if u.card.kind == "generator":
        return 2500 if u.alive and s.mission.goal == "generators" else 0
    total = sum(_fighter(u, f) for f in u.fighters if f.alive)
    total -= {"valiant": 0, "disorganised": 60, "rout": 200}[u.status] if total else 0
    kept = 200 if s.mission.goal == "kills" and total else 0
    return total + kept + 12 * u.overwatch + 4 * u.covered + 2 * u.deck


def _fighter(u: Unit, f: Fighter) -> int:
    person = 150 + 60 * f.person.commander if f.person else 0
    if f.vehicle:
        return 120 + 90 * f.frame + 40 * f.propulsion + 50 * sum(map(bool, f.arms)) + person
    return {"type-1": 40, "type-2": 60}.get(u.card.kind, 120) + 50 * f.special + person


def _place(s: AT43, unit: int) -> int:
    """Nearer to what the mission is about, and near enough to an enemy to hit it."""
    u = s[unit]
    here = (u.chief.base.x, u.chief.base.y)
    goals = [distance(here, (o.x, o.y)) * 2 // CM for o in s.mission.objectives] if u.card.soldier else []
    foes = [s[i].chief.base for i in s.army(enemy_of(s, u.side)) if s[i].placed]
    near = min((distance(here, (b.x, b.y)) // CM for b in foes), default=0)
    close = 2 if any(w.melee for w in u.card.weapons) else 15
    return -(min(goals) if goals else 0) - max(0, near - close)
