"""Shooting: which weapons may shoot at what, the allocation of all shots, and then the dice."""

from __future__ import annotations

from functools import lru_cache

from hexless.kernel import Game, OneOf, Refusal, Total, Value, chance, d6
from hexless.table import crossing

from . import behemoths, card_effects, commanders, garrisons, scenery, weapons
from ._sheet import rule
from .accuracy import accuracy, bodies_of, look, scenery_accuracy
from .deck import in_force
from .lines import apart, centre_of, eyes_of, in_arc, in_contact, near_piece, piece_seen
from .model import CENTRE, INCH, Dropzone, Gun, Unit, alive_of, change_squad, foes_of
from .unit_types import coherency_rule

__all__ = ["Shot", "can_hit", "can_shoot", "fault", "ready", "shoot", "spend", "volley", "volley_at"]

G = Game[Dropzone]
Fault = tuple[str, str]


class Shot(Value, frozen=True):
    """One weapon's shots, allocated: at a unit (and a Behemoth's zone) or at a piece of scenery."""

    unit: int
    gun: int
    target: int | None = None
    piece: int | None = None
    zone: int = 0
    combined: bool = False


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
    if weapons.shots_of(u, profile) <= 0:
        return f"{profile.name} has no shots left", "dz.play.weapon-reduced"
    return None


def ready(s: Dropzone, unit: int, gun: int) -> bool:
    """Whether a weapon may shoot at all now."""
    return idle(s, unit, gun) is None


def spend(g: G, unit: int, gun: int) -> None:
    """A weapon has shot."""
    u = g.state[unit]
    g.change(unit, fired=(*u.fired, gun), used=(*u.used, gun) if u.profile.guns[gun].limited else u.used)


# ---- at what


@rule("dz.shooting.range", "dz.play.active-countermeasures")
def reach_of(s: Dropzone, gun: Gun, target: int) -> int:
    """R(C) against Active Countermeasures, R(F) against any other, in ticks; -1 is the whole table."""
    inches = gun.countered if s.units[target].profile.active else gun.full
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
    u, t = s.units[unit], s.units[target]
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
    reach = reach_of(s, gun, target)
    if 0 <= reach < far_to(s, u, gun, t) and not in_contact(u, t):
        return "it is out of range", "dz.shooting.range"
    if not in_arc(u, gun, (t.base.x, t.base.y)):
        return "it is out of arc", "dz.shooting.arc"
    if not gun.indirect and not look(s, unit, gun, target).clear:
        return "there is no line of sight", blocked_by(s, unit, target)
    return None


def far_to(s: Dropzone, u: Unit, gun: Gun, t: Unit) -> int:
    """How far a target is: a Behemoth to anywhere within its spread, a Flame weapon's to the nearest edge."""
    if t.zones:
        return max(0, apart(s, u, t) - t.profile.spread * INCH)
    return min(apart(s, u, body) for body in bodies_of(s, gun, t))


def blocked_by(s: Dropzone, unit: int, target: int) -> str:
    """The rule that takes the line of sight away: Solid scenery, or other units."""
    a, b = s.units[unit].base, s.units[target].base
    solid = crossing(s.terrain, (a.x, a.y), (b.x, b.y), "solid").spans
    return "dz.scenery.solid-line-of-sight" if solid else "dz.play.line-of-sight"


def can_hit(s: Dropzone, unit: int, gun: Gun, target: int) -> bool:
    """Whether nothing speaks against it."""
    return fault(s, unit, gun, target) is None


@rule("dz.scenery.destructible-target", "dz.play.weapon-tech-killer")
def pieces_for(s: Dropzone, unit: int, gun: Gun) -> list[int]:
    """The Destructible scenery that a weapon reaches and sees; a Tech Killer cannot damage any."""
    u = s.units[unit]
    if gun.close or gun.tech_killer or (u.piece is not None and u.edge == CENTRE):
        return []
    return list(_pieces(s, unit, gun))


@lru_cache(maxsize=1 << 12)
def _pieces(s: Dropzone, unit: int, gun: Gun) -> tuple[int, ...]:
    own = s.units[unit].piece
    return tuple(p for p, piece in enumerate(s.scenery) if piece.dp and p != own and _piece_fits(s, unit, gun, p))


def _piece_fits(s: Dropzone, unit: int, gun: Gun, piece: int) -> bool:
    u = s.units[unit]
    x, y, _ = eyes_of(s, u)[0]
    far = near_piece(s.terrain, u.base.at(x, y), piece)
    if 0 <= gun.full * INCH < far or not in_arc(u, gun, centre_of(s.terrain, piece)):
        return False
    return gun.indirect or piece_seen(s, u, piece, gun.articulated)


