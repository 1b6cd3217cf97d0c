"""What the table can be asked in Horizon Wars, through the server's own functions."""

import pytest

from hexless.ruleset import find
from hexless.server import inquiries, seat_view, wire
from hexless.server.catalogue import start


def shoots(question):
    """Whether a target is to be chosen."""
    return getattr(question, "about", "") == "target" and "hw.shoot.declare" in question.rules


def foreseen(match, answer):
    """What the seat that is asked is told of an answer."""
    return inquiries.foreseen(match, match.request.seat, wire.Foresee(id="a", answer=answer))


def in_reach(match):
    """The targets at which dice are thrown."""
    targets = [option for option in match.request.question.options if type(option) is int]
    return [target for target in targets if foreseen(match, target).forecasts[0].rolls]


@pytest.fixture(scope="module")
def fighting():
    """A game in which somebody is asked for a target, and has one in reach."""
    match = start(find("horizon-wars"), "meeting", (), {}, "survey")
    for _ in range(400):
        question = match.request.question
        if shoots(question) and in_reach(match):
            return match
        options = list(question.suggest(40))
        shots = [option for option in options if option in ("stand", "patrol+shoot")]
        match = match.play(shots[0] if shots else options[0])
    pytest.fail("nobody ever shot")


def test_the_question_names_who_acts(fighting):
    form = seat_view.question(fighting.request.question)
    assert fighting.state[form.by].side == fighting.request.seat


def test_a_forecast_shows_the_fate_of_the_target_and_every_modifier_row(fighting):
    target = in_reach(fighting)[0]
    found = foreseen(fighting, target)
    assert not found.says
    forecast = found.forecasts[0]
    assert (forecast.rolls, forecast.error, forecast.guessed) == (True, 0, False)
    fate = next(fate for fate in forecast.fates if fate.unit == target)
    assert (fate.name, fate.seat) != (None, fighting.request.seat)
    assert all(0 < p < 1 for _, p in fate.lost)
    assert all(0 < change.p < 1 for change in fate.changes)
    need = next(each for each in forecast.sums if each.name == "need")
    assert sum(row.value for row in need.rows) == need.value
    assert all(row.rule.startswith("hw.") for row in need.rows)


def test_a_forecast_has_the_range_that_is_then_played():
    """Both kinds of shot: standing, and after a move."""
    match = start(find("horizon-wars"), "meeting", (), {}, "played")
    wanted = ["stand", "patrol+shoot"]
    for _ in range(600):
        if not wanted or match.request is None:
            break
        question = match.request.question
        options = list(question.suggest(40))
        choice = next((option for option in wanted if option in options), options[0])
        if shoots(question) and type(choice) is int:
            forecast = foreseen(match, choice).forecasts[0]
            after = match.play(choice)
            shot = next(event for event in after.events if event.kind == "shot" and event.at > match.answers)
            assert (shot.data["need"].value, shot.data["need"].rows) in [
                (each.value, tuple(each.rows)) for each in forecast.sums
            ]
            match = after
        else:
            if choice in wanted:
                wanted.remove(choice)
            match = match.play(choice)
    assert not wanted, "not every kind of shot was fired"


def test_an_answer_that_is_not_legal_has_no_forecast_but_a_reason(fighting):
    found = foreseen(fighting, 4711)
    assert not found.forecasts
    assert "4711" in found.says
    with pytest.raises(inquiries.CannotTell):
        inquiries.foreseen(fighting, None, wire.Foresee(id="a", answer=4711))


def test_what_a_unit_sees_agrees_with_the_tape_measure(fighting):
    question, seat = fighting.request.question, fighting.request.seat
    seen = inquiries.overlay(fighting, seat, wire.Overlay(id="a", unit=question.by, show="sees")).units
    tokens = [token.unit for token in seat_view.scene(fighting, seat).tokens if not token.gone]
    assert set(seen) >= {option for option in question.options if type(option) is int}
    for other in tokens:
        if other != question.by:
            said = wire.Measure(id="a", start=wire.At(unit=question.by), end=wire.At(unit=other))
            tape = inquiries.measure(fighting, seat, said)
            assert tape.sight.clear == (other in seen)
            assert {stroke.look for stroke in tape.sight.strokes} & {"clear" if tape.sight.clear else "blocked"}
            assert tape.arc
            back = inquiries.overlay(fighting, seat, wire.Overlay(id="a", unit=other, show="seen-by")).units
            assert (question.by in back) == (other in seen)


def test_threat_is_what_the_question_offers(fighting):
    question, seat = fighting.request.question, fighting.request.seat
    found = inquiries.overlay(fighting, seat, wire.Overlay(id="a", unit=question.by, show="threat"))
    assert set(found.units) == {option for option in question.options if type(option) is int}


def test_reach_is_a_grid_of_costs(fighting):
    seat = fighting.request.seat
    unit = next(i for i, e in enumerate(fighting.state.units) if e.here and e.M)
    grid = inquiries.overlay(fighting, seat, wire.Overlay(id="a", unit=unit, show="reach")).grid
    assert len(grid.values) == grid.columns * grid.rows
    base = fighting.state[unit].base
    column, row = (base.x - grid.x) // grid.cell, (base.y - grid.y) // grid.cell
    assert grid.values[row * grid.columns + column] == 0
    assert max(grid.values) <= grid.high
    assert -1 in grid.values


def test_a_trial_of_a_move_tells_its_legs_and_its_cost():
    match = start(find("horizon-wars"), "meeting", (), {}, "trial")
    while match.request.question.kind != "Path":
        options = list(match.request.question.suggest(40))
        match = match.play("patrol" if "patrol" in options else options[0])
    question, seat = match.request.question, match.request.seat
    way = {"points": [list(point) for point in question.suggest(1)[0].points], "facing": None}
    tried = inquiries.trial(match, seat, wire.Trial(id="a", answer=way))
    assert tried.refusal is None
    journey = tried.journey
    assert journey.cost == sum(leg.cost for leg in journey.legs) <= journey.allowance
    shade = inquiries.shade(match, seat, wire.Shading(id="a")).shade
    assert len(shade.costs) == shade.columns * shade.rows
    assert max(shade.costs) <= shade.allowance == journey.allowance
    with pytest.raises(inquiries.CannotTell):
        inquiries.shade(match, None, wire.Shading(id="a"))
    far = inquiries.trial(match, seat, wire.Trial(id="a", answer={"points": [[1000, 1000], [35000, 35000]]}))
    assert far.refusal.rule.startswith("hw.")
    assert far.refusal.witness
    with pytest.raises(inquiries.CannotTell):
        inquiries.trial(match, None, wire.Trial(id="a", answer=way))
