"""Where a game forbids to measure, lengths are not told; who sees whom is."""

from hexless.games.at43.survey import SURVEY
from hexless.kernel import Stream
from hexless.ruleset import find
from hexless.server import inquiries, wire
from hexless.server.catalogue import start


def test_who_sees_whom_may_be_asked_before_anything_is_declared():
    """at.los.no-premeasuring: sight is told at any time, lengths and reach are not."""
    match = start(find("at43"), None, (), {}, "sight")
    stream = Stream("sight", "play")
    while not (match.state.active and match.state.active.stage == "act"):
        asks = getattr(match.request, "asks", (match.request,))
        answers = [ask.question.sample(stream) for ask in asks]
        match = match.play(answers if hasattr(match.request, "asks") else answers[0])
    unit_, seat = match.state.active.unit, match.request.seat
    others = [i for i, u in enumerate(match.state.units) if u.here and i != unit_]
    seen = inquiries.overlay(match, seat, wire.Overlay(id="a", unit=unit_, show="sees"))
    assert seen.forbidden is None
    assert set(seen.units) == {i for i in others if SURVEY.sees(match.state, unit_, i).clear}
    tape = inquiries.measure(match, seat, wire.Measure(id="a", start=wire.At(unit=unit_), end=wire.At(unit=others[0])))
    assert (tape.length, tape.forbidden.rule) == (None, "at.los.no-premeasuring")
    assert tape.sight.clear == (others[0] in seen.units)
    assert inquiries.overlay(match, seat, wire.Overlay(id="a", unit=unit_, show="reach")).forbidden is not None
