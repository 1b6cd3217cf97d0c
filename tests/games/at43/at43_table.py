"""Small hand-made tables of AT-43, and a way to run one procedure with forced dice and answers."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from hexless.games.at43.model import AT43, Activation, Card, Fighter, Mission, Person, Unit, Weapon
from hexless.games.at43.rulings import Rulings
from hexless.kernel import Game, Script
from hexless.moves import Way
from hexless.ruleset.maps import Objective, Zone
from hexless.table import Base, Terrain, piece

CM = 1000
STAY = Way()
RIFLE = Weapon("Rifle", 1, accuracy=4, penetration=5)
BLADE = Weapon("Blade", 1, accuracy=5, penetration=6, melee=True)
SONIC = Weapon("Sonic Gun", 3, accuracy=3, penetration=7, special="sonic")
MISSILE = Weapon("Missile", 1, penetration=12, damage=2, special="missile")
CANNON = Weapon("Cannon", 2, accuracy=5, penetration=11)
GUN = Weapon("Gun", 4, accuracy=4, penetration=6)
RACK = Weapon("Rack", 1, penetration=12, damage=2, lock=True)
SIZE = {"type-1": 1, "type-2": 1, "type-3": 2, "strider": 3, "generator": 3}
RADIUS = {"type-1": 1250, "type-2": 1250, "type-3": 2000, "strider": 3000, "generator": 2500}
HEIGHT = {"strider": 8000, "generator": 4000}
ZONES = (
    Zone(((0, 0), (80000, 0), (80000, 20000), (0, 20000)), (0, 1000)),
    Zone(((0, 80000), (80000, 80000), (80000, 60000), (0, 60000)), (0, -1000)),
)


def sergeant(**more: Any) -> Person:
    return Person(**{"title": "Sergeant", "rank": 1, "authority": 1, "lp": 3, "commander": True, **more})


def unit(name: str, side: str, *places: tuple[float, float], **more: Any) -> Unit:
    """Fighters at places in cm; the first leads, and the last carries the special weapon, if there is one."""
    kind = more.pop("kind", "type-1")
    weapons = more.pop("weapons", (RIFLE, BLADE))
    special, person = more.pop("special", None), more.pop("person", None)
    stats = {"size": SIZE[kind], "move": 12, "combat": 2, "protection": 5, "morale": 8}
    stats |= {key: more.pop(key) for key in list(more) if key in stats}
    structure = {key: more.pop(key, value) for key, value in (("frame", 3), ("propulsion", 2), ("arm", 1))}
    strider = kind == "strider"
    card = Card(
        name=name, kind=kind, weapons=(*weapons, special) if special else weapons, radius=RADIUS[kind],
        height=HEIGHT.get(kind, 3000), **{**stats, "move": stats["move"] * CM},
        **(structure if strider else {}),
    )  # fmt: skip
    plain = tuple(range(len(weapons)))
    fighters = tuple(
        Fighter(
            base=Base(round(x * CM), round(y * CM), radius=card.radius, height=card.height),
            weapons=(len(weapons),) if special and i == len(places) - 1 else plain,
            special=bool(special) and i == len(places) - 1,
            person=person if i == 0 else None,
            vehicle=strider,
            frame=card.frame,
            propulsion=card.propulsion,
            arms=(card.arm,) * len(card.weapons) if strider else (),
        )
        for i, (x, y) in enumerate(places)
    )
    return Unit(name=name, side=side, card=card, fighters=fighters, **{"start": len(places), "placed": True, **more})


def walker(name: str, side: str, *places: tuple[float, float], **more: Any) -> Unit:
    """Combat striders."""
    plain = {"kind": "strider", "weapons": (CANNON, GUN), "move": 18, "combat": 3, "protection": 10, "morale": 9}
    return unit(name, side, *places, **{**plain, **more})


def generator(name: str, side: str, x: float, y: float) -> Unit:
    return unit(name, side, (x, y), kind="generator", weapons=(), move=0, protection=8, morale=0)


def rank(n: int, x: float, y: float, step: float = 3) -> list[tuple[float, float]]:
    """Places in a row."""
    return [(x + step * i, y) for i in range(n)]


def wall(x0: float, y0: float, x1: float, y1: float, trait: str = "low-wall") -> Any:
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    height = 2 * CM if trait == "low-wall" else 10 * CM
    return piece(trait, [(round(x * CM), round(y * CM)) for x, y in corners], height=height, traits=(trait,))


def goal(name: str, x: float, y: float, points: int) -> Objective:
    return Objective(name, round(x * CM), round(y * CM), points)


def table(*units: Unit, pieces: tuple[Any, ...] = (), **more: Any) -> AT43:
    """A game in its first round on 80 x 80 cm; blue deploys in the south."""
    mission = Mission(
        name="test", goal=more.pop("goal", "objectives"), zones=ZONES, objectives=more.pop("objectives", ()),
        drops=more.pop("drops", ()),
    )  # fmt: skip
    plain = {"round": 1, "phase": "turn", "next": "blue", "lp": (5, 5), "rulings": Rulings(**more.pop("rulings", {}))}
    terrain = Terrain(80 * CM, 80 * CM, tuple(pieces))
    return AT43(units=units, sides=("blue", "red"), terrain=terrain, mission=mission, **{**plain, **more})


def active(state: AT43, number: int, **more: Any) -> AT43:
    """The state in which a unit is acting."""
    return state.with_(phase="activate", active=Activation(unit=number, **{"stage": "act", **more}))


def run(procedure: Any, state: AT43, *args: Any, answers: tuple[Any, ...] = ()) -> Game[AT43]:
    """One procedure with forced dice and answers; none may be missing or left over."""
    script = Script(*answers)
    g: Game[AT43] = Game(state, script)
    procedure(g, *args)
    script.done()
    return g


def value(procedure: Any, state: AT43, *args: Any, answers: tuple[Any, ...] = ()) -> Any:
    """What a procedure returns."""
    script = Script(*answers)
    found = procedure(Game(state, script), *args)
    script.done()
    return found


def to(x: float, y: float) -> Way:
    return Way(((round(x * CM), round(y * CM)),))


def events(g: Game[AT43], kind: str) -> list[dict[str, Any]]:
    return [event.data for event in g.log or () if event.kind == kind]


def cited(g: Game[AT43]) -> set[str]:
    """The rules at work."""
    return g.fired


TURNS = [(k, mirror) for k in range(64) for mirror in (False, True)]


def turned(point: tuple[float, float], turn: tuple[int, bool]) -> tuple[float, float]:
    """A place turned about the middle of the table by so many 64ths of a circle, in mirror image perhaps."""
    k, mirror = turn
    x, y = point[0] - 40, point[1] - 40
    x = -x if mirror else x
    c, s = cos(2 * pi * k / 64), sin(2 * pi * k / 64)
    return 40 + x * c - y * s, 40 + x * s + y * c


def turned_wall(corners: tuple[tuple[float, float], ...], turn: tuple[int, bool], trait: str = "low-wall") -> Any:
    height = 2 * CM if trait == "low-wall" else 10 * CM
    spots = [turned(corner, turn) for corner in corners]
    return piece(trait, [(round(x * CM), round(y * CM)) for x, y in spots], height=height, traits=(trait,))
