"""Odds of shooting, close combat and morale: two Troop Elements on a bare table, and the procedures that play."""

from __future__ import annotations

from typing import Any

from hexless.kernel import Dist, GameError
from hexless.kernel.odds import walk
from hexless.ruleset import Attack, Input
from hexless.table import Base, Piece, Point, Terrain, piece

from .close_combat import fight
from .model import CM, Element, Figure, Kind, Mission, PatrolAngis, Platoon, Profile, Weapon, members
from .morale import check_morale
from .ranged_fire import fire
from .rulings import Rulings
from .weapons import targets

__all__ = ["ATTACKS"]

WIDTH, DEPTH, FIRST = 260 * CM, 40 * CM, 10 * CM  # the table, and where the first leader stands
RADIUS, APART = 700, 1500  # of the figures
RANK = 10  # figures side by side
OWN, THEIRS = 0, 1


def element(side: str, x: int, count: int, profile: Profile, rank: int = 3, **state: Any) -> Element:
    """Like figures in ranks, which look at the others."""
    look = 1 if side == "own" else -1
    bases = [
        Base(x - look * (n // rank) * APART, FIRST + n % rank * APART, radius=RADIUS, fx=look * 1000, fy=0, height=1500)
        for n in range(count)
    ]
    plain: dict[str, Any] = {"side": side, "platoon": int(side != "own"), "placed": True, "full": count} | state
    return Element(name=side, kind=profile.kind, figures=tuple(Figure(profile, base) for base in bases), **plain)


def table(rulings: Rulings, *units: Element, cover: tuple[Piece, ...] = (), killed: int = 0) -> PatrolAngis:
    """The two rows on bare ground, but for the cover."""
    return PatrolAngis(
        units=units,
        platoons=(Platoon("own", "own", killed=killed), Platoon("theirs", "theirs", killed=killed)),
        sides=("own", "theirs"),
        terrain=Terrain(WIDTH, DEPTH, cover),
        mission=Mission(name="", goal="meeting", turns=1, zones=()),
        rulings=rulings,
        turn=1,
        phase="activate",
        winner="own",
    )


def profile(kind: Kind, AR: int, DMR: int, **fields: Any) -> Profile:  # noqa: N803
    return Profile(**{"name": "figure", "kind": kind, "move": 10, "AR": AR, "DMR": DMR, "points": 0, **fields})


def words(**flags: int) -> tuple[str, ...]:
    """The skills or traits that are switched on."""
    return tuple(name for name, on in flags.items() if on)


def ended(procedure: Any, s: PatrolAngis, *args: Any) -> Dist:
    """The states that a procedure may leave; everybody does what is proposed first."""
    return walk(procedure, args, s).map(lambda end: end[1])


def lost(s: PatrolAngis, end: PatrolAngis, unit: int) -> int:
    return members(s[unit]) - members(end[unit])


# ---- shooting


def shooting(rulings: Rulings, *, figures: int, shooter: Kind, dice: int, strength: int, aoe: int, distance: int,
             point_blank: int, cover: int, within: int, manner: str, sniper: int, target: Kind,
             **of_target: int) -> Dist:  # fmt: skip
    """The figures that a target loses to one kind of weapon; it spends its tokens, and does not return fire."""
    if cover > distance:
        raise GameError(f"{cover} cm of cover do not fit into a distance of {distance} cm")
    weapon = Weapon(name="weapon", point_blank=point_blank, range=WIDTH // CM, dice=dice, strength=strength, aoe=aoe)
    far = FIRST + distance * CM + 2 * RADIUS
    own = element("own", FIRST, figures, profile(shooter, 0, 1, weapons=(weapon,), skills=words(sniper=sniper)))
    s = table(rulings, own, aim(far, target, **of_target), cover=hedges(far, cover, within))
    how, still = "" if manner == "plain" else manner, manner != "dash"
    if THEIRS not in targets(s, OWN, how, still):
        return Dist({0: 1})
    return ended(fire, s, OWN, THEIRS, how, still).map(lambda end: lost(s, end, THEIRS))


def aim(far: int, kind: Kind, *, members: int, AR: int, DMR: int, move: int, rapid: int, protected: int,  # noqa: N803
        chameleon: int, errant: int, shell: int, tokens: int, medics: int) -> Element:  # fmt: skip
    """The Troop Element that is shot at."""
    armor, skills = words(chameleon=chameleon), words(errant=errant)
    plain = profile(kind, AR, DMR, move=move, armor=armor, skills=skills)
    e = element("theirs", far, members, plain, did=words(rapid=rapid), protected=bool(protected), shell=bool(shell),
                tokens=tokens)  # fmt: skip
    healer = plain.with_(name="medic", skills=(*skills, "medic"))
    people = [f.with_(profile=healer) if n < medics else f for n, f in enumerate(e.figures)]
    return e.with_(figures=tuple(people))


def hedges(far: int, cover: int, within: int) -> tuple[Piece, ...]:
    """Cover across the line, and a wood about the target."""
    found = [_box("hedge", FIRST, FIRST + cover * CM)] if cover else []
    return (*found, *([_box("wood", far - RADIUS, far + RANK * APART)] if within else []))


def _box(name: str, low: int, high: int) -> Piece:
    corners = ((low, 0), (high, 0), (high, DEPTH), (low, DEPTH))
    return piece(name, [Point(*corner) for corner in corners], traits=("cover",))


# ---- close combat


def melee(rulings: Rulings, *, figures: int, strength: int, assaulter: int, brawler: int, own_AR: int,  # noqa: N803
          own_DMR: int, target: Kind, members: int, their_strength: int, AR: int, DMR: int, rapid: int,  # noqa: N803
          protected: int, shell: int) -> Dist:  # fmt: skip
    """What both lose in one fight with its counter-attack: theirs, ours. The rows touch man by man."""
    skills = words(assaulter=assaulter, brawler=brawler)
    own = element("own", FIRST, figures, profile("infantry", own_AR, own_DMR, melee=strength, skills=skills), RANK)
    enemy = profile(target, AR, DMR, melee=their_strength)
    theirs = element("theirs", FIRST + 2 * RADIUS, members, enemy, RANK, did=words(rapid=rapid),
                     protected=bool(protected), shell=bool(shell))  # fmt: skip
    s = table(rulings, own, theirs)
    return ended(fight, s, OWN, THEIRS).map(lambda end: (lost(s, end, THEIRS), lost(s, end, OWN)))


# ---- morale


def morale(rulings: Rulings, *, full: int, members: int, before: int, losses: int, nearest: str, DMR: int,  # noqa: N803
           calmer: int, banner: int) -> Dist:  # fmt: skip
    """Whether a Troop Element holds."""
    if not members <= before <= full:
        raise GameError(f"{members} members now, {before} before and {full} when full cannot be")
    e = element("own", FIRST, members, profile("infantry", 0, DMR, skills=words(calmer=calmer)), full=full,
                banner=bool(banner))  # fmt: skip
    other = element(nearest, FIRST + 30 * CM, 1, profile("infantry", 0, 1))
    s = table(rulings, e, other if nearest != "nobody" else other.with_(placed=False))
    held = ended(check_morale, s, OWN, (before, bool(losses), False)).map(lambda end: end[OWN].fear == 0)
    return Dist({"holds": held.weights.get(True, 0), "fails": held.weights.get(False, 0)}, held.total)


# ---- what can be asked


def _flag(name: str, says: str) -> Input:
    return Input(name, f"1 if {says}", 0, 1, default=0)


KINDS = ("infantry", "portable", "vehicle")
TARGET = (
    Input("target", "type of the target", choices=KINDS, default="infantry"),
    Input("members", "figures of the target", 1, 10, default=8),
    Input("AR", "its Armor Rating", -3, 8, default=1),
    Input("DMR", "the hits that each of its figures takes", 1, 8, default=1),
)
MOVED = (
    _flag("rapid", "the target made a Rapid Move this turn"),
    _flag("protected", "it is under Self-Protection"),
    _flag("shell", "it has an Ablative Shell that was not used yet"),
)
ATTACKS = (
    Attack(
        "shooting",
        "Figures lost to the fire of one kind of weapon.",
        "figures lost",
        (
            Input("figures", "figures that fire the weapon", 1, 10, default=8),
            Input("shooter", "type of the shooters", choices=KINDS, default="infantry"),
            Input("dice", "d8 of a shot", 1, 6, default=1),
            Input("strength", "Strength of the weapon", 0, 12, default=2),
            Input("aoe", "AoE hits of each success; 0 for an ordinary weapon", 0, 6, default=0),
            Input("distance", "cm between the leaders", 0, 200, default=30),
            Input("point_blank", "point blank range of the weapon in cm", 0, 200, default=25),
            Input("cover", "cm of cover between", 0, 30, default=0),
            _flag("within", "the whole target is within covering terrain"),
            Input("manner", "how it is fired", choices=("plain", "precise", "dash", "overwatch"), default="plain"),
            _flag("sniper", "all shooters are snipers"),
            *TARGET,
            Input("move", "its Movement Rate in cm", 1, 40, default=10),
            *MOVED,
            _flag("chameleon", "it has Chameleon Circuits and has not moved this turn"),
            _flag("errant", "it is errant"),
            Input("tokens", "Activation tokens that it spends on cancelling kills", 0, 10, default=0),
            Input("medics", "medics among its figures", 0, 4, default=0),
        ),
        shooting,
        ("pa.ranged-fire.step-hit", "pa.ranged-fire.step-save", "pa.ranged-fire.step-cancel-kills",
         "pa.play.aoe-hits", "pa.to-hit.base", "pa.armor-save.base"),
    ),
    Attack(
        "melee",
        "Figures lost in a fight with its counter-attack.",
        "their losses, own losses",
        (
            Input("figures", "figures that attack", 1, 10, default=8),
            Input("strength", "the number of their close combat weapon", 0, 20, default=0),
            _flag("assaulter", "they are assaulters"),
            _flag("brawler", "they are brawlers"),
            Input("own_AR", "their own Armor Rating", -3, 8, default=1),
            Input("own_DMR", "the hits that each of them takes", 1, 8, default=1),
            *TARGET,
            Input("their_strength", "the number of the target's close combat weapon", 0, 20, default=0),
            *MOVED,
        ),
        melee,
        ("pa.close-combat.automatic-hits", "pa.close-combat.save", "pa.close-combat.counter-attack"),
    ),
    Attack(
        "morale",
        "Whether a morale check is passed.",
        "holds or fails",
        (
            Input("full", "members of the full Troop Element", 1, 10, default=8),
            Input("members", "members now", 1, 10, default=7),
            Input("before", "members before the attack", 1, 10, default=8),
            _flag("losses", "the platoon had lost figures this turn before the attack"),
            Input("nearest", "the nearest other Troop Element", choices=("own", "theirs", "nobody"), default="theirs"),
            Input("DMR", "the hits that each figure takes", 1, 8, default=1),
            _flag("calmer", "all are calmers"),
            _flag("banner", "a banner has stored a re-roll"),
        ),
        morale,
        ("pa.morale.base", "pa.play.target-number-roll"),
    ),
)  # fmt: skip
