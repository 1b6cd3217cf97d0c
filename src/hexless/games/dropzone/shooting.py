"""Shooting: the allocation of all shots of a squad, and then the dice."""

from __future__ import annotations

from hexless.kernel import Game, OneOf, Refusal, act

from . import card_effects, demolition, garrisons, losses, weapons, zones
from ._sheet import rule
from .aiming import Salvo, Shot, close_targets, fault, measured, pieces_for, ready, shots_of, substitutes, targets_of
from .damage import volley
from .lines import apart
from .model import INCH, Dropzone, SquadId, Unit, alive_of

__all__ = ["ask_target", "shoot", "spend", "volley_at"]

G = Game[Dropzone]


# ---- the action


@rule("dz.shooting.allocate-first")
@act
def shoot(g: G, squad: SquadId) -> None:
    """All shots are allocated first; then they are rolled; then collateral damage in occupied garrisons."""
    if close_targets(g.state, squad) and garrisons.close_quarters(g, squad):
        return
    shots: list[Shot] = []
    for unit in alive_of(g.state, squad):
        for k in range(len(g.state[unit].profile.guns)):
            shots += allocate(g, unit, k)
    shots = [moved(g, shot) for shot in shots]
    if shots and g.state.hands:
        aimed_at = dict.fromkeys(g.state[shot.target].squad for shot in shots if shot.target is not None)
        card_effects.shots_declared(g, squad, tuple(aimed_at))
    g.call(rolled, tuple([measured(g.state, shot) for shot in shots]))


def rolled(g: G, salvos: tuple[Salvo, ...]) -> None:
    """All that was allocated, and then what it does to who is inside."""
    g.each(resolve, salvos)
    g.each(losses.at_once, [piece for piece, at in enumerate(g.state.scenery) if at.fresh])


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
        return [shot.with_(combined=combines(g, shot))]
    shot = Shot(unit, gun, choice, zone=zones.pick_zone(g, s[unit].side, choice) if s[choice].zones else 0)
    shot = shot.with_(combined=combines(g, shot))
    return [shot, *strafed(g, shot)]


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


def spend(g: G, unit: int, gun: int) -> None:
    """A weapon has shot."""
    u = g.state[unit]
    g.change(unit, fired=(*u.fired, gun), used=(*u.used, gun) if u.profile.guns[gun].limited else u.used)


def resolve(g: G, salvo: Salvo) -> None:
    """Roll one weapon's allocated shots, if what they are meant for is still there."""
    if salvo.piece is not None:
        if g.state.scenery[salvo.piece].dp:
            demolition.shot_at(g, salvo)
    elif g.state[salvo.target].present:
        volley_at(g, salvo)


@rule("dz.shooting.roll-to-hit", "dz.play.measuring")
def volley_at(g: G, salvo: Salvo) -> None:
    """Shots at a unit: to hit, then whatever the weapon does with its hits."""
    gun, target = salvo.gun, g.state[salvo.target]
    g.cite(*salvo.rules)
    says = "shoots" if g.state[salvo.unit].alive else "had shot"
    g.note(says, unit=salvo.unit, weapon=gun.name, target=salvo.target, need=salvo.need)
    weapons.burn(g, gun, target.piece)
    big = bool(target.zones)
    if gun.area and not big:
        weapons.blast(g, salvo)
    elif gun.destroyer and (not big or g.state.rulings.behemoth_special_rules):
        weapons.annihilate(g, salvo)
    elif gun.focus or gun.flame:
        hits = g.call(volley, salvo.shots, salvo.least, salvo.again)
        weapons.strike(g, salvo, salvo.target, hits)
        if gun.flame and salvo.shots > hits:
            weapons.stray_flames(g, salvo, salvo.shots - hits)
    else:
        weapons.pound(g, salvo)


# ---- commanders


def moved(g: G, shot: Shot) -> Shot:
    """Shots at a commander's unit may be moved by its owner to another valid unit of the squad."""
    if shot.target is None or not g.state[shot.target].cv:
        return shot
    options = substitutes(g.state, shot, shot.target)
    return shelter(g, shot, options) if options else shot


@rule("dz.play.commander")
def shelter(g: G, shot: Shot, options: list[int]) -> Shot:
    """The owner's choice."""
    u: Unit = g.state[shot.target or 0]
    labels = (f"{u.name} itself", *(g.state[i].name for i in options))
    ask = OneOf(
        prompt=f"shots at {u.name} go to", rules=g.cites, options=(shot.target, *options), labels=labels, about="unit"
    )
    target = g.ask(u.side, ask)
    if target != shot.target:
        g.note("takes the shots", unit=target, target=shot.target)
    return shot.with_(target=target)


@rule("dz.play.weapon-reduced")
def combines(g: G, shot: Shot) -> bool:
    """Whether the fire of a Reduced weapon is combined into one Shot."""
    u = g.state[shot.unit]
    gun = u.profile.guns[shot.gun]
    if not gun.reduced or shots_of(u, gun) < 2:
        return False
    if shot.target is not None and g.state[shot.target].flying and gun.aa < 0:
        return True
    if gun.energy >= 9:
        return False
    labels = (f"{shots_of(u, gun)} shots", "one shot, combined")
    ask = OneOf(prompt=f"{u.name} fires {gun.name} as", rules=g.cites, options=("shots", "one"), labels=labels)
    return bool(g.ask(u.side, ask) == "one")


@rule("dz.play.weapon-strafe")
def strafed(g: G, shot: Shot) -> list[Shot]:
    """Strafe-n fires n times, each time at the same unit or one within 3 inches of another of its targets."""
    s, gun = g.state, g.state[shot.unit].profile.guns[shot.gun]
    shots: list[Shot] = []
    for _ in range(gun.strafe - 1):
        hit = [one.target for one in (shot, *shots) if one.target is not None]
        near = [t for t in targets_of(s, shot.unit, gun) if t in hit or any(_near(s, t, h) for h in hit)]
        choice = ask_target(g, shot.unit, shot.gun, near, [], "no more")
        if choice is None:
            break
        zone = zones.pick_zone(g, s[shot.unit].side, int(choice)) if s[int(choice)].zones else 0
        shots.append(Shot(shot.unit, shot.gun, int(choice), zone=zone))
    return shots


def _near(s: Dropzone, a: int, b: int) -> bool:
    return apart(s, s.units[a], s.units[b]) <= 3 * INCH
