"""Odds of shooting, close quarters and searching: the procedures that play, walked on a small table made for them."""

from __future__ import annotations

from typing import Any

from hexless.kernel import Ask, Dist, Game, Row, first_suggestion, total, walk
from hexless.kernel.odds import Policy
from hexless.ruleset import Attack, Input
from hexless.table import Base, Terrain, piece

from .aiming import Salvo, automatic, shots_of
from .demolition import shot_at
from .garrisons import slash
from .model import INCH, Dropzone, Group, Gun, Kind, Mission, Objective, Profile, Squad, SquadId, Unit
from .rulings import Rulings
from .scenery_pieces import KINDS, scenery
from .searching import search as searches
from .shooting import volley_at
from .unit_types import RADII, height_of

__all__ = ["ATTACKS"]

G = Game[Dropzone]
PLENTY = 10_000  # Damage Points of a target that is not to run out of them
SIDES = ("blue", "red")
TYPES: dict[str, Kind] = {
    "infantry": "infantry", "vehicle": "tank", "aircraft": "aircraft", "behemoth": "behemoth", "scenery": "tank",
}  # fmt: skip


def _profile(kind: Kind, **more: Any) -> Profile:
    zones = (PLENTY,) * 3 if kind == "behemoth" else ()
    return Profile(
        name=kind, kind=kind, category="Standard", mv=6, points=1, fortitude=4 * (kind == "infantry"), zones=zones,
        steps=(1,) * len(zones), **{"armour": 10, "dp": PLENTY, **more},
    )  # fmt: skip


def _unit(p: Profile, squad: int, side: str, x: int, y: int, **more: Any) -> Unit:
    base = Base(x, y, radius=RADII[p.kind], height=height_of(p.kind, 0))
    return Unit(
        name=f"{side} {squad}", side=side, squad=SquadId(squad), profile=p, base=base, dp=p.dp, zones=p.zones,
        placed=True,
        **more,
    )  # fmt: skip


def _table(
    rulings: Rulings, units: list[Unit], kind: str, flags: dict[str, Any] | None = None, **more: Any
) -> Dropzone:
    """These units, a squad each, and one piece of scenery from 8 to 12 inches either way."""
    corners = [(8 * INCH, 8 * INCH), (12 * INCH, 8 * INCH), (12 * INCH, 12 * INCH), (8 * INCH, 12 * INCH)]
    ground = (piece(kind, corners, height=3 * INCH, traits=KINDS[kind].traits),) if kind else ()
    squads = [
        Squad(name=u.name, side=u.side, group=SIDES.index(u.side), category="Standard", units=(i,), original=u.dp)
        for i, u in enumerate(units)
    ]
    squads[0] = squads[0].with_(**(flags or {}))
    return Dropzone(
        units=tuple(units), squads=tuple(squads), sides=SIDES, rulings=rulings, phase="actions", first="blue",
        groups=tuple(Group(name=side, side=side, category="Armour", status="table") for side in SIDES), next="blue",
        terrain=Terrain(48 * INCH, 48 * INCH, ground), scenery=(scenery(kind),) if kind else (),
        mission=Mission(name="odds", goal="static", rounds=6, zones=(), deploy=("table",), aerial_advantage=False),
        **{"round": 1, **more},
    )  # fmt: skip


def _outcomes(dist: Dist, left: Any, full: int) -> Dist:
    lost = dist.map(lambda end: full - left(end[1]))
    return Dist(dict(sorted(lost.weights.items())), lost.total)


def shooting(
    rulings: Rulings, *, shots: int, accuracy: int, energy: int, armour: int, target: str, passive: int,
    body_cover: int, resilient: int, devastator: int, area: int, penetrative: int, destroyer: int, flame: int,
    focus: int, kept: int, reduced: int, lost: int,
) -> Dist:  # fmt: skip
    """The Damage of one weapon's shots, after countermeasures and not capped by the target."""
    gun = Gun(
        name="weapon", shots=shots, accuracy=accuracy, energy=energy, area=bool(area), penetrative=bool(penetrative),
        destroyer=destroyer, flame=bool(flame), focus=focus, reduced=reduced, devastator=devastator, against=(target,),  # type: ignore[arg-type]
    )  # fmt: skip
    kind = TYPES[target]
    shooter = _unit(_profile("tank", guns=(gun,)), 0, "blue", 10 * INCH, 30 * INCH)
    shots = shots_of(shooter.with_(dp=PLENTY - lost), gun)
    aimed = _unit(
        _profile(kind, armour=armour, passive=passive, resilient=bool(resilient)), 1, "red", 10 * INCH, 10 * INCH,
        flying=kind == "aircraft",
    )  # fmt: skip
    s = _table(rulings, [shooter, aimed], "barricade" if body_cover or target == "scenery" else "")
    salvo = Salvo(0, gun, shots, total(Row(accuracy, "Accuracy", "dz.shooting.roll-to-hit")), sure=automatic(s, gun))
    keep = _keeping(kept)
    if target == "scenery":
        s = s.with_(scenery=(s.scenery[0].with_(armour=armour, full=PLENTY, dp=PLENTY),))
        ends = walk(shot_at, (salvo.with_(piece=0),), s, policy=keep)
        return _outcomes(ends, lambda end: end.scenery[0].dp, PLENTY)
    ends = walk(volley_at, (salvo.with_(target=1),), s, policy=keep)
    return _outcomes(ends, lambda end: end.units[1].zones[0] if end.units[1].zones else end.units[1].dp, PLENTY)


def _keeping(kept: int) -> Policy:
    """A policy that keeps so many hits of a Focus weapon."""

    def policy(g: Game[Any], ask: Ask) -> Any:
        return min(kept, *ask.question.suggest(20)) if ask.question.prompt == "focus" else first_suggestion(g, ask)

    return policy


