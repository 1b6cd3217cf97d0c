"""The special rules of weapons, and Behemoths."""

from games.dropzone.dropzone_table import feature, gun, inside, profile, run, table, unit, value

from hexless.games.dropzone import aiming, losses, moving, shooting, weapons
from hexless.games.dropzone.accuracy import Sighting, accuracy, look, scenery_accuracy
from hexless.games.dropzone.aiming import Shot, can_hit, combined, idle, shots_of
from hexless.games.dropzone.choices import allowance
from hexless.games.dropzone.lines import share_seen
from hexless.games.dropzone.shooting import shoot

FOOT, TANK = profile("infantry"), profile()


def armed(**special):
    return profile(guns=(gun(**special),))


def duel(weapon, target, far=8):
    return table(unit(profile(guns=(weapon,)), "blue", 10, 10), unit(target, "red", 10, 10 + far))


def test_alternate_profiles():
    """dz.play.weapon-alternate"""
    p = profile(guns=(gun(alt=1), gun(name="other", alt=1), gun(name="third")))
    s = table(unit(p, "blue", 10, 10, fired=(0,)))
    assert idle(s, 0, 1)[1] == "dz.play.weapon-alternate"
    assert idle(s, 0, 2) is None
    g = run(shoot, table(unit(p, "blue", 10, 10), unit(TANK, "red", 10, 18)), 0, answers=(1, 1, (1,), (1,)))
    assert g.state[0].fired == (0, 2)


def test_area():
    """dz.play.weapon-area: all within 2 inches of the target; a near miss the target alone at -2; D6 v infantry"""
    blast = gun(area=True, energy=8)
    s = table(
        unit(profile(guns=(blast,)), "blue", 10, 10),
        unit(TANK, "red", 10, 18),
        unit(TANK, "red", 12.7, 18),
        unit(FOOT, "red", 10, 20),
        unit(TANK, "red", 12.8, 18 + 2),
    )
    g = run(shoot, s, 0, answers=(1, (3,), (2,), (2,), (4,), (1, 1, 1, 2)))
    assert [u.dp for u in g.state.units] == [2, 1, 1, 2, 2]
    g = run(shoot, s, 0, answers=(1, (2,), (4,)))  # a miss: 4 + 6 against 10
    assert [u.dp for u in g.state.units] == [2, 1, 2, 4, 2]
    assert run(shoot, s, 0, answers=(1, (1,))).state.units[1].dp == 2
    house = feature("house", "small-building", 20, 20, 24, 24)
    mine = [inside(unit(FOOT, "red", 22, 20), 0, edge, (22, 20)) for edge in (0, 0, 2)]
    s = table(unit(profile(guns=(blast,)), "blue", 22, 12), mine, features=(house,))
    assert weapons.under_template(s, 1) == [1, 2]


def test_articulated():
    """dz.play.weapon-articulated: sight from 1 inch above the hull."""
    ridge = feature("ridge", "crag", 8, 13, 12, 13.5, height=1.2)
    s = table(unit(TANK, "blue", 10, 10), unit(TANK, "red", 10, 14.4), features=(ridge,))
    assert share_seen(s, s[0], s[1], True)[0] > share_seen(s, s[0], s[1])[0]


def test_destroyer():
    """dz.play.weapon-destroyer: a 5 to hit is a Critical without a damage roll; other hits are as usual."""
    g = run(shoot, duel(gun(destroyer=5, shots=2, energy=1), profile(dp=4)), 0, answers=(1, (5, 3), (6,)))
    assert g.state[1].dp == 2
    g = run(shoot, duel(gun(destroyer=5), profile(dp=4, resilient=True)), 0, answers=(1, (6,)))
    assert g.state[1].dp == 3


def test_devastator_and_penetrative():
    """dz.play.weapon-devastator, dz.play.weapon-penetrative"""
    g = run(shoot, duel(gun(devastator=2, against=("vehicle",)), profile(dp=6)), 0, answers=(1, (3,), (5,)))
    assert g.state[1].dp == 2  # a Critical of 2 x 2
    g = run(shoot, duel(gun(energy=1, penetrative=True), profile(dp=2)), 0, answers=(1, (3,), (6,)))
    assert g.state[1].dp == 1


