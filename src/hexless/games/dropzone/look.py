"""How a game looks: its scene, its words, what each player sees, and how well one stands."""

from __future__ import annotations

from hexless.kernel import Stream
from hexless.ruleset import Area, Mark, Scene, Token
from hexless.ruleset.verdict import final
from hexless.table import distance

from .behemoths import ZONES
from .deck import DECK, HIDDEN, card_of
from .lines import edge_spot
from .model import CENTRE, INCH, Dropzone, Objective, Profile, Unit, alive_of, outermost
from .turn import points_now

__all__ = ["PHRASES", "guess", "scene", "score", "seats", "view"]

PHRASES = {
    "roll": "{why}: {faces}",
    "musters": "{seat} brings {groups}",
    "zone": "{seat} wins the roll-off and takes zone {zone}",
    "deployed": "{group} begins: {status}",
    "round": "— round {round} —",
    "cards": "{seat} has {hand} cards in hand",
    "card": "{seat} plays {card}",
    "cancelled": "{seat} cancels {card}",
    "discards": "{seat} discards {card}",
    "hand": "{seat} holds {cards}",
    "acts first": "{unit.name} and its squad act first",
    "shakes": "{piece} takes {hits} hits",
    "repaired": "{unit.name} has {points} Damage Points restored",
    "second run": "the transports of {seat} may move twice",
    "one action": "{unit.name} and its squad have one action",
    "overcharged": "{unit.name} and its squad shoot with {energy} more Energy",
    "initiative": "{winner} wins the initiative of round {round}; {first} goes first",
    "activates": "{seat} activates {group}",
    "moves": "{unit.name} moves {inches} inches",
    "flies": "{unit.name} flies {inches} inches",
    "comes on": "{unit.name} comes onto the table",
    "waits": "{unit.name} finds no room and waits",
    "landed": "{unit.name} lands",
    "took off": "{unit.name} takes off",
    "embarks": "{unit.name} and its squad embark on {transport.name}",
    "disembarks": "{unit.name} and its squad get out of {transport.name}",
    "no room to get out": "there is no room for {unit.name} to get out",
    "gets out": "{unit.name} gets out of the wreck",
    "enters": "{unit.name} and its squad enter {piece}",
    "leaves": "{unit.name} and its squad leave {piece}",
    "runs": "{unit.name} and its squad run from {piece}",
    "shifts": "{unit.name} and its squad go to other edges",
    "infiltrates": "{unit.name} and its squad infiltrate",
    "flies high": "{unit.name} has to fly high, and does not shoot this round",
    "leaves the table": "{unit.name} leaves the table, and is In Readiness again",
    "in orbit": "{group} waits in orbit",
    "signals": "{unit.name} and its squad call {behemoth.name} down",
    "dropped": "{unit.name} comes down from orbit",
    "landing": "{unit.name} lands hard: {dice} dice cost {damage} Damage Points",
    "no room to land": "there is no room for {unit.name} to land",
    "wrecked": "{piece} stays where it fell",
    "vanishes": "{piece} is gone",
    "shoots": "{unit.name} fires {weapon} at {target.name}, needing {need}",
    "shoots scenery": "{unit.name} fires {weapon} at {piece}, needing {need}",
    "takes the shots": "{unit.name} takes the shots meant for {target.name}",
    "focused": "{unit.name} keeps {kept} of {hits} hits",
    "close quarters": "{unit.name} attacks {target.name} in close quarters: {hits} hits",
    "damaged": "{unit.name} loses {damage} Damage Points, {left} left",
    "zone damaged": "{unit.name} loses {damage} in {zone}, {left} left",
    "falls": "{unit.name} falls over {inches} inches",
    "crippled": "{unit.name} is crippled: {zone}",
    "hits": "{unit.name} takes {hits} hits of Energy {energy} from {why}",
    "destroyed": "{unit.name} is destroyed",
    "crash": "{unit.name} crashes: {hits} hits",
    "no crash": "{unit.name} is too small to crash",
    "wreck": "{unit.name} was carrying others: {hits} hits on each",
    "tokens": "{piece} has {tokens} Collateral Damage tokens",
    "collateral": "Collateral Damage on {piece}: {tokens} tokens do {damage}",
    "scenery damaged": "{piece} loses {damage} Damage Points, {left} left",
    "collapses": "{piece} collapses",
    "fortitude": "{unit.name} tests Fortitude {fortitude}: {roll}",
    "searches": "{unit.name} searches for {objective} with {bonus}",
    "found": "{objective} is found",
    "scans": "{unit.name} scans",
    "claims": "{unit.name} claims {objective}",
    "drops": "{unit.name} drops {objective}",
    "home": "{unit.name} brings {objective} home",
    "lost": "{objective} is lost",
    "over": "{winner} wins: {why}",
}