def close_quarters(
    rulings: Rulings, *, shots: int, accuracy: int, energy: int, armour: int, entered: int, passive: int, dodge: int,
    resilient: int,
) -> Dist:  # fmt: skip
    """The Damage of one Close Quarters weapon inside a garrison, after countermeasures and Dodge."""
    blades = Gun(name="blades", shots=shots, accuracy=accuracy, energy=energy, close=True)
    more = {"armour": armour, "passive": passive, "dodge": dodge, "resilient": bool(resilient)}
    mine = _unit(_profile("infantry", guns=(blades,)), 0, "blue", 10 * INCH, 10 * INCH, piece=0)
    theirs = _unit(_profile("infantry", **more), 1, "red", 10 * INCH, 10 * INCH, piece=0)
    s = _table(rulings, [mine, theirs], "medium-building", {"entered": bool(entered)})
    return _outcomes(walk(slash, (0, 0, 1, False), s), lambda end: end.units[1].dp, PLENTY)


def search(rulings: Rulings, *, round: int, tokens: int, enemy_near: int, bloodthirsty: int) -> Dist:  # noqa: A002
    """Whether a search finds its objective; all tokens are spent."""
    seekers = _unit(_profile("infantry", bloodthirsty=bool(bloodthirsty)), 0, "blue", 10 * INCH, 10 * INCH)
    van = _profile("tank", carries="foot", room=3)
    vans = [_unit(van, 1 + k, "blue", 10 * INCH, 11 * INCH, scan=True) for k in range(tokens)]
    foes = [_unit(_profile("infantry"), 1 + tokens, "red", 11 * INCH, 10 * INCH)] if enemy_near else []
    goal = Objective(name="it", x=10 * INCH, y=10 * INCH, hidden=True)
    s = _table(rulings, [seekers, *vans, *foes], "", round=round, objectives=(goal,))
    dist = walk(searches, (0,), s).map(lambda end: "nothing" if end[1].objectives[0].hidden else "found")
    return Dist({word: dist.weights.get(word, 0) for word in ("nothing", "found")}, dist.total)


def _yes(name: str, says: str) -> Input:
    return Input(name, f"1 if {says}", 0, 1, default=0)


ATTACKS = (
    Attack(
        "shooting",
        "Damage of one weapon's shots at a unit or a piece of scenery.",
        "damage",
        (
            Input("shots", "dice to hit", 1, 20, default=3),
            Input("accuracy", "the modified Accuracy; -1 for a dash", -1, 24, default=3),
            Input("energy", "Energy of the weapon", 1, 17, default=7),
            Input("armour", "Armour of the target", 4, 18, default=10),
            Input("target", "what is shot at", choices=tuple(TYPES), default="vehicle"),
            Input("passive", "Passive Countermeasures: this or more; 0 for none", 0, 6, default=0),
            _yes("body_cover", "the target is in or behind Body Cover"),
            _yes("resilient", "the target is Resilient"),
            Input("devastator", "Devastator-n against this target; 0 for none", 0, 6, default=0),
            _yes("area", "it is an Area weapon"),
            _yes("penetrative", "it is Penetrative"),
            Input("destroyer", "Destroyer: this or more; 0 for none", 0, 6, default=0),
            _yes("flame", "it is a Flame weapon"),
            Input("focus", "Focus-n; 0 for none", 0, 6, default=0),
            Input("kept", "how many hits of a Focus weapon are kept", 1, 20, default=1),
            Input("reduced", "Reduced-n; 0 for none", 0, 6, default=0),
            Input("lost", "Damage Points that the shooter has lost", 0, 9, default=0),
        ),
        shooting,
        ("dz.shooting.roll-to-hit", "dz.damage.roll", "dz.damage.equals-armour", "dz.damage.critical",
         "dz.damage.body-cover", "dz.damage.passive-countermeasures", "dz.play.natural-one-and-six",
         "dz.play.unit-resilient", "dz.play.weapon-devastator", "dz.play.weapon-area", "dz.play.weapon-penetrative",
         "dz.play.weapon-destroyer", "dz.play.weapon-flame", "dz.play.weapon-focus", "dz.play.weapon-reduced"),
    ),
    Attack(
        "close-quarters",
        "Damage of a Close Quarters weapon inside a garrison.",
        "damage",
        (
            Input("shots", "Shots of the weapon", 1, 30, default=5),
            Input("accuracy", "its modified Accuracy; -1 for a dash", -1, 8, default=-1),
            Input("energy", "Energy of the weapon", 1, 15, default=3),
            Input("armour", "Armour of the squad attacked", 4, 18, default=7),
            _yes("entered", "the attackers entered this round"),
            Input("passive", "Passive Countermeasures: this or more; 0 for none", 0, 6, default=0),
            Input("dodge", "Dodge: this or more; 0 for none", 0, 6, default=0),
            _yes("resilient", "the squad attacked is Resilient"),
        ),
        close_quarters,
        ("dz.play.close-quarters", "dz.garrisons.automatic-hit", "dz.garrisons.entry-re-roll", "dz.damage.roll",
         "dz.damage.passive-countermeasures", "dz.play.unit-dodge", "dz.play.unit-resilient"),
    ),
    Attack(
        "search",
        "Whether a search finds a Hidden Objective.",
        "found or nothing",
        (
            Input("round", "the round", 1, 12, default=3),
            Input("tokens", "Scan Tokens spent", 0, 6, default=0),
            _yes("enemy_near", "an enemy is close by"),
            _yes("bloodthirsty", "the searchers are Bloodthirsty"),
        ),
        search,
        ("dz.searching.roll", "dz.scanning.spend-tokens", "dz.play.unit-bloodthirsty"),
    ),
)  # fmt: skip
