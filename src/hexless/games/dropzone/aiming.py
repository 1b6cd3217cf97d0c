"""Aiming: which weapons may shoot at what. Nothing here changes anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from hexless.kernel import Total, Value
from hexless.table import Terrain, crossing

from ._sheet import rule
from .accuracy import accuracy, bodies_of, look, scenery_accuracy, sees
from .damage import least_of
from .deck import card_of, in_force
from .lines import TOUCH, apart, centre_of, in_arc, in_contact, off, piece_seen, touches
from .model import CENTRE, INCH, Dropzone, Gun, SquadId, Unit, alive_of, foes_of, squads_in
from .unit_types import coherency_rule, cripples

# fmt: off
__all__ = [
    "Fault",
    "Salvo",
    "Shot",
    "against",
    "automatic",
    "blades",
    "blocked_by",
    "can_hit",
    "can_shoot",
    "close_targets",
    "combined",
    "fault",
    "idle",
    "loaded",
    "measured",
    "pieces_for",
    "reach_of",
    "ready",
    "shots_of",
    "substitutes",
    "targets_of",
]
# fmt: on

Fault = tuple[str, str]
UNSEEN = ("there is no line of sight", "")
NEAR = 4  # ticks: distances are whole numbers

AT_WORK = {
    "alt": "alternate", "area": "area", "articulated": "articulated", "ignores": "cover", "destroyer": "destroyer",
    "devastator": "devastator", "flame": "flame", "focus": "focus", "indirect": "indirect", "limited": "limited",
    "penetrative": "penetrative", "reduced": "reduced", "strafe": "strafe", "structural": "structural",
    "tech_killer": "tech-killer",
}  # fmt: skip
ON_SHOOTER = ("walking-fire", "weak-seams", "needle-rounds", "overcharged-cells")
ON_TARGET = ("flare-screen", "glancing-angles")


class Shot(Value, frozen=True):
    """One weapon's shots, allocated: at a unit (and a Behemoth's zone) or at a piece of scenery."""

    unit: int
    gun: int
    target: int | None = None
    piece: int | None = None
    zone: int = 0
    combined: bool = False


class Salvo(Value, frozen=True, cache_hash=True):
    """One weapon's shots as they are rolled, measured before any die of the squad falls."""

    unit: int
    gun: Gun  # as it shoots now: loaded, combined
    shots: int
    need: Total
    target: int = -1
    piece: int | None = None
    zone: int = 0
    again: bool = False  # misses are rolled again
    sure: bool = False  # it hits without a roll
    rules: tuple[str, ...] = ()

    @property
    def least(self) -> int:
        """The lowest face that hits; 0: no die is rolled."""
        return 0 if self.sure else least_of(self.need.value)


# ---- what a weapon has


@rule("dz.play.weapon-reduced", "dz.play.weapon-structural")
def shots_of(u: Unit, gun: Gun) -> int:
    """Reduced-n: n Shots fewer for each Damage Point lost; a crippled Behemoth has fewer, but of Structural weapons."""
    if u.zones:
        return gun.shots if gun.structural else max(1, gun.shots - cripples(u, 2))
    return max(0, gun.shots - gun.reduced * (u.profile.dp - u.dp))


@rule("dz.play.weapon-reduced")
def combined(u: Unit, gun: Gun) -> Gun:
    """One Shot with +1 Energy for each Shot given up, at most 9; it gains AA with both ranges at 6 inches."""
    energy = max(gun.energy, min(9, gun.energy + shots_of(u, gun) - 1))
    return gun.with_(shots=1, reduced=0, energy=energy, aa=max(0, gun.aa))


@rule("dz.cards.needle-rounds")
def loaded(s: Dropzone, unit: int, gun: Gun) -> Gun:
    """Needle Rounds make every weapon Penetrative."""
    return gun.with_(penetrative=True) if in_force(s, "needle-rounds", s.units[unit].squad) else gun


# ---- who may shoot


@rule("dz.shooting.move-and-fire", "dz.play.weapon-alternate", "dz.play.weapon-limited", "dz.play.transport-shooting")
def idle(s: Dropzone, unit: int, gun: int) -> Fault | None:
    """Why a weapon may not shoot at all now."""
    u, profile = s.units[unit], s.units[unit].profile.guns[gun]
    if gun in u.fired:
        return f"{profile.name} has shot this round", "dz.actions.no-repeat"
    if s.squads[u.squad].embarked:
        return "it embarked this round", "dz.play.transport-shooting"
    if profile.mf >= 0 and u.moved is not None and (u.moved > profile.mf * INCH or profile.mf == 0):
        return f"it moved further than {profile.mf} inches", "dz.shooting.move-and-fire"
    if profile.alt and any(u.profile.guns[k].alt == profile.alt for k in u.fired):
        return "another profile of it has shot", "dz.play.weapon-alternate"
    if profile.limited and u.used.count(gun) >= profile.limited:
        return f"{profile.name} is used up", "dz.play.weapon-limited"
    if shots_of(u, profile) <= 0:
        return f"{profile.name} has no shots left", "dz.play.weapon-reduced"
    return None