def targets_of(s: Dropzone, unit: int, gun: Gun) -> list[int]:
    """The enemies that a weapon may shoot at."""
    return list(_targets(s, unit, gun))


@lru_cache(maxsize=1 << 12)
def _targets(s: Dropzone, unit: int, gun: Gun) -> tuple[int, ...]:
    foes = foes_of(s, s.units[unit].side)
    found = [t for t in foes if can_hit(s, unit, gun, t)]
    if gun.reduced and gun.aa < 0 and not gun.close and weapons.shots_of(s.units[unit], gun) > 1:
        low = gun.with_(aa=0, full=6, countered=6)
        found += [t for t in foes if s.units[t].flying and can_hit(s, unit, low, t)]
    return tuple(found)


def can_shoot(s: Dropzone, squad: int) -> bool:
    """Whether a squad has anything to shoot at."""
    if garrisons.close_targets(s, squad):
        return True
    for unit in alive_of(s, squad):
        if not s.units[unit].present:
            continue
        for k, gun in enumerate(s.units[unit].profile.guns):
            if not gun.close and ready(s, unit, k) and (targets_of(s, unit, gun) or pieces_for(s, unit, gun)):
                return True
    return False


# ---- the action


@rule("dz.shooting.allocate-first")
def shoot(g: G, squad: int) -> None:
    """All shots are allocated first; then they are rolled; then collateral damage in occupied garrisons."""
    if garrisons.close_targets(g.state, squad) and garrisons.close_quarters(g, squad):
        return
    shots: list[Shot] = []
    for unit in alive_of(g.state, squad):
        for k in range(len(g.state[unit].profile.guns)):
            shots += allocate(g, unit, k)
    shots = [commanders.moved(g, shot) for shot in shots]
    before = g.state.scenery
    if shots and g.state.hands:
        aimed_at = dict.fromkeys(g.state[shot.target].squad for shot in shots if shot.target is not None)
        card_effects.shots_declared(g, squad, tuple(aimed_at))
    for shot in shots:
        resolve(g, shot)
    garrisons.immediate(g, before)


@rule("dz.shooting.arc", "dz.shooting.range", "dz.play.arcs", "dz.play.measuring", "dz.play.line-of-sight")
def allocate(g: G, unit: int, gun: int) -> list[Shot]:
    """Where one weapon's shots go; all shots of one weapon go at the same target, but for Strafe."""
    s, profile = g.state, g.state[unit].profile.guns[gun]
    if profile.close or not s[unit].present or not ready(s, unit, gun):
        return []
    if profile.tech_killer:
        g.cite("dz.play.weapon-tech-killer")
    choice = ask_target(g, unit, gun, targets_of(s, unit, profile), pieces_for(s, unit, profile), "hold fire")
    if choice is None:
        return []
    spend(g, unit, gun)
    if isinstance(choice, str):
        shot = Shot(unit, gun, piece=int(choice.split()[1]))
        return [shot.with_(combined=weapons.combines(g, shot))]
    shot = Shot(unit, gun, choice, zone=behemoths.pick_zone(g, s[unit].side, choice) if s[choice].zones else 0)
    shot = shot.with_(combined=weapons.combines(g, shot))
    return [shot, *weapons.strafed(g, shot)]


def ask_target(g: G, unit: int, gun: int, units: list[int], pieces: list[int], no: str) -> int | str | None:
    """A unit, a piece of scenery, or nothing; what is not offered is refused with its rule."""
    s, profile = g.state, g.state[unit].profile.guns[gun]
    if not units and not pieces:
        return None
    scenery_too = ("scenery",) if pieces else ()
    labels = (*(s[t].name for t in units), *scenery_too, no)

    def why(answer: object) -> Refusal | None:
        if isinstance(answer, int) and 0 <= answer < len(s.units):
            found = fault(s, unit, profile, answer)
            return Refusal(f"{s[answer].name}: {found[0]}", found[1], _line(s, unit, answer)) if found else None
        return None

    prompt = f"{s[unit].name} fires {profile.name} at"
    options = (*units, *scenery_too, None)
    ask = OneOf(
        prompt=prompt,
        rules=g.cites[:5],
        options=options,
        labels=labels,
        about="target",
        by=unit,
        why=why,
    )
    choice: int | str | None = g.ask(s[unit].side, ask)
    return ask_piece(g, unit, pieces) if choice == "scenery" else choice


def _line(s: Dropzone, unit: int, target: int) -> dict[str, object]:
    """From centre to centre, as far as the table goes."""
    a, b = s.units[unit].base, s.units[target].base
    return {"line": ((a.x, a.y), (b.x, b.y)), "what": "target"} if s.units[target].present else {}


