"""What Troop Elements could do to each other, as bots weigh it."""

from hexless.games.patrol_angis import peril
from hexless.games.patrol_angis.peril import perils
from hexless.games.patrol_angis.worth import score


def facing(pa, *pieces, **fields):
    """Five against three, 30 cm apart."""
    return pa.battle(pa.element("blue", 50, 50, 5, **fields), pa.element("red", 50, 80, 3), pieces=pieces)


def ahead(s):
    blue, red = perils(s)
    return blue - red


def test_who_is_not_seen_is_not_in_peril(pa):
    house = pa.ground("house", 30, 60, 70, 65, "solid", height=4)
    assert perils(facing(pa, house)) == (0, 0)
    assert ahead(facing(pa)) > 0


def test_who_has_tokens_threatens_more(pa):
    found = [ahead(facing(pa, tokens=tokens)) for tokens in range(4)]
    assert found == sorted(set(found))


def test_in_the_last_turn_only_those_with_tokens_count(pa):
    assert perils(facing(pa).with_(turn=6)) == (0, 0)
    assert ahead(facing(pa, tokens=1).with_(turn=6)) > 0


def test_cover_spares_who_stands_in_it(pa):
    wood = pa.ground("wood", 40, 40, 60, 55, "cover")
    assert ahead(facing(pa, wood)) > ahead(facing(pa))


def test_a_commander_in_sight_is_worth_more_than_his_points(pa):
    assert ahead(facing(pa, commander=True)) < ahead(facing(pa))


def test_a_charge_needs_no_sight(pa):
    knives = pa.element("blue", 50, 50, 6, melee=3, weapons=())
    wall = pa.ground("wall", 40, 54, 60, 54.5, "solid", height=3)
    s = pa.battle(knives, pa.element("red", 50, 58, 2, weapons=()), pieces=(wall,))
    assert ahead(s) > 0


def test_what_was_found_out_before_changes_nothing(pa):
    """Only the pairs of those who have changed are looked at anew."""
    s = pa.battle(pa.element("blue", 50, 50, 5), pa.element("blue", 60, 50, 2), pa.element("red", 50, 80, 3, tokens=1))
    gone = s.units[2].with_(figures=s.units[2].figures[:1])
    near = tuple([f.with_(base=f.base.at(f.base.x, f.base.y + 9000)) for f in s.units[0].figures])
    states = [s, s.change(0, tokens=2), s.change(0, figures=near, moved=True), s.change(2, placed=False),
              s.with_(units=(*s.units[:2], gone)), s.with_(winner="red"), s]  # fmt: skip
    kept = [score(each, "blue") for each in states]
    anew = []
    for each in states:
        peril._latest.clear()
        anew.append(score(each, "blue"))
    assert kept == anew
    assert kept[0] == kept[-1]
    assert len(set(kept)) > 4
