"""What is shown is what is played: forecasts on a table and odds of hypothetical attacks, against fractions by hand."""

from fractions import Fraction
from itertools import product

import pytest
from games.dropzone.dropzone_table import BLADES, aboard, feature, goal, gun, inside, profile, table, to, unit

from hexless.games.dropzone import ruleset
from hexless.games.dropzone.damage import Blow, verdict, wounds
from hexless.games.dropzone.weapons import blasts, sure_hits
from hexless.kernel import Position, exact, foresee
from hexless.ruleset.attacks import attack_odds
from hexless.ruleset.foretold import foretold

F = Fraction
LOTS = 30


def at_target(shooter, target, **more):
    """A position in which a squad that shoots is asked at what."""
    s = table(unit(shooter, "blue", 10, 10), unit(target, "red", 10, 18), squad=0, **more)
    return Position(ruleset, s).play("shoot")


def lost(position, answer, unit_id=1, others="everything"):
    """The expected Damage Points that a unit loses by the forecast, which has to be exact."""
    found = foresee(position, position.request.seat, answer, others)
    assert found.exact
    before = found.before[unit_id].dp
    return found.ends.map(lambda end: before - end[unit_id].dp).mean()


def shown(**inputs):
    return attack_odds(ruleset, "shooting", inputs).mean


# Each row: the weapon, the type of target, the inputs of the odds, and the Damage expected, by hand.
# Energy 7 against Armour 7: a 1 does nothing, every other face is 9 or more, a Critical: 5/6 x 2 = 5/3 a hit.
# At Energy 5 (a glance of an Area weapon): 2 and 3 do 1, 4 to 6 do 2: 8/6 = 4/3 a hit.
TABLE = {
    "plain": ({"shots": 3}, {"kind": "tank"}, {"shots": 3}, 3 * F(2, 3) * F(5, 3)),
    "resilient": ({"shots": 3}, {"resilient": True}, {"shots": 3, "resilient": 1}, 3 * F(2, 3) * F(5, 6)),
    "devastator": (
        {"devastator": 3, "against": ("vehicle",)}, {}, {"shots": 1, "devastator": 3}, F(2, 3) * F(5, 3) * 3,
    ),
    "area": (
        {"area": True}, {"kind": "infantry"}, {"shots": 1, "area": 1, "target": "infantry"},
        F(7, 2) * (F(4, 6) * F(5, 3) + F(1, 6) * F(4, 3)),
    ),
    "penetrative": (
        {"penetrative": True, "energy": 1, "accuracy": -1}, {"armour": 14},
        {"shots": 1, "accuracy": -1, "energy": 1, "armour": 14, "penetrative": 1}, F(1, 6),
    ),
    "destroyer": (
        # 3 and 4 to hit roll for damage, 5 and 6 do 2 by themselves
        {"destroyer": 5}, {}, {"shots": 1, "destroyer": 5}, F(2, 6) * F(5, 3) + F(2, 6) * 2,
    ),
    "passive": ({}, {"passive": 5}, {"shots": 1, "passive": 5}, F(2, 3) * F(5, 3) * F(2, 3)),
    "reduced": ({"shots": 3, "reduced": 1}, {}, {"shots": 3, "reduced": 1, "lost": 1}, 2 * F(2, 3) * F(5, 3)),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLE)
def test_shown_is_played(name):
    """The table of the review: Resilient 1.67, Devastator-3 3.33, Area 4.67, Penetrative 1/6 a hit."""
    weapon, target, inputs, expected = TABLE[name]
    kind = target.get("kind", "tank")
    more = {key: value for key, value in target.items() if key != "kind"}
    shooter = profile(guns=(gun(**weapon),), dp=3)
    s = at_target(shooter, profile(kind, **{"armour": 7, "dp": LOTS, **more}))
    if name == "reduced":
        s = Position(ruleset, s.state.change(0, dp=2)).play("shoot")
        options = [answer for answer in s.request.question.options if answer == 1]
        assert lost(s, *options) == expected
    else:
        assert lost(s, 1) == expected
    assert shown(**{"energy": 7, "armour": 7, "accuracy": 3, **inputs}) == expected


def test_the_figures_of_the_review():
    figures = [round(float(TABLE[name][3]), 2) for name in ("resilient", "devastator", "area", "penetrative")]
    assert figures == [1.67, 3.33, 4.67, 0.17]


def test_a_declaration_reaches_the_dice_of_the_whole_squad():
    """The first of three tanks is asked; the others go on at the same target, and all dice fall."""
    three = [unit(profile(), "blue", 8 + 2 * k, 10) for k in range(3)]
    s = table(three, unit(profile(armour=7, dp=LOTS), "red", 10, 18), squad=0)
    assert lost(Position(ruleset, s).play("shoot"), 3, 3) == 3 * F(2, 3) * F(5, 3)


def test_an_action_is_foretold_too():
    s = table(unit(profile(), "blue", 10, 10), unit(profile(armour=7, dp=LOTS), "red", 10, 18), squad=0)
    assert lost(Position(ruleset, s), "shoot") == F(2, 3) * F(5, 3)


