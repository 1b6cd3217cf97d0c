"""Odds of attacks that stand on no table: a small one is laid out, and the procedures that play are run on it."""

from __future__ import annotations

from hexless.kernel import Dist, Game, exact
from hexless.ruleset import Attack, Input
from hexless.ruleset.maps import Zone
from hexless.table import Base, Terrain, piece

from .aiming import Shot
from .force import HEIGHT, RADIUS, SIZE
from .melee import fight
from .model import AT43, CM, Card, Fighter, FighterId, Kind, Mission, Unit, Weapon
from .morale import test_morale
from .rulings import Rulings
from .shooting import resolve

__all__ = ["ATTACKS"]

G = Game[AT43]
WIDE, LINE = 600 * CM, 100 * CM  # the table, and where the attackers stand on it
KINDS: dict[str, Kind] = {"soldiers": "type-1", "suits": "type-3", "striders": "strider"}


def _unit(
    side: str,
    places: list[tuple[int, int]],
    kind: Kind,
    *,
    weapons: tuple[Weapon, ...] = (),
    combat: int = 0,
    protection: int = 0,
    morale: int = 0,
    wounds: int = 1,
    structure: tuple[int, int, int] = (1, 1, 1),
) -> Unit:
    """A unit of fighters in these places; structure: of propulsion, frame and each weapon of a vehicle."""
    propulsion, frame, arm = structure
    card = Card(
        name=side, kind=kind, size=SIZE[kind], move=0, combat=combat, protection=protection, morale=morale,
        weapons=weapons, radius=RADIUS[kind], height=HEIGHT[kind], frame=frame, propulsion=propulsion, arm=arm,
    )  # fmt: skip
    vehicle, arms = kind == "strider", tuple(range(len(weapons)))
    fighters = [
        Fighter(
            base=Base(x, y, radius=card.radius, height=card.height), wounds=wounds, weapons=arms, vehicle=vehicle,
            frame=frame, propulsion=propulsion, arms=(arm,) * len(weapons) if vehicle else (),
        )
        for x, y in places
    ]  # fmt: skip
    return Unit(name=side, side=side, card=card, fighters=tuple(fighters), start=len(places), placed=True)


def _table(rulings: Rulings, *units: Unit, wall: int | None = None) -> AT43:
    """The units on an open table, with a low wall across it perhaps."""
    corners = [(0, wall), (WIDE, wall), (WIDE, wall + 100), (0, wall + 100)] if wall is not None else []
    pieces = (piece("low wall", corners, height=2 * CM, traits=("low-wall",)),) if corners else ()
    mission = Mission(name="odds", goal="kills", zones=(Zone(((0, 0), (CM, 0), (0, CM)), (0, 1)),) * 2)
    sides = ("blue", "red")
    return AT43(
        units=units, sides=sides, terrain=Terrain(WIDE, WIDE, pieces), mission=mission, rulings=rulings, round=1,
        next="blue",
    )  # fmt: skip


