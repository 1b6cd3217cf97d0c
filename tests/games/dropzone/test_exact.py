"""Measured anywhere, not at samples: edges of garrisons, sight past corners, ways of aircraft; and limits all round."""

from math import cos, pi, sin

import pytest
from games.dropzone.dropzone_table import aboard, at, feature, goal, gun, profile, run, table, to, unit

from hexless.games.dropzone import aiming, boarding, commanders, crashes, entering, flight, losses, moving, objectives
from hexless.games.dropzone.deployment import begin_inside
from hexless.games.dropzone.lines import apart, piece_seen, share_seen
from hexless.games.dropzone.searching import scanners
from hexless.games.dropzone.unit_types import coherent
from hexless.kernel import Stream
from hexless.table import most_seen, piece

FOOT, TANK = profile("infantry"), profile()
APC = profile(carries="foot", room=3)
LONG = gun(full=-1, countered=-1)
AROUND = [(cos(2 * pi * k / 64), sin(2 * pi * k / 64)) for k in range(64)]
SLIDES = [k / 8 for k in range(-24, 25)]


def turned(x, y, *spots):
    """Spots in inches about the middle of the table, turned, in ticks."""
    return [(round(24000 + 1000 * (a * x - b * y)), round(24000 + 1000 * (a * y + b * x))) for a, b in spots]


def block(x, y, corners, kind="small-building", height=3):
    """A piece of scenery, turned about the middle of the table; and the index of the side between its first corners."""
    outline = turned(x, y, *corners)
    made = piece("house", outline, height=round(1000 * height), traits=feature("-", kind, 0, 0, 1, 1)[1].traits)
    first = next(e for e, p in enumerate(made.outline) if {p, made.outline[(e + 1) % 4]} == set(outline[:2]))
    return (kind, made), first


def guard(side, edge):
    return unit(FOOT, side, 24, 24).with_(piece=0, edge=edge)


HOUSE = [(-3, 0), (3, 0), (3, 4), (-3, 4)]  # its first side faces down


# ---- edges


@pytest.mark.parametrize(("x", "y"), AROUND)
def test_range_is_measured_from_anywhere_on_an_edge(x, y):
    """dz.garrisons.edge-shoots-out, dz.garrisons.edge-shot-at: 8 inches before any part of a wall, in 64 directions."""
    house, edge = block(x, y, HOUSE)
    for slide in SLIDES:
        ((px, py),) = turned(x, y, (slide, -7.999))
        s = table(guard("blue", edge), unit(TANK, "red", px / 1000, py / 1000), features=(house,))
        assert abs(apart(s, s[0], s[1]) - 7999) <= 1
        assert aiming.can_hit(s, 0, gun(full=8), 1)
        assert aiming.can_hit(s, 1, gun(full=8), 0)
        assert not aiming.can_hit(s, 0, gun(full=7), 1)


@pytest.mark.parametrize(("x", "y"), AROUND)
def test_crashes_and_collapses_reach_anywhere_on_an_edge(x, y):
    """dz.aircraft.crash-hits, dz.scenery.collapse-hits: from all along the wall, in 64 directions."""
    house, edge = block(x, y, HOUSE)
    for slide in SLIDES:
        for off, hit in ((1.998, [0]), (2.003, [])):
            ((px, py),) = turned(x, y, (slide, -off))
            s = table(guard("red", edge), unit(profile("aircraft"), "blue", px / 1000, py / 1000), features=(house,))
            assert crashes.near_units(s, s[1], 2, 1) == hit
    shed, _ = block(x, y, [(0.4, -1.998), (0.6, -1.998), (0.6, -2.5), (0.4, -2.5)])
    s = table(guard("red", edge), features=(house, shed))
    g = run(losses.damaged, s, 1, 10, answers=((2,), (2, 1)))
    assert g.state[0].dp == 2


def test_edges_that_face_each_other():
    """dz.play.measuring: between two garrisons the shortest way, from a wall to a corner."""
    left, right = (
        feature("left", "small-building", 10, 10, 14, 16),
        feature("right", "small-building", 17, 13.6, 20, 13.9),
    )
    mine = unit(FOOT, "blue", 14, 13).with_(piece=0, edge=1)
    s = table(mine, unit(FOOT, "red", 17, 14).with_(piece=1, edge=3), features=(left, right))
    assert apart(s, s[0], s[1]) == apart(s, s[1], s[0]) == 3000


def test_influence_and_cellars_are_measured_from_walls():
    """dz.cards.cellar-run, dz.commanders.cv-1: to the nearest part of a garrison."""
    here, there = feature("here", "small-building", 10, 10, 14, 20), feature("there", "small-building", 26, 13, 30, 14)
    boss = profile("infantry", command_centre=True)
    s = table(unit(boss, "blue", 14, 15, cv=3).with_(piece=0, edge=1), features=(here, there))
    assert entering.cellars(s, 0) == [1]
    assert commanders.covers(s, "blue", 1)


