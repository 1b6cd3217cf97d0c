"""Guided games: every lesson is reached in its order, every answer of the path is legal, and the path can be left."""

import msgspec
import pytest

from hexless.kernel import AskAll, to_json
from hexless.ruleset import find, names
from hexless.ruleset.briefs import about
from hexless.ruleset.guides import guide, like, tape
from hexless.server import guided, seat_view, standing
from hexless.server.deploying import usual
from hexless.server.match import Match, resumed

GAMES = [game for game in names() if tape(game)]


def followed(match: Match) -> Match:
    """The match after the next answers of the path."""
    given = [guided.on_path(match, ask.seat)[0] for ask in seat_view.asks(match.request)]
    return match.play(given if isinstance(match.request, AskAll) else given[0])


def asks(match: Match, seat: str) -> bool:
    return any(ask.seat == seat for ask in seat_view.asks(match.request))


def elsewhere(match: Match, seat: str) -> Match:
    """The match after an answer of the learner that is not the path's."""
    shown = to_json(guided.on_path(match, seat)[0])
    other = next(a for a in match.request.question.suggest(12) if to_json(a) != shown)
    return match.play(other)


@pytest.mark.parametrize("game", GAMES)
def test_a_guide_is_played_through_by_its_own_path(game):
    told, match = guide(find(game)), guided.begin(game)
    reached, decisions = [], 0
    while guided.on_path(match, told.seat):
        if asks(match, told.seat):
            said = guided.coaching(match, told.seat)
            step = tape(game)[sum(1 for line in match.lines if line.by)]
            assert said.shown
            assert not said.strayed
            decisions += not step.order
            if step.lesson:
                reached.append(said.lesson)
                lesson = told.lessons[step.lesson - 1]
                question = seat_view.asked_of(match, told.seat)
                assert like(question.prompt, lesson.asks)
                assert (said.title, said.says) == (lesson.title, lesson.says)
            else:
                assert step.order or said.says, f"nothing is said to {match.request.question.prompt!r}"
        match = followed(match)
    assert reached == list(range(1, len(told.lessons) + 1))
    said = guided.coaching(match, told.seat)
    assert said.done
    assert said.says == told.ends
    assert asks(match, told.seat)
    assert decisions <= 45  # of some ten minutes


@pytest.mark.parametrize("game", GAMES)
def test_standing_orders_answer_on_the_path_only_where_it_was_recorded_so(game):
    told, match = guide(find(game)), guided.begin(game)
    orders, kept = usual(about(match.rules)), 0
    while shown := guided.on_path(match, told.seat):
        if asks(match, told.seat):
            step = tape(game)[sum(1 for line in match.lines if line.by)]
            found = standing.obeyed(match, told.seat, orders)
            heeded = guided.heeded(match, told.seat, found)
            kept += found is not None and not step.order
            assert heeded is None or (step.order and to_json(heeded[1]) == to_json(shown[0]))
        match = followed(match)
    assert guided.heeded(match, told.seat, standing.obeyed(match, told.seat, orders)) is None
    assert kept or game not in ("horizon-wars", "at43", "dropzone")


@pytest.mark.parametrize("game", GAMES)
def test_a_guide_teaches_one_idea_at_a_time_in_words(game):
    told = guide(find(game))
    assert 10 <= len(told.lessons) <= 16
    assert all(each.title and 40 <= len(each.says) <= 480 for each in told.lessons)
    assert len({each.title for each in told.lessons}) == len(told.lessons)
    assert told.says
    assert told.ends


@pytest.mark.parametrize("game", GAMES[:1])
def test_whoever_leaves_the_path_is_told_and_finds_back(game):
    told, match = guide(find(game)), guided.begin(game)
    while not asks(match, told.seat):
        match = followed(match)
    strayed = elsewhere(match, told.seat)
    assert guided.on_path(strayed, told.seat) == []
    assert guided.way_back(match) is None
    while not asks(strayed, told.seat):
        ask = strayed.request
        strayed = strayed.play(ask.question.suggest(1)[0])
    said = guided.coaching(strayed, told.seat)
    assert said.strayed
    assert not said.shown
    back = strayed.back(guided.way_back(strayed))
    assert guided.coaching(back, told.seat).shown
    assert back.state == match.state


@pytest.mark.parametrize("game", GAMES[:1])
def test_a_guided_match_is_known_again_from_its_rows(game):
    match = guided.begin(game)
    header = msgspec.json.decode(to_json(match.header), type=type(match.header))
    again = resumed(match.rules, header, [line.entry for line in match.lines])
    assert guided.on_path(again, seat_view.asks(again.request)[0].seat)


@pytest.mark.parametrize("game", GAMES[:1])
def test_another_game_is_not_guided(game):
    told, match = guide(find(game)), guided.begin(game)
    other = resumed(match.rules, match.branched("a", match.answers, "dice"), [line.entry for line in match.lines])
    assert guided.coaching(match, told.seat) or not asks(match, told.seat)
    assert guided.coaching(other, told.seat) is None
    assert guided.on_path(other, told.seat) == []
