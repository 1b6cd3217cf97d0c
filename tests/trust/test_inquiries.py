"""Whatever a page asks of a table, it gets an answer or a sentence: of units that are there or not, and nonsense."""

import pytest

from hexless.kernel import Stream
from hexless.ruleset import find, names
from hexless.server import inquiries, wire
from hexless.server.catalogue import start

SHOWS = ("sees", "seen-by", "reach", "threat")
NONSENSE = (None, 1 << 60, "x", [], {}, {"points": [[0, 0]] * 40}, {"x": 1 << 20, "y": -5}, [[0, 1]], True)


def moments(rules, many, every):
    """Some moments of a game that is played at random."""
    match, stream = start(rules, None, (), {}, "inquiries"), Stream("inquiries", "play")
    for n in range(many * every):
        if match.request is None:
            return
        if n % every == 0:
            yield match
        asks = getattr(match.request, "asks", (match.request,))
        answers = [ask.question.sample(stream) for ask in asks]
        match = match.play(answers if hasattr(match.request, "asks") else answers[0])


def asked(match, ask, *args):
    try:
        return ask(match, *args)
    except inquiries.CannotTell:
        return None


@pytest.mark.parametrize("game", names())
def test_every_question_about_a_unit_has_an_answer(game):
    rules = find(game)
    for match in moments(rules, 2, 40):
        units = [*range(len(match.state.units)), len(match.state.units), 99_999]
        for seat in (match.header.seats[0], None):
            for unit in units[:: max(1, len(units) // 3)] + units[-2:]:
                for show in SHOWS:
                    asked(match, inquiries.overlay, seat, wire.Overlay(id="a", unit=unit, show=show))
                ends = wire.At(unit=unit), wire.At(x=5, y=5)
                asked(match, inquiries.measure, seat, wire.Measure(id="a", start=ends[0], end=ends[1]))
                asked(match, inquiries.measure, seat, wire.Measure(id="a", start=ends[0], end=wire.At(unit=units[0])))


@pytest.mark.parametrize("game", names())
def test_every_trial_and_forecast_of_nonsense_is_refused_in_words(game):
    rules = find(game)
    for match in moments(rules, 3, 20):
        for seat in (*match.header.seats, None):
            asked(match, inquiries.shade, seat, wire.Shading(id="a"))
            for answer in NONSENSE:
                asked(match, inquiries.trial, seat, wire.Trial(id="a", answer=answer))
                asked(match, inquiries.foreseen, seat, wire.Foresee(id="a", answer=answer))