def test_a_flight_under_fire():
    """Each move of an aircraft says what AA weapons on the way would do, if they fire and if they do not."""
    flak = profile(guns=(gun(aa=0, accuracy=3, full=9, countered=9),))
    s = table(unit(profile("aircraft", armour=7, dp=5), "blue", 10, 10), unit(flak, "red", 10, 24), squad=0)
    position = Position(ruleset, s)
    # 5+ as a reaction (1/3); Energy 7 against 7: a Critical on 2 to 6
    assert lost(position, to(10, 20), 0) == F(1, 3) * F(5, 3)
    assert lost(position, to(10, 20), 0, "nothing") == 0
    assert lost(position, to(10, 12), 0) == 0
    found = foresee(position, "blue", to(10, 20))
    assert found.replies
    told = foretold(ruleset, found, "blue")
    assert [(change.was, change.now, change.p) for change in told.fates[0].changes if change.what == "DP"] == [
        ("5", "3", F(5, 18))
    ]


def test_the_shooter_in_reaction_sees_his_volley_alone():
    flak = profile(guns=(gun(aa=0, full=9, countered=9),))
    s = table(unit(profile("aircraft", armour=7, dp=5), "blue", 10, 10), unit(flak, "red", 10, 24), squad=0)
    position = Position(ruleset, s).play(to(10, 20))
    assert position.request.seat == "red"
    assert lost(position, True, 0) == F(1, 3) * F(5, 3)
    assert lost(position, False, 0) == 0


def test_a_search_is_foretold():
    s = table(unit(profile("infantry"), "blue", 10, 10), unit(profile(), "red", 40, 40), squad=0, round=3,
              objectives=(goal("cache", 10, 11, hidden=True),))  # fmt: skip
    found = foresee(Position(ruleset, s), "blue", "search")
    assert found.ends.map(lambda end: end.objectives[0].hidden).p(False) == F(1, 2)


def test_close_quarters_are_foretold():
    house = feature("house", "small-building", 8, 8, 12, 12)
    mine, theirs = profile("infantry"), profile("infantry", dp=LOTS)
    s = table(inside(unit(mine, "blue", 10, 8), 0, 0, (10, 8)), inside(unit(theirs, "red", 10, 12), 0, 2, (10, 12)),
              features=(house,), squad=0, rulings={"close_quarters_criticals": False})  # fmt: skip
    assert lost(Position(ruleset, s).play("shoot"), 1) == BLADES.shots * F(1, 2)


def test_cargo_of_a_transport_is_foretold():
    """A truck of 1 Damage Point dies on 5/9; then D3: on 1 its passenger takes 1 hit of Energy 10, on 2 two."""
    truck, foot = profile(dp=1, armour=7, carries="foot", room=2), profile("infantry", dp=LOTS)
    s = table(unit(profile(), "blue", 10, 10), unit(truck, "red", 10, 18), aboard(foot, "red", 1), squad=0)
    position = Position(ruleset, s).play("shoot")
    assert lost(position, 1, 2) == F(5, 9) * (F(1, 3) * F(5, 3) + F(1, 3) * F(10, 3))


BLOWS = [
    Blow(7, 10), Blow(7, 10, 1), Blow(7, 10, criticals=False), Blow(1, 12, six=True), Blow(7, 10, worth=3),
    Blow(7, 10, again="dz.cards.glancing-angles"), Blow(7, 10, retry="dz.cards.weak-seams"),
    Blow(8, 10, scenery=True, worth=2), Blow(7, 10, 1, cover_criticals=False), Blow(1, 18), Blow(9, 7),
]  # fmt: skip


@pytest.mark.parametrize("blow", BLOWS)
def test_damage_by_brute_force(blow):
    """Every way in which two dice, and two more for those that are rolled again, can fall."""
    found = {}
    for faces in product(range(1, 7), repeat=4):
        results = []
        for first, second in (faces[:2], faces[2:]):
            result = verdict(first, blow)
            rolled_again = blow.again if result else blow.retry
            results.append(verdict(second, blow) if rolled_again else result)
        criticals = results.count(2)
        end = blow.worth * (sum(map(bool, results)) + (0 if blow.scenery else criticals)), criticals
        found[end] = found.get(end, 0) + F(1, 6**4)
    dist = exact(wounds, 2, blow)
    assert {end: dist.p(end) for end in dist.weights} == found


@pytest.mark.parametrize(("least", "again"), [*product((2, 3, 4, 6), (False, True))])
def test_faces_that_count_by_brute_force(least, again):
    """Destroyer 5+ and Area weapons: what each face to hit is worth, misses rolled again with Walking Fire."""
    sure, area = {}, {}
    for faces in product(range(1, 7), repeat=4):
        shown = [second if again and first < least else first for first, second in (faces[:2], faces[2:])]
        top = sum(face >= max(5, least) for face in shown)
        end = sum(face >= least for face in shown) - top, top
        sure[end] = sure.get(end, 0) + F(1, 6**4)
        end = sum(face >= least for face in shown), sum(1 < face < least for face in shown)
        area[end] = area.get(end, 0) + F(1, 6**4)
    for dist, brute in ((exact(sure_hits, 2, least, 5, again), sure), (exact(blasts, 2, least, again), area)):
        assert {end: dist.p(end) for end in dist.weights} == brute