def test_a_garrison_that_a_zone_cuts_through():
    """dz.play.deployment: infantry may begin in it, though no corner of it is in the zone."""
    hall = feature("hall", "small-building", 10, 2, 38, 46)
    s = table(unit(FOOT, "blue", -500, -500, placed=False), features=(hall,))
    zone = ((20000, 0), (28000, 0), (28000, 48000), (20000, 48000))
    assert run(begin_inside, s, 0, zone, answers=(0, 1)).state[0].piece == 0


# ---- sight


@pytest.mark.parametrize(("x", "y"), AROUND)
def test_a_gap_between_the_samples_is_seen_through(x, y):
    """dz.play.line-of-sight: two crags leave a view of a third of a hull, beside its middle; in 64 directions."""
    left, _ = block(x, y, [(-9, -1), (0.15, -1), (0.15, 0), (-9, 0)], "crag", 9)
    right, _ = block(x, y, [(0.55, -1), (9, -1), (9, 0), (0.55, 0)], "crag", 9)
    (ax, ay), (bx, by) = turned(x, y, (0, -20), (0, 1.2))
    s = table(unit(TANK, "blue", ax / 1000, ay / 1000), unit(TANK, "red", bx / 1000, by / 1000), features=(left, right))
    assert aiming.can_hit(s, 0, LONG, 1)
    (wall, _) = block(x, y, [(-9, -1), (9, -1), (9, 0), (-9, 0)], "crag", 9)
    assert not aiming.can_hit(table(s[0], s[1], features=(wall,)), 0, LONG, 1)