def test_focus():
    """dz.play.weapon-focus: three hits kept as one have Energy 3 + 2 x 3."""
    s = duel(gun(focus=3, shots=3, energy=3), profile(dp=4))
    g = run(shoot, s, 0, answers=(1, (3, 4, 5), 1, (3,)))  # 3 + 9 against 10: a Critical
    assert g.state[1].dp == 2
    g = run(shoot, s, 0, answers=(1, (3, 4, 5), 3, (6,), (6,), (6,)))
    assert g.state[1].dp == 4


def test_indirect():
    """dz.play.weapon-indirect: sight from a Scout, or 5+ at what nobody sees, which is not Hull Down."""
    wall = feature("wall", "crag", 6, 13, 14, 14, height=6)
    scout = unit(profile(scout=True), "blue", 18, 18)
    s = table(unit(armed(indirect=True), "blue", 10, 10), unit(TANK, "red", 10, 18), features=(wall,))
    assert can_hit(s, 0, gun(indirect=True), 1)
    assert not can_hit(s, 0, gun(), 1)
    assert [row.value for row in accuracy(s, 0, gun(indirect=True), 1).rows] == [5]
    spotted = table(*s.units, scout, features=(wall,))
    assert look(spotted, 0, gun(indirect=True), 1).spotted
    assert accuracy(spotted, 0, gun(indirect=True), 1).value == 3


def test_limited():
    """dz.play.weapon-limited"""
    s = duel(gun(limited=1), TANK)
    g = run(shoot, s, 0, answers=(1, (1,)))
    assert g.state[0].used == (0,)
    later = g.state.change(0, fired=())
    assert idle(later, 0, 0)[1] == "dz.play.weapon-limited"


def test_reduced():
    """dz.play.weapon-reduced: a Shot fewer a Damage Point lost; combined into one of Energy +1 each, at most 9."""
    rifles = gun(shots=5, energy=3, reduced=1)
    hurt = unit(profile("infantry", guns=(rifles,)), "blue", 10, 10, dp=2)
    assert shots_of(hurt, rifles) == 3
    assert (combined(hurt, rifles).shots, combined(hurt, rifles).energy) == (1, 5)
    assert combined(hurt.with_(dp=4), gun(shots=9, energy=6, reduced=1)).energy == 9
    s = table(hurt, unit(TANK, "red", 10, 18))
    g = run(shoot, s, 0, answers=(1, "one", (3,), (5,)))  # 5 + 5 reaches 10
    assert g.state[1].dp == 1
    assert shots_of(unit(profile("infantry", guns=(gun(reduced=2),)), "blue", 1, 1, dp=2), gun(reduced=2)) == 0


def test_strafe():
    """dz.play.weapon-strafe: again at the same unit, or at one within 3 inches of a target."""
    p = armed(strafe=3)
    s = table(
        unit(p, "blue", 10, 10), unit(TANK, "red", 10, 18), unit(TANK, "red", 13, 18), unit(TANK, "red", 16.1, 18)
    )
    g = run(shooting.allocate, s, 0, 0, answers=(1, 2, None))
    assert g.state[0].fired == (0,)
    shots = value(shooting.allocate, s, 0, 0, answers=(1, 2, 2))
    assert shots == [Shot(0, 0, 1), Shot(0, 0, 2), Shot(0, 0, 2)]


def test_tech_killer():
    """dz.play.weapon-tech-killer"""
    house = feature("house", "small-building", 8, 16, 12, 20)
    s = table(unit(armed(tech_killer=True), "blue", 10, 10), features=(house,))
    assert aiming.pieces_for(s, 0, gun(tech_killer=True)) == []
    assert aiming.pieces_for(s, 0, gun()) == [0]
    assert not aiming.can_shoot(s, 0)