def ready(s: Dropzone, unit: int, gun: int) -> bool:
    """Whether a weapon may shoot at all now."""
    return idle(s, unit, gun) is None


# ---- at what


@rule("dz.shooting.range", "dz.play.active-countermeasures")
def reach_of(gun: Gun, t: Unit) -> int:
    """R(C) against Active Countermeasures, R(F) against any other, in ticks; -1 is the whole table."""
    inches = gun.countered if t.profile.active else gun.full
    return inches * INCH if inches >= 0 else -1


@rule(
    "dz.shooting.contact-in-range",
    "dz.shooting.close-quarters-same-garrison",
    "dz.play.aircraft-targets",
    "dz.garrisons.edge-shoots-out",
    "dz.garrisons.edge-shot-at",
    "dz.garrisons.centre-flame-only",
)
def fault(s: Dropzone, unit: int, gun: Gun, target: int) -> Fault | None:
    """Why a weapon may not shoot at a unit: the first rule against it."""
    found = against(s, s.units[unit], gun, s.units[target])
    return (found[0], blocked_by(s, unit, target)) if found == UNSEEN else found


def can_hit(s: Dropzone, unit: int, gun: Gun, target: int) -> bool:
    """Whether nothing speaks against it."""
    return against(s, s.units[unit], gun, s.units[target]) is None


def against(s: Dropzone, u: Unit, gun: Gun, t: Unit) -> Fault | None:
    """What speaks against it, for units as they are or would be; which rule takes the line of sight is left open."""
    if gun.close:
        return "it is for use inside a garrison", "dz.shooting.close-quarters-same-garrison"
    if t.side == u.side or not t.present:
        return "it is not an enemy on the table", "dz.shooting.range"
    if t.piece is not None and t.piece == u.piece:
        return "it is in the same garrison", "dz.garrisons.close-quarters-inside-only"
    if u.piece is not None and u.edge == CENTRE:
        return "from the centre of a garrison nobody shoots out", "dz.garrisons.edge-shoots-out"
    if t.piece is not None and t.edge == CENTRE and not gun.flame:
        return "it is in the centre of a garrison", "dz.garrisons.centre-flame-only"
    if t.flying and gun.aa < 0 and not in_force(s, "guns-to-the-sky", u.squad):
        return "it is in the air", "dz.play.aircraft-targets"
    if t.flying and s.squads[u.squad].aerial:
        return "the shooter came by air this round", "dz.play.transport-shooting"
    reach = reach_of(gun, t)
    if 0 <= reach < far_to(s, u, gun, t) and not in_contact(u, t):
        return "it is out of range", "dz.shooting.range"
    if not in_arc(u, gun, (t.base.x, t.base.y)):
        return "it is out of arc", "dz.shooting.arc"
    if not gun.indirect and not sees(s, u, gun, t):
        return UNSEEN
    return None


def far_to(s: Dropzone, u: Unit, gun: Gun, t: Unit) -> int:
    """How far a target is: a Behemoth to anywhere within its spread, a Flame weapon's to the nearest edge."""
    if t.zones:
        return max(0, apart(s, u, t) - t.profile.spread * INCH)
    if t.piece is None or not gun.flame:
        return apart(s, u, t)
    return min(apart(s, u, body) for body in bodies_of(s, gun, t))


def blocked_by(s: Dropzone, unit: int, target: int) -> str:
    """The rule that takes the line of sight away: Solid scenery, or other units."""
    a, b = s.units[unit].base, s.units[target].base
    solid = crossing(s.terrain, (a.x, a.y), (b.x, b.y), "solid").spans
    return "dz.scenery.solid-line-of-sight" if solid else "dz.play.line-of-sight"


@rule("dz.scenery.destructible-target", "dz.play.weapon-tech-killer")
def pieces_for(s: Dropzone, unit: int, gun: Gun) -> list[int]:
    """The Destructible scenery that a weapon reaches and sees; a Tech Killer cannot damage any."""
    return list(_pieces(s.terrain, _standing(s, s.units[unit], gun), s.units[unit], gun))


