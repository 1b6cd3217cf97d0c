"""Small hand-made tables of Dropzone Commander, and a way to run one procedure with forced dice and answers."""

from __future__ import annotations

from typing import Any

from hexless.games.dropzone.deck import DECK
from hexless.games.dropzone.model import Dropzone, Group, Gun, Mission, Objective, Profile, Squad, Unit
from hexless.games.dropzone.rulings import Rulings
from hexless.games.dropzone.scenery_pieces import KINDS, scenery
from hexless.games.dropzone.unit_types import RADII, height_of
from hexless.kernel import Game, Script
from hexless.ruleset.maps import Zone
from hexless.table import Base, Terrain, piece

INCH = 1000
ZONES = (
    Zone(((0, 0), (48000, 0), (48000, 8000), (0, 8000)), (0, 1000)),
    Zone(((0, 40000), (48000, 40000), (48000, 48000), (0, 48000)), (0, -1000)),
)
STAY: dict[str, Any] = {"points": []}


def gun(**more: Any) -> Gun:
    """A plain weapon: 12 inches all round, one shot on 3+, Energy 7."""
    return Gun(**{"name": "gun", "full": 12, "countered": 12, "energy": 7, **more})


BLADES = Gun(name="blades", shots=5, accuracy=-1, energy=3, close=True, reduced=1)


def profile(kind: str = "tank", **more: Any) -> Profile:
    """A plain type of unit."""
    plain: dict[str, Any] = {
        "name": kind, "kind": kind, "category": "Standard", "mv": 6, "armour": 10, "dp": 2, "points": 30,
        "squad": (1, 4), "guns": (gun(),),
    }  # fmt: skip
    if kind == "infantry":
        plain |= {"fortitude": 4, "dp": 4, "armour": 7, "mv": 4, "needs": "foot", "guns": (gun(), BLADES)}
    if kind == "aircraft":
        plain |= {"mv": 14}
    if kind == "behemoth":
        plain |= {"zones": (6, 4, 4), "steps": (2, 2, 2), "category": "Behemoth"}
    return Profile(**{**plain, **more})


def unit(p: Profile, side: str, x: float, y: float, **more: Any) -> Unit:
    """A unit at a place in inches; aircraft fly."""
    flying = more.pop("flying", p.kind == "aircraft")
    base = Base(round(x * INCH), round(y * INCH), radius=RADII[p.kind], height=height_of(p.kind, p.height),
                z=2500 if flying else more.pop("z", 0))  # fmt: skip
    if "facing" in more:
        base = base.facing(*more.pop("facing"))
    plain = {"name": f"{side} {p.name}", "squad": -1, "dp": sum(p.zones) or p.dp, "zones": p.zones, "placed": True}
    return Unit(**{**plain, "side": side, "profile": p, "base": base, "flying": flying, **more})


def aboard(p: Profile, side: str, ride: int, **more: Any) -> Unit:
    """A unit inside a transport."""
    return unit(p, side, -500, -500, aboard=ride, placed=False, flying=False, **more)


def feature(name: str, kind: str, x0: float, y0: float, x1: float, y1: float, height: float = 3) -> tuple[str, Any]:
    """A rectangular piece of scenery of a kind."""
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    outline = [(round(x * INCH), round(y * INCH)) for x, y in corners]
    return kind, piece(name, outline, height=round(height * INCH), traits=KINDS[kind].traits)


def goal(name: str, x: float, y: float, **more: Any) -> Objective:
    return Objective(name=name, x=round(x * INCH), y=round(y * INCH), **more)


def table(*squads: Any, features: tuple[Any, ...] = (), **more: Any) -> Dropzone:
    """A game in its first round on 48 x 48 inches; each argument is a unit or a list of units: a squad."""
    units: list[Unit] = []
    made: list[Squad] = []
    flags = more.pop("flags", {})
    for q, some in enumerate(squads):
        mine = some if isinstance(some, list) else [some]
        ids = tuple(range(len(units), len(units) + len(mine)))
        units += [u.with_(squad=q, name=f"{u.name} {i}") for i, u in zip(ids, mine)]
        first = mine[0]
        plain = {
            "name": f"squad {q}", "side": first.side, "group": 0 if first.side == "blue" else 1,
            "category": first.profile.category, "units": ids, "original": sum(u.profile.dp for u in mine),
        }  # fmt: skip
        made.append(Squad(**{**plain, **flags.get(q, {})}))
    mission = Mission(
        name="test", goal=more.pop("goal", "mobile"), rounds=more.pop("rounds", 6), zones=ZONES,
        deploy=more.pop("deploy", ("table", "ready")), aerial_advantage=more.pop("aerial_advantage", True),
        links=more.pop("links", ()),
    )  # fmt: skip
    groups = more.pop(
        "groups",
        (
            Group(name="blue group", side="blue", category="Armour", status="table"),
            Group(name="red group", side="red", category="Armour", status="table"),
        ),
    )
    plain: dict[str, Any] = {
        "round": 1, "phase": "actions", "first": "blue", "next": "blue", "group": 0,
        "rulings": Rulings(**more.pop("rulings", {})),
    }  # fmt: skip
    terrain = Terrain(48 * INCH, 48 * INCH, tuple(p for _, p in features))
    return Dropzone(
        units=tuple(units), squads=tuple(made), groups=groups, sides=("blue", "red"), terrain=terrain,
        scenery=tuple(scenery(kind) for kind, _ in features), mission=mission, **{**plain, **more},
    )  # fmt: skip


def with_cards(s: Dropzone, blue: tuple[str, ...] = (), red: tuple[str, ...] = ()) -> Dropzone:
    """The same game with Command Cards: these in hand, all others still in the decks."""
    names = [card.name for card in DECK]
    decks = tuple(tuple(name for name in names if name not in hand) for hand in (blue, red))
    return s.with_(hands=(blue, red), decks=decks, spent=((), ()))


def run(procedure: Any, state: Dropzone, *args: Any, answers: tuple[Any, ...] = ()) -> Game[Dropzone]:
    """Run one procedure on a table; every answer has to be used."""
    script = Script(*answers)
    g: Game[Dropzone] = Game(state, script)
    procedure(g, *args)
    script.done()
    return g


def value(procedure: Any, state: Dropzone, *args: Any, answers: tuple[Any, ...] = ()) -> Any:
    """What one procedure returns."""
    script = Script(*answers)
    got = procedure(Game(state, script), *args)
    script.done()
    return got


def to(x: float, y: float) -> dict[str, Any]:
    """A straight way to a place in inches."""
    return {"points": [[round(x * INCH), round(y * INCH)]]}


def at(x: float, y: float) -> dict[str, Any]:
    """A place in inches."""
    return {"x": round(x * INCH), "y": round(y * INCH)}


def inside(u: Unit, piece_index: int, edge: int, terrain_spot: tuple[float, float]) -> Unit:
    """The unit in a garrison, shown at a spot in inches."""
    x, y = terrain_spot
    return u.with_(piece=piece_index, edge=edge, base=u.base.at(round(x * INCH), round(y * INCH)))