def test_energy_thirteen_beats_countermeasures():
    """dz.damage.passive-countermeasures"""
    g = run(shoot, duel(gun(energy=13), profile(armour=18, passive=2)), 0, answers=(1, (3,), (5,)))
    assert g.state[1].dp == 1


def test_behemoth_zones():
    """dz.play.behemoth-zones: zones 6, 4 and 4 with two thresholds each; destroyed with two at 0."""
    big = profile("behemoth", armour=10)
    s = duel(gun(energy=9), big, far=10)
    g = run(shoot, s, 0, answers=(1, 1, (3,), (2,)))  # aimed at the Legs, 2 + 9: 1 Damage
    assert g.state[1].zones == (6, 3, 4)
    # a second point takes the Legs to 2 of 4, a threshold: another zone loses 1
    g = run(losses.hurt_zone, g.state, 1, 1, 1, answers=(2,))
    assert g.state[1].zones == (6, 2, 3)
    assert g.state[1].dp == 11
    assert allowance(g.state, 1)[0] == 4000  # Legs crippled once
    end = g.state.change(1, zones=(6, 0, 1), dp=7)
    g = run(losses.hurt_zone, end, 1, 2, 1, answers=((2,),))
    assert not g.state[1].alive
    assert g.state.kills == (30, 0)


def test_a_behemoth_tramples_and_falls():
    """dz.play.behemoth-zones: D3 hits of Energy 10 where it ends its move; a die of hits and inches at its end."""
    big = profile("behemoth", mv=8)
    near, far = unit(TANK, "red", 10, 18), unit(TANK, "red", 10, 18.1 + 2)
    s = table(unit(big, "blue", 10, 10), near.with_(base=near.base.at(12300, 16000)), far)
    g = run(moving.walk, s, 0, [], answers=({"points": [[10000, 16000]]}, (1,), (2,)))
    assert [u.dp for u in g.state.units] == [14, 0, 2]  # 2 + 10 against 10: a Critical
    s = table(unit(big, "blue", 10, 10), unit(TANK, "red", 10, 12.2), unit(TANK, "red", 10, 15))
    g = run(losses.destroy, s, 0, answers=((3,), (1, 1, 2)))
    assert [u.dp for u in g.state.units] == [0, 0, 2]
    g = run(losses.destroy, s, 0, answers=((1,), (6,)))
    assert [u.alive for u in g.state.units] == [False, False, False]


# ---- the same rules against scenery, and their finer points


BARN = feature("barn", "small-building", 8, 16, 12, 20)


def siege(weapon, **more):
    return table(unit(profile(guns=(weapon,)), "blue", 10, 10), features=(BARN,), **more)


def test_the_template_leaves_scenery_alone():
    """dz.play.weapon-area: scenery that the template touches takes nothing; as a target it takes D3 hits a hit."""
    blast = gun(area=True, energy=8)
    s = table(unit(profile(guns=(blast,)), "blue", 10, 8), unit(TANK, "red", 10, 15), features=(BARN,))
    g = run(shoot, s, 0, answers=(1, (3,), (1,)))
    assert g.state.scenery[0].dp == 10
    g = run(shoot, siege(blast), 0, answers=("scenery", (2,), (2,), (2, 3)))  # 2 hits: 10 and 11 against 10
    assert g.state.scenery[0].dp == 8


def test_destroyer_against_scenery():
    """dz.play.weapon-destroyer: a Critical, which does 1 Damage to scenery and leaves a token."""
    g = run(shoot, siege(gun(destroyer=5, shots=3, energy=1)), 0, answers=("scenery", (5, 6, 2), (6,)))
    assert (g.state.scenery[0].dp, g.state.scenery[0].tokens) == (8, 2)


def test_focus_against_scenery():
    """dz.play.weapon-focus: two hits kept as one have Energy 3 + 3."""
    g = run(shoot, siege(gun(focus=3, shots=2, energy=3)), 0, answers=("scenery", (2, 3), 1, (4,)))
    assert g.state.scenery[0].dp == 9