def _rank(n: int, y: int, kind: Kind) -> list[tuple[int, int]]:
    step = 2 * RADIUS[kind] + CM // 2
    return [(WIDE // 2 + step * i, y) for i in range(n)]


def _weapon(rate: int, accuracy: int, penetration: int, damage: int, reroll: int, sort: str = "plain") -> Weapon:
    plain = Weapon("weapon", rate, accuracy, penetration, damage, reroll, lock=sort == "locked")
    return plain.with_(special="missile") if sort == "missile" else plain


def _front(by: Kind, to: Kind, range: int) -> int:  # noqa: A002
    """Where the targets stand, so many cm from the edges of the attackers."""
    return LINE + RADIUS[by] + range * CM + RADIUS[to]


def shooting(
    rulings: Rulings, shooters: int, by: str, rate: int, accuracy: int, range: int, reroll: int,  # noqa: A002
    penetration: int, damage: int, targets: int, to: str, protection: int, wounds: int, cover: str, wall: int,
    caught: int,
) -> Dist:  # fmt: skip
    """The fighters that a unit of soldiers loses to one salvo."""
    weapon = _weapon(rate, accuracy, penetration, damage, reroll)
    mine, theirs = KINDS[by], KINDS[to]
    far = _front(mine, theirs, range)
    blue = _unit("blue", _rank(shooters, LINE, mine), mine, weapons=(weapon,))
    red = _unit("red", _rank(targets, far, theirs), theirs, protection=protection, wounds=wounds)
    red = red.with_(covered=cover == "taken")
    between = _unit("red", [(WIDE // 2, (LINE + far) // 2)] * caught, max(mine, theirs, key=SIZE.__getitem__))
    at = LINE + RADIUS[mine] + min(wall, range) * CM if cover != "none" else None
    return exact(_lost, Shot(0, 1, None), state=_table(rulings, blue, red, between, wall=at))


def _lost(g: G, shot: Shot) -> int:
    """What a salvo takes from its target."""
    before = len(g.state[1].living)
    resolve(g, 0, [shot])
    return before - len(g.state[1].living)


def strider(
    rulings: Rulings, shooters: int, by: str, weapon: str, rate: int, accuracy: int, range: int, reroll: int,  # noqa: A002
    penetration: int, damage: int, protection: int, propulsion: int, frame: int, arms: int, arm: int,
) -> Dist:  # fmt: skip
    """The structure points that a strider loses to one salvo: propulsion, frame, weapons."""
    gun, mine = _weapon(rate, accuracy, penetration, damage, reroll, weapon), KINDS[by]
    blue = _unit("blue", _rank(shooters, LINE, mine), mine, weapons=(gun,))
    red = _unit(
        "red", _rank(1, _front(mine, "strider", range), "strider"), "strider", protection=protection,
        weapons=(Weapon("arm", 1),) * arms, structure=(propulsion, frame, arm),
    )  # fmt: skip
    return exact(_structure, state=_table(rulings, blue, red))


def _structure(g: G) -> tuple[int, int, int]:
    before = g.state[1].fighters[0]
    resolve(g, 0, [Shot(0, 1, FighterId(0))])
    f = g.state[1].fighters[0]
    return before.propulsion - f.propulsion, before.frame - f.frame, sum(before.arms) - sum(f.arms)


def generator(rulings: Rulings, shooters: int, weapon: str, rate: int, reroll: int, penetration: int) -> Dist:
    """1: a generator is destroyed; 0: it stands."""
    gun = _weapon(rate, 0, penetration, 2, reroll, weapon)
    blue = _unit("blue", _rank(shooters, LINE, "type-1"), "type-1", weapons=(gun,))
    red = _unit("red", _rank(1, _front("type-1", "generator", 20), "generator"), "generator", protection=8)
    return exact(_lost, Shot(0, 1, None), state=_table(rulings, blue, red))


def melee(
    rulings: Rulings, strikers: int, touching: int, rate: int, accuracy: int, reroll: int, penetration: int,
    damage: int, combat: int, protection: int, wounds: int,
) -> Dist:  # fmt: skip
    """The fighters that a unit loses in close combat to strikers who each touch so many of them."""
    blade = Weapon("blade", rate, accuracy, penetration, damage, reroll, melee=True)
    near = 2 * RADIUS["type-1"]
    around = ((0, near), (near, 0), (-near, 0), (0, -near))[:touching]
    mine = [(WIDE // 10 * (i % 8 + 1), WIDE // 4 * (i // 8 + 1)) for i in range(strikers)]
    theirs = [(x + dx, y + dy) for x, y in mine for dx, dy in around]
    blue = _unit("blue", mine, "type-1", weapons=(blade,))
    red = _unit("red", theirs, "type-1", combat=combat, protection=protection, wounds=wounds)
    return exact(_fallen, state=_table(rulings, blue, red))


def _fallen(g: G) -> int:
    before = len(g.state[1].living)
    fight(g, 0)
    return before - len(g.state[1].living)


def morale(rulings: Rulings, morale: int) -> Dist:
    """1: the test is passed; 0: it fails."""
    blue = _unit("blue", _rank(3, LINE, "type-1"), "type-1", morale=morale)
    return exact(_holds, state=_table(rulings, blue))


def _holds(g: G) -> int:
    test_morale(g, 0)
    return int(g.state[0].status == "valiant")


def _number(name: str, says: str, low: int, high: int, default: int) -> Input:
    return Input(name, says, low, high, default=default)


BY = Input("by", "who shoots", choices=tuple(KINDS), default="soldiers")
SHOOTERS = _number("shooters", "fighters who see the target, with this weapon", 1, 12, 6)
RATE = _number("rate", "Attack rate of each weapon", 1, 12, 1)
ACCURACY = _number("accuracy", "the weapon's Accuracy", 0, 20, 4)
RANGE = _number("range", "cm between the leaders", 0, 300, 25)
REROLL = _number("reroll", "Re-Roll value of each weapon", 0, 12, 0)
PENETRATION = _number("penetration", "the weapon's Penetration", 0, 20, 5)
DAMAGE = _number("damage", "the weapon's Damage value", 1, 6, 1)
PROTECTION = _number("protection", "the target's Protection", 0, 20, 5)
WOUNDS = _number("wounds", "wounds of each target: a hero on foot has 2", 1, 6, 1)
HOW = ("at.shoot.dice", "at.shoot.impact", "at.shoot.re-roll", "at.shoot.damage-test", "at.urt.damage")

ATTACKS = (
    Attack(
        "shooting", "One salvo at a unit of soldiers.", "fighters lost",
        (
            SHOOTERS, BY, RATE, ACCURACY, RANGE, REROLL, PENETRATION, DAMAGE,
            _number("targets", "fighters of the target", 1, 20, 6),
            Input("to", "who is shot at", choices=("soldiers", "suits"), default="soldiers"),
            PROTECTION, WOUNDS,
            Input("cover", "a low wall in between, or one where cover was taken", choices=("none", "wall", "taken"),
                  default="none"),
            _number("wall", "cm from the shooting leader to that wall; no more than the range", 0, 300, 300),
            _number("caught", "others in the zone of fire, who take an impact each", 0, 40, 0),
        ),
        shooting,
        (*HOW, "at.urt.shooting", "at.play.range-bands", "at.cover.roll", "at.cover.leader-close", "at.zone.one-each",
         "at.zone.rest-to-target", "at.loss.nearest"),
    ),
    Attack(
        "strider", "One salvo at a combat strider.", "points lost on propulsion, frame and weapons",
        (
            SHOOTERS, BY,
            Input("weapon", "locked shots ignore the range", choices=("plain", "locked", "missile"), default="missile"),
            RATE, ACCURACY, RANGE, REROLL, _number("penetration", "the weapon's Penetration", 0, 20, 12),
            _number("damage", "the weapon's Damage value", 1, 6, 2),
            _number("protection", "the strider's Protection", 0, 20, 10),
            _number("propulsion", "structure points of its propulsion", 0, 9, 2),
            _number("frame", "structure points of its frame", 1, 9, 3),
            _number("arms", "its weapons", 0, 6, 2), _number("arm", "structure points of each weapon", 1, 9, 1),
        ),
        strider,
        (*HOW, "at.urt.locked-shot", "at.missile.damage", "at.play.location-roll", "at.hit.location-gone"),
    ),
    Attack(
        "generator", "Locked shots at a generator.", "generators destroyed",
        (
            _number("shooters", "fighters who see it", 1, 12, 1),
            Input("weapon", "a missile destroys it on 3+", choices=("locked", "missile"), default="missile"),
            RATE, REROLL, _number("penetration", "the weapon's Penetration", 0, 20, 12),
        ),
        generator,
        ("at.missile.generator", "at.locked.targets", "at.urt.locked-shot", "at.urt.damage"),
    ),
    Attack(
        "melee", "A close combat against soldiers.", "fighters lost",
        (
            _number("strikers", "fighters who attack", 1, 16, 1),
            _number("touching", "enemies each of them touches", 1, 4, 1),
            RATE, ACCURACY, REROLL, PENETRATION, DAMAGE, _number("combat", "the defender's Combat value", 0, 20, 3),
            PROTECTION, WOUNDS,
        ),
        melee,
        ("at.melee.attack", "at.urt.close-combat", "at.urt.damage", "at.melee.losses"),
    ),
    Attack(
        "morale", "Whether a Morale test is passed.", "tests passed",
        (_number("morale", "the highest Morale in the unit", 0, 20, 9),),
        morale,
        ("at.urt.morale", "at.morale.pass"),
    ),
)  # fmt: skip
