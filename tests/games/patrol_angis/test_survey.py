"""Patrol Angis: what players may ask of the table."""

from hexless.games.patrol_angis.survey import SURVEY

Y30 = 41.4


def test_who_sees_whom_and_through_how_much_cover(pa):
    """pa.play.line-of-sight, pa.to-hit.infantry-cover-limit"""
    hedge, wood = pa.ground("hedge", 40, 20, 60, 22, "cover"), pa.ground("wood", 40, 20, 60, 31, "cover")
    house = pa.ground("house", 40, 20, 60, 30, "solid", height=9)
    units = pa.element("blue", 50, 10), pa.element("red", 50, Y30)
    seen = SURVEY.sees(pa.battle(*units, pieces=[hedge]), 0, 1)
    assert (seen.clear, seen.says) == (True, "in sight, 2 cm of cover between")
    assert SURVEY.sees(pa.battle(*units, pieces=[wood]), 0, 1).rule == "pa.to-hit.infantry-cover-limit"
    hidden = SURVEY.sees(pa.battle(*units, pieces=[house]), 0, 1)
    assert (hidden.clear, hidden.says) == (False, "no line of sight past house")


def test_where_it_goes_and_whom_it_threatens(pa):
    s = pa.battle(pa.element("blue", 50, 10), pa.element("red", 50, Y30), pa.element("red", 50, 110, name="far"))
    field = SURVEY.reach(s, 0)
    assert field.cost_at((50000, 19000)) is not None
    assert field.cost_at((50000, 21000)) is None
    assert SURVEY.reach(s.change(0, figures=()), 0) is None
    assert SURVEY.threat(s, 0).units == (1,)
    assert SURVEY.threat(s.change(0, figures=()), 0).units == ()