def _standing(s: Dropzone, u: Unit, gun: Gun) -> tuple[int, ...]:
    """The scenery that a weapon could be fired at, wherever it is."""
    if gun.close or gun.tech_killer or (u.piece is not None and u.edge == CENTRE):
        return ()
    return tuple([p for p, piece in enumerate(s.scenery) if piece.dp and p != u.piece])


@lru_cache(maxsize=1 << 10)
def _pieces(terrain: Terrain, standing: tuple[int, ...], u: Unit, gun: Gun) -> tuple[int, ...]:
    return tuple([p for p in _reached(terrain, standing, u, gun) if _piece_fits(terrain, u, gun, p)])


def _reached(terrain: Terrain, standing: Sequence[int], u: Unit, gun: Gun) -> Sequence[int]:
    """Those that could be in range or contact; a piece is inside the circle about its middle that holds it."""
    if gun.full < 0 or u.piece is not None:
        return standing
    x, y, far, touch = u.base.x, u.base.y, gun.full * INCH + 1, u.base.radius + TOUCH
    circles = [(p, *terrain.circle(p)) for p in standing]
    return [p for p, cx, cy, r in circles if (cx - x) ** 2 + (cy - y) ** 2 <= max(far, r + touch) ** 2]


def _piece_fits(terrain: Terrain, u: Unit, gun: Gun, piece: int) -> bool:
    at = centre_of(terrain, piece)
    far = off(terrain, u, at)
    if 0 <= gun.full * INCH < far and not (u.here and touches(terrain, u.base, piece)):
        return False
    if not in_arc(u, gun, at):
        return False
    return gun.indirect or piece_seen(terrain, u, piece, gun.articulated)


def targets_of(s: Dropzone, unit: int, gun: Gun) -> list[int]:
    """The enemies that a weapon may shoot at."""
    return list(_targets(s, unit, gun))


@lru_cache(maxsize=1 << 9)
def _targets(s: Dropzone, unit: int, gun: Gun) -> tuple[int, ...]:
    return tuple(_each_target(s, unit, gun))


def _each_target(s: Dropzone, unit: int, gun: Gun) -> Iterator[int]:
    """One target after the other; who only wants to know whether there is any does not look further."""
    foes = foes_of(s, s.units[unit].side)
    yield from (t for t in _about(s, unit, gun, foes) if can_hit(s, unit, gun, t))
    if gun.reduced and gun.aa < 0 and not gun.close and shots_of(s.units[unit], gun) > 1:
        low = gun.with_(aa=0, full=6, countered=6)
        yield from (t for t in foes if s.units[t].flying and can_hit(s, unit, low, t))


def _about(s: Dropzone, unit: int, gun: Gun, foes: list[int]) -> list[int]:
    """Those that could be in range or contact: one in a garrison is somewhere in the circle that holds the piece."""
    if min(gun.full, gun.countered) < 0:
        return foes
    u, units, circle = s.units[unit], s.units, s.terrain.circle
    x, y, own = (u.base.x, u.base.y, 0) if u.piece is None else circle(u.piece)
    full, countered, touch = gun.full * INCH + own + NEAR, gun.countered * INCH + own + NEAR, u.base.radius + TOUCH
    found = []
    for t in foes:
        v = units[t]
        b, far = v.base, countered if v.profile.active else full
        if v.piece is not None:
            cx, cy, r = circle(v.piece)
            near = (cx - x) ** 2 + (cy - y) ** 2 <= (far + r) ** 2
        else:
            far = max(far + v.profile.spread * INCH if v.zones else far, touch + b.radius)
            near = (b.x - x) ** 2 + (b.y - y) ** 2 <= far * far
        if near:
            found.append(t)
    return found


def can_shoot(s: Dropzone, squad: SquadId) -> bool:
    """Whether a squad has anything to shoot at."""
    if close_targets(s, squad):
        return True
    for unit in alive_of(s, squad):
        if not s.units[unit].present:
            continue
        for k, gun in enumerate(s.units[unit].profile.guns):
            if not gun.close and ready(s, unit, k) and _has_target(s, unit, gun):
                return True
    return False


def _has_target(s: Dropzone, unit: int, gun: Gun) -> bool:
    """Whether a weapon has any target; scenery first, which nobody hides and which does not move."""
    u = s.units[unit]
    if any(_piece_fits(s.terrain, u, gun, p) for p in _reached(s.terrain, _standing(s, u, gun), u, gun)):
        return True
    return next(_each_target(s, unit, gun), None) is not None