def seats(s: Dropzone) -> tuple[str, ...]:
    """The players in seating order."""
    return s.sides


# ---- hidden things


def view(s: Dropzone, seat: str | None) -> Dropzone:
    """Everything but the decks and the other player's cards."""
    if not s.hands:
        return s
    hands = tuple(hand if side == seat else (HIDDEN,) * len(hand) for side, hand in zip(s.sides, s.hands))
    return s.with_(hands=hands, decks=tuple((HIDDEN,) * len(deck) for deck in s.decks))


def guess(s: Dropzone, seat: str | None, stream: Stream) -> Dropzone:
    """Hidden cards dealt from those that are not seen."""
    if not s.hands:
        return s
    hands, decks = [], []
    for hand, deck, spent in zip(s.hands, s.decks, s.spent):
        shown = [*spent, *(name for name in (*hand, *deck) if name != HIDDEN)]
        unseen = stream.shuffled([card.name for card in DECK if card.name not in shown])
        hands.append(tuple(unseen.pop() if name == HIDDEN else name for name in hand))
        decks.append(tuple(unseen.pop() if name == HIDDEN else name for name in deck))
    return s.with_(hands=tuple(hands), decks=tuple(decks))


# ---- the scene


def scene(s: Dropzone) -> Scene:
    """The table to look at."""
    areas = [
        Area(_piece_name(s, i), p.outline, _ground(p.traits), p.height, p.traits)
        for i, p in enumerate(s.terrain.pieces)
    ]
    areas += [Area(f"{side} deploys", z.outline, "zone") for side, z in zip(s.sides, s.mission.zones)]
    marks = tuple(_mark(s, o) for o in s.objectives if not o.gone)
    tokens = tuple(_token(s, i, u) for i, u in enumerate(s.units) if s.units[outermost(s, i)].placed)
    title = f"{s.mission.name}, round {s.round} of {s.mission.rounds}"
    if s.hands:
        title += f", cards in hand: {', '.join(f'{side} {len(hand)}' for side, hand in zip(s.sides, s.hands))}"
    return Scene("in", s.terrain.width, s.terrain.depth, tuple(areas), tokens, marks, title)


def _piece_name(s: Dropzone, piece: int) -> str:
    at, name = s.scenery[piece], s.terrain.pieces[piece].name
    tokens = f", {at.tokens} tokens" if at.tokens else ""
    return f"{name} ({at.dp} DP{tokens})" if at.dp else name


def _ground(traits: tuple[str, ...]) -> str:
    kinds = (
        ("flammable", "wood"), ("garrison", "building"), ("destructible", "wall"), ("exceptional", "road"),
        ("solid", "cliff"), ("impassable", "water"), ("tough", "rough"), ("passable", "field"),
    )  # fmt: skip
    return next((kind for trait, kind in kinds if trait in traits), "rough")


def _mark(s: Dropzone, o: Objective) -> Mark:
    x, y = o.x, o.y
    if o.carrier is not None and (units := alive_of(s, o.carrier)):
        base = s.units[outermost(s, units[0])].base
        x, y = max(0, base.x), max(0, base.y)
    return Mark(f"{o.name}{' (hidden)' if o.hidden else ''}", x, y, "objective", 2 * INCH, o.owner)


def _token(s: Dropzone, unit: int, u: Unit) -> Token:
    top = s.units[outermost(s, unit)].base
    x, y = (top.x, top.y) if u.piece is None else edge_spot(s.terrain, u.piece, u.edge)
    symbol = {"infantry": "infantry", "walker": "mech", "behemoth": "mech", "aircraft": "aircraft"}
    return Token(
        unit, u.name, u.side, x, y, radius=u.base.radius, facing=(u.base.fx, u.base.fy),
        symbol=symbol.get(u.profile.kind, "vehicle"), status=_status(s, u), stats=_stats(u),
        inside=u.aboard if u.aboard is not None else u.piece, gone=not u.alive,
    )  # fmt: skip


