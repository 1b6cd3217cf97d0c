"""A tiny table: elements by hand on open ground, rules run on forced dice and answers."""

from types import SimpleNamespace

import pytest
from scripted import refused, run

from hexless.games.horizon_wars.model import Element, HorizonWars, Mission
from hexless.games.horizon_wars.rulings import Rulings
from hexless.moves import Way
from hexless.ruleset.maps import Zone
from hexless.table import Base, Terrain, piece

FACING = {"blue": (0, 1000), "red": (0, -1000)}


def ticks(inches):
    return round(inches * 1000)


def element(side, x, y, kind="mech", radius=1.0, facing=None, **fields):
    """An element of P 2, M 3, F 4, A 4, D 2 in inches; what is damaged from the start is said by `start`."""
    stats = {"P": 2, "M": 3, "F": 4, "A": 4, "D": 2} | {k: v for k, v in fields.items() if k in "PMFAD"}
    rest = {k: v for k, v in fields.items() if k not in "PMFAD"}
    fx, fy = facing or FACING[side]
    base = Base(ticks(x), ticks(y), radius=ticks(radius), fx=fx, fy=fy, height=1000)
    rest = {"name": f"{side} {kind}", "start": (stats["F"], stats["M"], stats["A"]), "placed": True} | rest
    return Element(side=side, kind=kind, base=base, **stats, **rest)


def ground(name, x0, y0, x1, y1, *traits, height=3.0):
    """A box of terrain."""
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    return piece(name, [(ticks(x), ticks(y)) for x, y in corners], height=ticks(height), traits=traits)


def battle(*units, pieces=(), size=(40, 40), rulings=None, mission=None, **fields):
    """A state in the middle of turn 1, everybody placed."""
    zones = tuple(
        Zone(((0, low), (40000, low), (40000, low + 8000), (0, low + 8000)), facing)
        for low, facing in ((0, (0, 1000)), (32000, (0, -1000)))
    )
    mission = {"name": "test", "goal": "objectives", "turns": 6, "zones": zones} | (mission or {})
    fields = {"turn": 1, "phase": "activate", "next": "blue"} | fields
    return HorizonWars(
        units=units,
        sides=("blue", "red"),
        terrain=Terrain(ticks(size[0]), ticks(size[1]), tuple(pieces)),
        mission=Mission(**mission),
        rulings=Rulings(**(rulings or {})),
        **fields,
    )


def to(x, y, facing=None):
    """A way straight to a point, in inches."""
    return Way(((ticks(x), ticks(y)),), facing)


def events(done, kind):
    return [event for event in done.log if event.kind == kind]


def options(done, prompt):
    """What was offered, each time that this was asked."""
    asks = [request.question for request, _ in done.made if hasattr(request, "question")]
    return [question.options for question in asks if question.prompt == prompt]


def at(state, unit):
    base = state[unit].base
    return base.x, base.y


@pytest.fixture
def hw():
    """All of it under one name."""
    return SimpleNamespace(
        element=element, ground=ground, battle=battle, run=run, refused=refused, to=to, events=events, options=options,
        at=at, ticks=ticks,
    )  # fmt: skip
