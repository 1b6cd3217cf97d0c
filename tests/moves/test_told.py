"""What a ground tells of its ways: journeys with extra costs, shades, sketches; and contact that is all but made."""

from __future__ import annotations

from math import cos, pi, sin

import msgspec
import pytest

from hexless.kernel import IllegalAnswer, Refusal, to_json
from hexless.moves import Aim, Drill, Extra, Journey, March, Path, Place, Placing, Post, Spot, Walk, Way, touching
from hexless.moves.packed import NOBODY, packed
from hexless.table import Base, Terrain, gap, piece

MUD = piece("mud", [(8000, 0), (10000, 0), (10000, 20000), (8000, 20000)], traits=["mud"])
TERRAIN = Terrain(20000, 20000, (MUD,))
COSTS = TERRAIN.costs({"mud": 200})
ME = Base(5000, 10000, 500)
FOE = Base(14000, 10000, 500)


def fence(base: Base, way: Way) -> list[Extra]:
    """A fence at x = 6000 costs 700 to climb."""
    over = bool(way.points) and way.points[-1][0] > 6000
    return [Extra(700 * over, "climbing", "climb")]


def walk(allowance=12000, **more):
    more = {"others": packed((FOE,)), "names": ("foe",), **more}
    return Walk(terrain=TERRAIN, base=ME, allowance=allowance, costs=COSTS, rules={"too_far": "far"}, **more)


def test_a_journey_has_a_leg_for_each_ground_and_one_for_each_extra_cost():
    told = walk(on_top=fence).journey(Way(((12000, 10000),)))
    assert [(leg.length, leg.cost, leg.why) for leg in told.legs] == [
        (3000, 3000, ""),
        (2000, 4000, ""),
        (2000, 2000, ""),
        (0, 700, "climbing"),
    ]
    assert (told.length, told.cost, told.allowance) == (7000, 9700, 12000)
    assert msgspec.json.decode(to_json(told), type=Journey) == told


def test_extra_costs_are_counted_and_named():
    """The ground costs 9000: with 700 for the fence 9699 is too little and 9700 enough."""
    way = Way(((12000, 10000),))
    assert walk(9700, on_top=fence).check(way) is None
    refused = walk(9699, on_top=fence).check(way)
    assert refused == Refusal("that is 0.001 too far with climbing", "climb", {"points": way.points})
    assert walk(8999, on_top=fence).check(way).rule == "far"
    assert walk(9000).check(way) is None
    turn = walk(500, on_top=lambda base, way: [Extra(600 * (way.facing is not None), "turning")])
    assert turn.check(Way((), (1, 0))).rule == "far"
    assert turn.check(Way()) is None
    assert walk(9699, on_top=fence, touch=FOE).suggest(4) == []