def test_indirect_against_scenery():
    """dz.play.weapon-indirect: 5+ at scenery that nobody sees, 2+ if a Scout does."""
    wall = feature("wall", "crag", 2, 13, 18, 14, height=6)
    mortar = gun(indirect=True)
    s = table(unit(profile(guns=(mortar,)), "blue", 10, 10), features=(BARN, wall))
    assert aiming.pieces_for(s, 0, gun()) == []
    assert aiming.pieces_for(s, 0, mortar) == [0]
    assert scenery_accuracy(s, 0, mortar, 0).value == 5
    spotted = table(*s.units, unit(profile(scout=True), "blue", 20, 24), features=(BARN, wall))
    assert scenery_accuracy(spotted, 0, mortar, 0).value == 2


def test_a_scout_sees_better():
    """dz.play.weapon-indirect: sight from the Scout who does not see the target Hull Down."""
    ridge = feature("ridge", "crag", 6, 15, 14, 15.5, height=0.8)
    mortar = gun(indirect=True)
    s = table(unit(profile(guns=(mortar,)), "blue", 10, 10), unit(TANK, "red", 10, 17), features=(ridge,))
    assert look(s, 0, mortar, 1) == Sighting(True, True)
    spotted = table(*s.units, unit(profile(scout=True), "blue", 10, 22), features=(ridge,))
    assert look(spotted, 0, mortar, 1) == Sighting(True, False, True)


def test_articulated_against_scenery():
    """dz.play.weapon-articulated: the piece is seen from 1 inch above the hull."""
    low = feature("low", "barricade", 8, 30, 12, 30.8, height=0.2)
    ridge = feature("ridge", "crag", 0, 13, 20, 13.5, height=1.2)
    s = table(unit(TANK, "blue", 10, 12), features=(low, ridge))
    far = gun(full=30, countered=30)
    assert aiming.pieces_for(s, 0, far) == []
    assert aiming.pieces_for(s, 0, far.with_(articulated=True)) == [0]


def test_combined_fire_at_anything():
    """dz.play.weapon-reduced: also at infantry and scenery; at aircraft only combined, within 6 inches."""
    rifles = gun(shots=4, energy=3, reduced=1)
    mine = unit(profile("infantry", guns=(rifles,)), "blue", 10, 10)
    g = run(shoot, table(mine, unit(FOOT, "red", 10, 18)), 0, answers=(1, "one", (3,), (3,)))  # 3 + 6 against 7
    assert g.state[1].dp == 2
    g = run(shoot, table(mine, features=(BARN,)), 0, answers=("scenery", "one", (2,), (4,)))  # 4 + 6 against 10
    assert g.state.scenery[0].dp == 9
    high = profile("aircraft")
    assert aiming.targets_of(table(mine, unit(high, "red", 10, 15)), 0, rifles) == [1]
    assert aiming.targets_of(table(mine, unit(high, "red", 10, 16)), 0, rifles) == []  # diagonally


def test_flame_reaches_any_edge():
    """dz.play.weapon-flame: it aims at the nearest edge of a garrison, wherever in it the infantry is."""
    flames = gun(flame=True, full=6, countered=6)
    for edge, spot in ((2, (10, 20)), (-1, (10, 18))):
        s = table(unit(profile(guns=(flames,)), "blue", 10, 10), inside(unit(FOOT, "red", 10, 18), 0, edge, spot),
                  features=(BARN,))  # fmt: skip
        assert can_hit(s, 0, flames, 1)
        assert not can_hit(s, 0, flames.with_(full=5), 1)
        assert not can_hit(s, 0, gun(), 1)


def test_strafing_a_behemoth_asks_for_its_zones():
    """dz.play.weapon-strafe, dz.play.behemoth-zones"""
    s = duel(gun(strafe=2), profile("behemoth"))
    shots = value(shooting.allocate, s, 0, 0, answers=(1, 2, 1, 0))
    assert [(shot.target, shot.zone) for shot in shots] == [(1, 2), (1, 0)]