def dense(s, a, b, n=80):
    """Sight by brute force: many points of an edge, or of the rim of a hull, each at its highest."""
    t = s.terrain

    def spots(u, looks):
        if u.piece is None and (looks or u.profile.kind == "infantry"):
            return [(u.base.x, u.base.y, u.base.z + u.base.height // 2)]
        if u.piece is None:
            r = u.base.radius
            rim = [
                (u.base.x + round(r * cos(2 * pi * k / n)), u.base.y + round(r * sin(2 * pi * k / n))) for k in range(n)
            ]
            return [(px, py, u.base.top) for px, py in [(u.base.x, u.base.y), *rim]]
        outline = t.pieces[u.piece].outline
        p, q = outline[u.edge], outline[(u.edge + 1) % 4]
        top = max(t.pieces[u.piece].top, u.base.height // 2)
        return [(p.x + (q.x - p.x) * k // n, p.y + (q.y - p.y) * k // n, top) for k in range(n + 1)]

    others = s.field.screens.past(a.squad, b.squad)
    return most_seen(t, spots(a, True), spots(b, False), t.having("solid"), others) > 0


def scattered(stream):
    """A table full of turned houses and crags, with units in the open, in the air and at edges."""
    pieces = []
    for k in range(14):
        (x, y), w, d = stream.choice(AROUND), stream.between(500, 3000) / 1000, stream.between(300, 2500) / 1000
        cx, cy = stream.between(-19000, 19000) / 1000, stream.between(-19000, 19000) / 1000
        corners = [(cx - w, cy - d), (cx + w, cy - d), (cx + w, cy + d), (cx - w, cy + d)]
        made = block(x, y, corners, "small-building" if k < 8 else "crag", stream.between(300, 6000) / 1000)[0]
        pieces += [made] if all(0 <= p.x <= 48000 and 0 <= p.y <= 48000 for p in made[1].outline) else []
    units = []
    for k in range(14):
        kind = stream.choice(["infantry", "tank", "walker", "aircraft"])
        x, y = stream.between(1000, 47000) / 1000, stream.between(1000, 47000) / 1000
        units.append(unit(profile(kind), "blue" if k % 2 else "red", x, y))
    s = table(*units, features=tuple(pieces))
    for k, u in enumerate(units):
        held = [p for p, (kind, _) in enumerate(pieces) if kind == "small-building"]
        if u.profile.kind == "infantry" and stream.below(3) and held:
            s = s.change(k, piece=stream.choice(held), edge=stream.below(4))
    return s


def test_sight_is_what_a_sweep_finds():
    """dz.play.line-of-sight: nobody is unseen whom a dense sweep sees, on twelve tables, from edges and to them."""
    seen = unseen = 0
    for k in range(12):
        s = scattered(Stream(k, "sight"))
        inside = [bool(s.terrain.at(u.base.centre)) and u.piece is None and not u.flying for u in s.units]
        for i, a in enumerate(s.units):
            for j, b in enumerate(s.units):
                if a.side != b.side and not (inside[i] or inside[j]) and (a.piece is None or a.piece != b.piece):
                    sees = share_seen(s, a, b)[0] > 0
                    assert sees or not dense(s, a, b), (k, i, j)
                    seen, unseen = seen + sees, unseen + (not sees)
    assert min(seen, unseen) > 200


@pytest.mark.parametrize(("x", "y"), AROUND)
def test_a_corner_of_a_house_is_enough_to_shoot_at_it(x, y):
    """dz.scenery.destructible-target: all but a piece of its wall is hidden; in 64 directions."""
    house, _ = block(x, y, HOUSE)
    crags = [block(x, y, [(a, -2), (b, -2), (b, -1), (a, -1)], "crag", 9)[0] for a, b in ((-12, 1.8), (2.1, 12))]
    ((px, py),) = turned(x, y, (2, -12))
    eye = unit(TANK, "blue", px / 1000, py / 1000)
    assert piece_seen(table(eye, features=(house, *crags)).terrain, eye, 0)
    wide, _ = block(x, y, [(-12, -2), (12, -2), (12, -1), (-12, -1)], "crag", 9)
    assert not piece_seen(table(eye, features=(house, wide)).terrain, eye, 0)


# ---- ways of aircraft


@pytest.mark.parametrize("along", range(2, 39))
def test_reaction_fire_anywhere_on_the_way(along):
    """dz.play.reaction-fire: a weapon of 3 inches beside any part of a way of 40 inches, on either side of it."""
    flak = profile(guns=(gun(aa=0, full=3, countered=3),))
    for side in (-1, 1):
        s = table(unit(profile("aircraft", mv=40), "blue", 4, 24), unit(flak, "red", 4 + along, 24 + side))
        g = run(moving.move, s, 0, answers=(to(44, 24), True, (1,), False))
        assert g.state[1].fired == (0,)
        far = s.change(1, base=s[1].base.at(s[1].base.x, 24000 + side * 4000))
        run(moving.move, far, 0, answers=(to(44, 24), False))


def test_reaction_fire_through_a_gap():
    """dz.play.line-of-sight: between two towers that hide both the middle of the way and its end."""
    walls = (feature("a", "crag", 2, 20, 13.7, 21, height=12), feature("b", "crag", 14.3, 20, 46, 21, height=12))
    flak = profile(guns=(gun(aa=0, full=-1, countered=-1),))
    s = table(unit(profile("aircraft", mv=40), "blue", 4, 24), unit(flak, "red", 14, 14), features=walls)
    g = run(moving.move, s, 0, answers=(to(44, 24), True, (1,), False))
    assert g.state[1].fired == (0,)
    assert len(flight.moments(s, 0, (4000, 24000), [(44000, 24000)])) == 3
    shut = table(s[0], s[1], features=(feature("a", "crag", 2, 20, 46, 21, height=12),))
    run(moving.move, shut, 0, answers=(to(44, 24), False))


def test_reaction_fire_on_the_way_in():
    """dz.play.reaction-fire: who comes on flies in from the edge."""
    flak = profile(guns=(gun(aa=0, full=3, countered=3),))
    s = table(unit(profile("aircraft"), "blue", -500, -500, placed=False), unit(flak, "red", 20, 4))
    g = run(moving.move, s, 0, answers=(at(20, 14), True, (1,), False))
    assert g.state[1].fired == (0,)
    near = s.change(1, base=s[1].base.at(20000, 2000))  # also at the very edge
    assert run(moving.move, near, 0, answers=(at(20, 0.9), True, (1,))).state[1].fired == (0,)


# ---- limits


@pytest.mark.parametrize(("x", "y"), AROUND)
def test_two_inches_are_two_inches_all_round(x, y):
    """dz.unit-types.coherency-infantry, dz.play.embark, dz.searching.who, dz.scanning.spend-tokens"""
    far, near = (24 + 2 * x, 24 + 2 * y), (24 + 1.9985 * x, 24 + 1.9985 * y)
    beyond = (24 + 2.002 * x, 24 + 2.002 * y)
    for (px, py), fine in ((near, True), (far, True), (beyond, False)):
        assert coherent(table([unit(FOOT, "blue", 24, 24), unit(FOOT, "blue", px, py)]), 0) is fine
        assert bool(boarding.rides(table(unit(APC, "blue", 24, 24), unit(FOOT, "blue", px, py)), 1)) is fine
        s = table(unit(FOOT, "blue", px, py), unit(APC, "blue", 24, 24, scan=True), objectives=(goal("it", 24, 24),))
        assert objectives.reaches(s, s[0], 0) is fine
        assert bool(scanners(s, 0)) is fine
    s = table(unit(APC, "blue", 24, 24), aboard(FOOT, "blue", 0))
    assert run(moving.move, s, 1, answers=(at(*far), {"points": []})).state[1].here
