"""What is measured on the table is the same in every direction: a hundredth of an inch to either side of each limit."""

import pytest
from games.orders.orders_table import TURNS, feature, kinds, spun, stand, table, tank, turned

from hexless.games.orders.attack import attack_power, defence, targets
from hexless.games.orders.bombard import shelter, touched
from hexless.games.orders.command import cost
from hexless.games.orders.sight import sees
from hexless.games.orders.terrain import walk
from hexless.games.orders.victory import holder
from hexless.moves import Way
from hexless.ruleset.maps import Objective

pytestmark = pytest.mark.parametrize(("k", "mirrored"), TURNS)


def test_range_and_the_nearest(k, mirrored):
    """or.attack.range, or.attack.nearest-target"""
    units = stand("a", "blue", 20, 18), stand("near", "red", 32.99, 18), stand("far", "red", 20, 5)
    s = turned(table(*units), k, mirrored)
    assert targets(s, 0, "AP") == [1]  # 11.99 against 12
    beyond = turned(table(units[0], stand("off", "red", 33.01, 18)), k, mirrored)
    assert targets(beyond, 0, "AP") == []
    hidden = turned(table(*units, smoke=((26000, 18000),)), k, mirrored)
    assert targets(hidden.change(0, ap_range=13), 0, "AP") == [2]


def test_the_template(k, mirrored):
    """or.bombard.template, or.play.template-size: 2 inches, and half an inch of the base"""
    s = turned(table(stand("in", "red", 26.49, 18), stand("out", "red", 21.49, 18)), k, mirrored)
    assert touched(s, *spun((24000, 18000), k, mirrored)) == [0]


def test_smoke(k, mirrored):
    """or.play.smoke-effect: all but a sliver hidden, then all"""
    for reach, seen in ((18.74, True), (18.76, False)):  # the cloud ends there; the line to the rim passes at 18.75
        cloud = ((24000, round((reach - 1.5) * 1000)),)
        s = table(stand("a", "blue", 14, 18.5, radius=10), stand("t", "red", 34, 18.5), smoke=cloud)
        assert sees(turned(s, k, mirrored), 0, 1).clear == seen


def test_moving(k, mirrored):
    """or.order.move, or.terrain.road, or.terrain.difficult, or.terrain.impassable"""
    road, mud = feature("road", 10, 17, 38, 19, "road"), feature("mud", 10, 22, 38, 30, "difficult")
    cliff = feature("cliff", 10, 8, 38, 9, "impassable")
    units = tank("t", "blue", 15, 18), tank("u", "blue", 15, 26), stand("f", "blue", 20, 12)
    s = turned(table(*units, features=(road, mud, cliff)), k, mirrored)

    def goes(unit, x, y):
        return walk(s, unit).check(Way((spun((round(x * 1000), round(y * 1000)), k, mirrored),))) is None

    assert [goes(0, x, 18) for x in (26.99, 27.01)] == [True, False]  # 12 inches of road on a move of 6
    assert [goes(1, x, 26) for x in (17.99, 18.01)] == [True, False]  # 3 of mud
    assert [goes(2, 20, y) for y in (9.51, 9.49)] == [True, False]  # up to the cliff


def test_standing_in_terrain(k, mirrored):
    """or.play.in-terrain, or.attack.defender, or.attack.elevated, or.bombard.shelter"""
    town = feature("town", 22, 16, 26, 20, "defensible", "shelter", "elevated")
    for x, inside in ((25.99, 1), (26.01, 0)):
        s = table(stand("a", "blue", x, 18, defender=True), stand("t", "red", 34, 18), features=(town,))
        s = turned(s, k, mirrored)
        assert (
            defence(s, 0).value
            == shelter(s, 0, dived=False).value
            == attack_power(s, 0, (), 1, "AP").value
            == 3 + inside
        )


def test_who_is_near(k, mirrored):
    """or.turn.outside-command, or.play.victory, or.order.mount"""
    rulings = {"command": "radius", "command_radius_in": 8}
    for x, price in ((32.99, 1), (33.01, 2)):
        s = table(stand("boss", "blue", 24, 18, cp=5), stand("a", "blue", x, 18), leader=0, cp=5, rulings=rulings)
        assert cost(turned(s, k, mirrored), 0, 1, "move").value == price
    for x, side in ((27.49, "blue"), (27.51, None)):
        s = turned(table(stand("a", "blue", x, 18)), k, mirrored)
        assert holder(s, Objective("o", *spun((24000, 18000), k, mirrored), 1)) == side
    for x, can in ((29.99, True), (30.01, False)):  # a move of 5 between the rims
        s = table(stand("a", "blue", 24, 18), tank("truck", "blue", x, 18, transport=1), phase="singles")
        assert ("mount" in kinds(turned(s, k, mirrored), 0)) == can