# ---- inside a garrison


def close_targets(s: Dropzone, squad: SquadId) -> list[int]:
    """The enemy squads that Close Quarters weapons reach: those in the same garrison."""
    units = alive_of(s, squad)
    if not units or s.units[units[0]].piece is None or not any(blades(s, i) for i in units):
        return []
    piece = s.units[units[0]].piece
    return [q for q in squads_in(s, piece or 0) if s.squads[q].side != s.squads[squad].side]


def blades(s: Dropzone, unit: int) -> list[int]:
    """The Close Quarters weapons that may be used now."""
    guns = s.units[unit].profile.guns
    return [k for k, gun in enumerate(guns) if gun.close and ready(s, unit, k)]


def substitutes(s: Dropzone, shot: Shot, target: int) -> list[int]:
    """The other valid targets in the squad; no Hull Down unit, unless the commander's is too."""
    t, gun = s.units[target], s.units[shot.unit].profile.guns[shot.gun]
    hidden = look(s, shot.unit, gun, target).hull_down
    return [
        i
        for i in s.squads[t.squad].units
        if i != target
        and s.units[i].present
        and can_hit(s, shot.unit, gun, i)
        and (hidden or not look(s, shot.unit, gun, i).hull_down)
    ]


# ---- measured


@lru_cache(maxsize=1 << 8)
def measured(s: Dropzone, shot: Shot, *, reaction: bool = False) -> Salvo:
    """What a weapon's shots need, and all the rules that are at work on them."""
    u = s.units[shot.unit]
    gun = loaded(s, shot.unit, u.profile.guns[shot.gun])
    gun = combined(u, gun) if shot.combined else gun
    salvo = Salvo(shot.unit, gun, shots_of(u, gun), Total(0), zone=shot.zone, again=walking(s, u.squad))
    salvo = salvo.with_(sure=automatic(s, gun))
    if shot.piece is not None:
        return salvo.with_(need=scenery_accuracy(s, shot.unit, gun, shot.piece), piece=shot.piece, rules=at_work(gun))
    target = -1 if shot.target is None else shot.target
    need = accuracy(s, shot.unit, gun, target, reaction=reaction)
    return salvo.with_(need=need, target=target, rules=_rules(s, shot.unit, gun, target, need))


@rule("dz.garrisons.automatic-hit")
def automatic(s: Dropzone, gun: Gun) -> bool:
    """An Accuracy of dash or 0 hits without a roll."""
    return gun.accuracy < 0 or (gun.accuracy == 0 and s.rulings.accuracy_zero == "automatic")


@rule("dz.cards.walking-fire")
def walking(s: Dropzone, squad: SquadId) -> bool:
    """Misses are rolled again."""
    return in_force(s, "walking-fire", squad) is not None


@rule("dz.play.weapon-articulated", "dz.play.weapon-alternate", "dz.play.weapon-limited", "dz.play.weapon-indirect")
def at_work(gun: Gun) -> tuple[str, ...]:
    """The rules of a weapon that shoots."""
    return tuple([f"dz.play.weapon-{name}" for field, name in AT_WORK.items() if getattr(gun, field)])


def _rules(s: Dropzone, unit: int, gun: Gun, target: int, need: Total) -> tuple[str, ...]:
    """The rules by which a unit shoots at another."""
    u, t = s.units[unit], s.units[target]
    cards = [slug for slug in ON_SHOOTER if in_force(s, slug, u.squad)]
    cards += [slug for slug in ON_TARGET if in_force(s, slug, t.squad)]
    edge = "dz.garrisons.edge-shot-at" if t.edge != CENTRE else "dz.garrisons.centre-flame-only"
    said = {
        coherency_rule(u.profile.kind): True,
        "dz.shooting.contact-in-range": in_contact(u, t),
        "dz.shooting.move-and-fire": gun.mf >= 0,
        "dz.play.active-countermeasures": t.profile.active,
        "dz.play.unit-large": t.profile.large or bool(t.zones),
        "dz.play.unit-scout": gun.indirect and look(s, unit, gun, target).spotted,
        "dz.play.aircraft-targets": t.flying,
        "dz.garrisons.edge-shoots-out": u.piece is not None,
        edge: t.piece is not None,
        "dz.play.hull-down": "dz.accuracy.hull-down" in need.rules,
        "dz.scenery.soft-cover": "dz.accuracy.soft-cover" in need.rules,
    }
    return (*at_work(gun), *(card_of(slug).rule for slug in cards), *(rule for rule, on in said.items() if on))
