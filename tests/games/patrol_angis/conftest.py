"""A tiny table: Troop Elements by hand on open ground, rules run on forced dice and answers."""

from types import SimpleNamespace

import pytest
from scripted import refused, run

from hexless.games.patrol_angis.model import (
    Element,
    Figure,
    Mission,
    PatrolAngis,
    Platoon,
    Profile,
    Weapon,
)
from hexless.games.patrol_angis.rulings import Rulings
from hexless.moves import Way
from hexless.ruleset.maps import Objective, Zone
from hexless.table import Base, Terrain, piece

RADIUS = {"infantry": 0.7, "portable": 0.7, "vehicle": 1.5}
OFFSETS = ((0, 0), (2, 0), (-2, 0), (4, 0), (-4, 0), (0, -2), (2, -2), (-2, -2), (4, -2), (-4, -2))
FACING = {"blue": (0, 1000), "red": (0, -1000)}


def ticks(cm):
    return round(cm * 1000)


def weapon(name="rifle", point_blank=25, range=60, dice=1, strength=2, **fields):  # noqa: A002
    return Weapon(name=name, point_blank=point_blank, range=range, dice=dice, strength=strength, **fields)


RIFLE = weapon()
TUBE = weapon("tube", 20, 60, 2, 3, aoe=3, support=True)
PISTOL = weapon("pistol", 10, 20, 1, 1)


def profile(kind="infantry", **fields):
    """AR 1, DMR 1, Movement Rate 10, 24 points, a rifle."""
    plain = {"name": "trooper", "move": 10, "AR": 1, "DMR": 1, "points": 24, "weapons": (RIFLE,)}
    return Profile(kind=kind, **{**plain, **fields})


def element(side, x, y, n=1, kind="infantry", profiles=None, facing=None, platoon=None, **fields):
    """n like figures (or the given profiles) about a leader, 2 cm apart; other fields go to the Troop Element."""
    own = {k: fields.pop(k) for k in list(fields) if k in Profile.__struct_fields__ and k != "name"}
    people = profiles or [profile(kind, **own)] * n
    fx, fy = facing or FACING[side]
    step = 1.7 if kind == "vehicle" else 1
    figures = []
    for p, (dx, dy) in zip(people, OFFSETS):
        base = Base(ticks(x + dx * step), ticks(y + dy * step), radius=ticks(RADIUS[kind]), fx=fx, fy=fy, height=1500)
        figures.append(Figure(p, base))
    if fields.pop("commander", False):
        figures[0] = figures[0].with_(commander=True)
    full = fields.pop("full", sum(not p.platform for p in people))
    plain = {"name": f"{side} {kind}", "placed": True, "platoon": ("blue", "red").index(side)}
    if platoon is not None:
        plain["platoon"] = platoon
    return Element(side=side, kind=kind, figures=tuple(figures), full=full, **{**plain, **fields})


def ground(name, x0, y0, x1, y1, *traits, height=0.0):
    """A box of terrain."""
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    return piece(name, [(ticks(x), ticks(y)) for x, y in corners], height=ticks(height), traits=traits)


def battle(*units, pieces=(), size=(120, 120), rulings=None, mission=None, platoons=None, objectives=(), **fields):
    """A state in the middle of turn 1 that blue won the initiative of."""
    width, depth = ticks(size[0]), ticks(size[1])
    zones = tuple(
        Zone(((0, low), (width, low), (width, low + 20000), (0, low + 20000)), facing)
        for low, facing in ((0, (0, 1000)), (depth - 20000, (0, -1000)))
    )
    marks = tuple(Objective(name, ticks(x), ticks(y), points) for name, x, y, points in objectives)
    plan = {"name": "test", "goal": "meeting", "turns": 6, "zones": zones, "objectives": marks} | (mission or {})
    plain = {"turn": 1, "phase": "activate", "next": "blue", "winner": "blue"}
    return PatrolAngis(
        units=units,
        platoons=platoons or (Platoon("first", "blue"), Platoon("second", "red")),
        sides=("blue", "red"),
        terrain=Terrain(width, depth, tuple(pieces)),
        mission=Mission(**plan),
        rulings=Rulings(**(rulings or {})),
        **{**plain, **fields},
    )


def to(*points, facing=None):
    """A way through points, in cm."""
    return Way(tuple((ticks(x), ticks(y)) for x, y in points), facing)


def events(done, kind):
    return [event for event in done.log if event.kind == kind]


def asked(done):
    """The prompts of all questions that were asked."""
    return [request.question.prompt for request, _ in done.made if hasattr(request, "question")]


def options(done, about):
    """What was offered, each time that options about this were."""
    asks = [request.question for request, _ in done.made if hasattr(request, "question")]
    return [question.options for question in asks if getattr(question, "about", None) == about]


def at(state, unit, figure=0):
    base = state[unit].figures[figure].base
    return base.x / 1000, base.y / 1000


def rows(total):
    """The rows of a total as {rule: value}."""
    return {row.rule.removeprefix("pa."): row.value for row in total.rows}


STAY = Way()


@pytest.fixture
def pa():
    """All of it under one name."""
    return SimpleNamespace(
        weapon=weapon, profile=profile, element=element, ground=ground, battle=battle, run=run, refused=refused, to=to,
        events=events, asked=asked, options=options, at=at, rows=rows, ticks=ticks, RIFLE=RIFLE, TUBE=TUBE,
        PISTOL=PISTOL, STAY=STAY,
    )  # fmt: skip