def test_a_shade_has_the_cost_of_every_cell():
    told = walk(4000).shade()
    half = told.cell // 2
    places = (
        (i % told.columns * told.cell + half, i // told.columns * told.cell + half) for i in range(len(told.costs))
    )
    at = {(told.x + x, told.y + y): cost for (x, y), cost in zip(places, told.costs)}
    assert at[5000, 10000] == 0
    assert at[7000, 10000] == 2000
    assert at[9000, 10000] == -1
    assert max(told.costs) <= told.allowance == 4000


DRILL = Drill(terrain=TERRAIN, costs=COSTS, link=2500, leash=6000, on_top=fence)


def post(reach, base=ME):
    leader = Base(7000, 12000, 500)
    return Post(drill=DRILL, base=base, reach=reach, before=leader, leader=leader, taken=(leader,), near=(leader,),
                last=lambda: base, rest=lambda new: True)  # fmt: skip


def test_formations_tell_their_ways_like_a_single_base():
    march = March(walk=walk(on_top=fence), follow=lambda base, way: True, says="", rule="")
    question = Path(prompt="march", unit=0, ground=march)
    assert question.journey(Way(((12000, 10000),))).cost == 9700
    assert question.shade() == walk().shade()
    assert question.wire().ground.allowance == 12000
    by_hand = Place(prompt="place", unit=0, ground=post(5000))
    assert by_hand.journey(Spot(6500, 10500)).cost == 1581 + 700
    assert by_hand.check(Spot(6500, 10500)) is None
    assert Place(prompt="place", unit=0, ground=post(2280)).check(Spot(6500, 10500)) is not None
    assert by_hand.shade().allowance == 5000
    assert Place(prompt="place", unit=0, ground=post(None)).journey(Spot(6500, 10500)) is None
    assert Place(prompt="place", unit=0, ground=post(None)).shade() is None


def test_an_aim_tells_its_centre_its_reach_and_what_is_put_there():
    aim = Aim(centre=(5000, 5000), reach=3000, width=20000, depth=20000, judge=lambda x, y: None, radius=750)
    question = Place(prompt="template", ground=aim)
    told = question.wire()
    assert told.unit is None
    assert (told.ground.centre, told.ground.reach, told.ground.radius) == ((5000, 5000), 3000, 750)
    assert msgspec.json.decode(to_json(told))["ground"] == {"centre": [5000, 5000], "reach": 3000, "radius": 750}
    assert question.snapped(Spot(1, 2)) == Spot(1, 2)


@pytest.mark.parametrize("mirror", [1, -1])
def test_a_base_dropped_by_contact_makes_contact_in_every_direction(mirror):
    """Two millimetres short of it or into it; what goes on the tape touches. Three millimetres are left alone."""
    open_table, target = Terrain(40000, 40000), Base(20000, 20000, 500)
    for degree in range(0, 360, 5):
        c, s = cos(2 * pi * degree / 360), mirror * sin(2 * pi * degree / 360)
        base = Base(20000 + round(6000 * c), 20000 + round(6000 * s), 475)
        ground = Walk(terrain=open_table, base=base, allowance=7000, costs=open_table.costs(), others=packed((target,)),
                      names=("it",), touch=target)  # fmt: skip
        march = March(walk=msgspec.structs.replace(ground, touch=None), follow=lambda base, way: True, says="", rule="",
                      contact=(target,))  # fmt: skip
        zone = ((0, 0), (40000, 0), (40000, 40000), (0, 40000))
        yard = Placing(terrain=open_table, base=Base(0, 0, 475), outline=zone, costs=open_table.costs(),
                       others=packed((target,)), names=("it",), touch=target)  # fmt: skip
        for far in (975 - 75, 975 + 40, 975 + 75):
            drop = (20000 + round(far * c), 20000 + round(far * s))
            for question in (Path(prompt="", unit=0, ground=ground), Path(prompt="", unit=0, ground=march)):
                taped = question.judge(question.meant(Way((drop,))))
                assert touching(base.at(*taped.points[-1]), target)
                assert gap(Base(*drop), Base(*taped.points[-1])).distance <= 80
                assert question.meant(taped) == taped
            place = Place(prompt="", ground=yard)
            spot = place.judge(place.meant(Spot(*drop)))
            assert touching(Base(spot.x, spot.y, 475), target)
        near = Way(((20000 + round(1015 * c), 20000 + round(1015 * s)),))
        assert Path(prompt="", unit=0, ground=march).judge(near) == near  # what is on a tape was meant
        drop = Way(((20000 + round(1080 * c), 20000 + round(1080 * s)),))
        assert Path(prompt="", unit=0, ground=march).meant(drop) == drop
        with pytest.raises(IllegalAnswer):
            Path(prompt="", unit=0, ground=ground).judge(ground.snapped(drop))


def test_nothing_is_snapped_where_that_would_not_be_legal():
    """Contact would be beyond the allowance."""
    ground = walk(8040, touch=FOE, others=NOBODY)
    drop = Way(((FOE.x - 1050, FOE.y),))
    assert ground.snapped(drop) == drop
    assert walk(12000, touch=FOE).snapped(drop) != drop