def _status(s: Dropzone, u: Unit) -> tuple[str, ...]:
    squad = s.squads[u.squad]
    place = "in the centre" if u.edge == CENTRE else f"at side {u.edge + 1}"
    flags = {
        f"CV {u.cv}": u.cv, "flying": u.flying, "Scan Token": u.scan, "acted": squad.done, place: u.piece is not None,
        "objective": squad.carries is not None, "disembarked": squad.disembarked,
    }  # fmt: skip
    working = [card_of(effect.card).name for effect in s.effects if effect.squad == u.squad]
    return (*(word for word, on in flags.items() if on), *working)


def _stats(u: Unit) -> tuple[tuple[str, str], ...]:
    p = u.profile
    counters = [
        word for word, on in (("A", p.active), (f"P{p.passive}+", p.passive), (f"E+{p.evasion}", p.evasion)) if on
    ]
    rows = [("MV", str(p.mv)), ("CM", ", ".join(counters) or "-"), ("Armour", str(p.armour)), ("DP", str(u.dp))]
    rows += [("Type", p.kind), ("Category", p.category)]
    rows += [("Special", ", ".join(_special(p)))] if _special(p) else []
    rows += [(ZONES[z], str(left)) for z, left in enumerate(u.zones)]
    rows += [(gun.name, _gun(gun.full, gun.countered, gun.shots, gun.accuracy, gun.energy)) for gun in p.guns]
    return tuple(rows)


def _special(p: Profile) -> list[str]:
    """The special rules of a type, as players write them."""
    words = {
        "Access": p.access, "Bloodthirsty": p.bloodthirsty, "Command Centre": p.command_centre,
        f"Dodge {p.dodge}+": p.dodge, f'Fast {p.fast}-{p.mv}"': p.fast, f'Infiltrate {p.infiltrate}"': p.infiltrate,
        "Large": p.large, f'Rapid Insertion {p.insertion}"': p.insertion >= 0, "Rare": p.rare,
        "Resilient": p.resilient, "Scout": p.scout, "Wide": p.wide, "drop-harness": p.harness,
    }  # fmt: skip
    return [word for word, on in words.items() if on]


def _gun(full: int, countered: int, shots: int, accuracy: int, energy: int) -> str:
    ranges = "/".join("∞" if inches < 0 else f'{inches}"' for inches in (full, countered))
    return f"{ranges} {shots}x{f'{accuracy}+' if accuracy else 'auto'} E{energy}"


# ---- how well one stands


def score(s: Dropzone, side: str) -> int:
    """Victory Points first, then what is lost and left, then being where it matters."""
    if s.over is not None:
        return final(s.over, side)
    me = s.sides.index(side)
    vp = points_now(s)
    total = 3000 * (vp[me] - vp[1 - me]) + 12 * (s.kills[me] - s.kills[1 - me])
    for i, u in enumerate(s.units):
        if u.alive:
            total += (1 if u.side == side else -1) * (_worth(u) + _place(s, i, u))
    total += _command(s, me)
    return total + sum((1 if o.owner == side else -1) * 200 for o in s.objectives if o.owner and o.carrier is not None)


def _command(s: Dropzone, me: int) -> int:
    """Cards in hand, and a little more for those that are at work."""
    held = 3 * (len(s.hands[me]) - len(s.hands[1 - me])) if s.hands else 0
    return held + sum(5 if effect.side == s.sides[me] else -5 for effect in s.effects)


def _worth(u: Unit) -> int:
    full = sum(u.profile.zones) or u.profile.dp
    return 10 * u.profile.points * u.dp // full


def _place(s: Dropzone, unit: int, u: Unit) -> int:
    """Nearer to objectives (home, if it carries one), and near enough to an enemy to hit it."""
    top = s.units[outermost(s, unit)]
    if not top.placed:
        return -60
    here, carried = (top.base.x, top.base.y), s.squads[u.squad].carries
    if carried is not None and s.mission.goal == "mobile":
        fx, fy = s.mission.zones[s.sides.index(u.side)].facing
        far = here[1] if fy > 0 else s.terrain.depth - here[1]
        if abs(fx) > abs(fy):
            far = here[0] if fx > 0 else s.terrain.width - here[0]
        return 400 - 8 * far // INCH
    spots = [distance(here, (o.x, o.y)) // INCH for o in s.objectives if not o.gone and o.carrier is None]
    goal = -4 * min(spots) if spots and u.profile.kind not in ("aircraft", "behemoth") else 0
    foes = [distance(here, (v.base.x, v.base.y)) // INCH for v in s.units if v.side != u.side and v.present]
    reach = max((12 if gun.countered < 0 else gun.countered for gun in u.profile.guns if not gun.close), default=6)
    return goal - (max(0, min(foes) - reach) * 2 if foes else 0) + (20 if u.piece is not None else 0)