def ask_piece(g: G, unit: int, pieces: list[int]) -> str:
    """Which piece of scenery."""
    s, keys = g.state, tuple(f"piece {p}" for p in pieces)
    if len(keys) == 1:
        return keys[0]
    labels = tuple(s.terrain.pieces[p].name for p in pieces)
    rules = ("dz.scenery.destructible-target",)
    return str(
        g.ask(
            s[unit].side, OneOf(prompt="which piece", rules=rules, options=keys, labels=labels, about="area", by=unit)
        )
    )


# ---- the dice


@rule("dz.shooting.roll-to-hit", "dz.play.natural-one-and-six")
@chance()
def volley(g: G, shots: int, need: int) -> int:
    """A die a shot: at the modified Accuracy or more hits; a 1 never does, a 6 always."""
    return g.count(d6(shots), min(6, max(2, need)), "to hit")


def resolve(g: G, shot: Shot) -> None:
    """Roll one weapon's allocated shots."""
    u = g.state[shot.unit]
    gun = card_effects.loaded(g.state, shot.unit, u.profile.guns[shot.gun])
    gun = weapons.combined(u, gun) if shot.combined else gun
    if shot.piece is not None:
        if g.state.scenery[shot.piece].dp:
            scenery.shot_at(g, shot.unit, gun, shot.piece, scenery_accuracy(g.state, shot.unit, gun, shot.piece))
        return
    target = shot.target
    if target is None or not g.state[target].present:
        return
    need = accuracy(g.state, shot.unit, gun, target)
    volley_at(g, shot.unit, gun, target, need, shot.zone)


def volley_at(g: G, unit: int, gun: Gun, target: int, need: Total, zone: int = 0) -> None:
    """Shots at a unit: to hit, then whatever the weapon does with its hits."""
    announce(g, unit, gun, target, need)
    weapons.burn(g, gun, g.state[target].piece)
    big = bool(g.state[target].zones)
    if gun.area and not big:
        weapons.blast(g, unit, gun, target, need.value)
    elif gun.destroyer and (not big or g.state.rulings.behemoth_special_rules):
        weapons.annihilate(g, unit, gun, target, need.value, zone)
    else:
        hits, shots = to_hit(g, unit, gun, need.value)
        weapons.strike(g, unit, gun, target, hits, zone)
        if gun.flame and shots > hits:
            weapons.stray_flames(g, unit, gun, target, shots - hits)


def to_hit(g: G, unit: int, gun: Gun, need: int) -> tuple[int, int]:
    """Hits and shots; an Accuracy of dash or 0 hits automatically."""
    shots = weapons.shots_of(g.state[unit], gun)
    if gun.accuracy == 0 and g.state.rulings.accuracy_zero == "automatic":
        garrisons.automatic_hits(g)
        return shots, shots
    hits = g.call(volley, shots, need)
    if in_force(g.state, "walking-fire", g.state[unit].squad):
        hits += card_effects.second_try(g, shots - hits, need)
    return hits, shots


@rule("dz.shooting.roll-to-hit", "dz.play.measuring")
def announce(g: G, unit: int, gun: Gun, target: int, need: Total) -> None:
    """Say who shoots at whom, and by which rules."""
    s = g.state
    u, t = s[unit], s[target]
    g.cite(*weapons.at_work(gun), *card_effects.at_work(s, unit, target))
    g.cite(coherency_rule(u.profile.kind))
    if in_contact(u, t):
        g.cite("dz.shooting.contact-in-range")
    if gun.mf >= 0:
        g.cite("dz.shooting.move-and-fire")
    g.cite("dz.play.active-countermeasures") if t.profile.active else None
    g.cite("dz.play.unit-large") if t.profile.large or t.zones else None
    if gun.indirect and look(s, unit, gun, target).spotted:
        g.cite("dz.play.unit-scout")
    if t.flying:
        g.cite("dz.play.aircraft-targets")
    if u.piece is not None:
        g.cite("dz.garrisons.edge-shoots-out")
    if t.piece is not None:
        g.cite("dz.garrisons.edge-shot-at" if t.edge != CENTRE else "dz.garrisons.centre-flame-only")
    for row, also in (
        ("dz.accuracy.hull-down", "dz.play.hull-down"),
        ("dz.accuracy.soft-cover", "dz.scenery.soft-cover"),
    ):
        if row in need.rules:
            g.cite(also)
    g.note("shoots", unit=unit, weapon=gun.name, target=target, need=need)


def barred(g: G, squad: int) -> None:
    """Nobody of the squad may use another weapon in this activation."""
    for unit in alive_of(g.state, squad):
        g.change(unit, fired=tuple(range(len(g.state[unit].profile.guns))))
    change_squad(g, squad)
