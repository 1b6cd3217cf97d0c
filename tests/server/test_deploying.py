"""Battles that begin at once, the orders that a person's seat begins with, purposes, and the story of a match."""

import ast
import pathlib
import re
from functools import reduce

import msgspec
import pytest

from hexless import games
from hexless.kernel import AskAll, Stream
from hexless.moves import Path, Place
from hexless.ruleset import find, names
from hexless.ruleset.briefs import about
from hexless.server import seat_view, standing
from hexless.server.catalogue import begun, start
from hexless.server.deploying import deployed, ready, usual
from hexless.server.forms import Standing
from hexless.server.match import Match
from hexless.server.purposes import purposes, worthwhile
from hexless.server.story import story

QUICK = ("horizon-wars", "orders", "patrol-angis")


def played(match: Match, answers: int, seed: int = 1) -> Match:
    """The match after some answers by chance."""
    stream = Stream(seed, "any")
    for _ in range(answers):
        if match.request is None:
            break
        given = [stream.choice(ask.question.suggest(3)) for ask in seat_view.asks(match.request)]
        match = match.play(given if isinstance(match.request, AskAll) else given[0])
    return match


@pytest.fixture(scope="module", params=QUICK)
def battle(request):
    told = about(find(request.param))
    return deployed(start(find(request.param), told.now, told.forces, {}, "in place"))


def test_everybody_is_in_place_at_the_first_fighting_question(battle):
    begins = about(battle.rules).begins
    asked = [ask.question for ask in seat_view.asks(battle.request)]
    assert any(rule.startswith(begins) for question in asked for rule in question.rules)
    seats = {token.seat for token in seat_view.scene(battle, None).tokens}
    assert seats == set(battle.header.seats)


def test_one_in_place_serves_all_who_begin_so_but_the_dice_are_their_own():
    told = about(find("orders"))
    a, b = (ready("orders", told.now, told.forces, {}, seed) for seed in ("one", "two"))
    assert a.state == b.state
    assert a.header.seed != b.header.seed


def test_a_match_tells_what_it_was_begun_with(battle):
    told = about(battle.rules)
    made = begun(battle.rules, battle.header)
    assert made.scenario == told.now
    assert all(made.forces)
    assert made.rulings == battle.header.rulings


def test_a_suggestion_says_what_it_is_good_for(battle):
    found, match, stream = [], battle, Stream(4, "any")
    for _ in range(40):
        for ask in seat_view.asks(match.request):
            if isinstance(ask.question, Path | Place):
                answers = ask.question.suggest(6)
                found.append(purposes(match, ask.seat, answers))
                assert len(found[-1]) == len(answers)
        if found:
            break
        given = [stream.choice(ask.question.suggest(3)) for ask in seat_view.asks(match.request)]
        match = match.play(given if isinstance(match.request, AskAll) else given[0])
    assert found
    assert all(words for words in found[0])
    assert not any("°" in words for words in found[0])


def test_a_way_into_range_leads_into_range():
    """By the rules: whoever has gone there can attack whom he could not attack before."""
    match, stream, seen = ready("horizon-wars", "street-fight", (), {}, "range"), Stream(6, "any"), 0
    while seen < 3:
        for ask in seat_view.asks(match.request):
            threat, unit = match.rules.asking.threat, getattr(ask.question, "unit", None)
            for way in ask.question.suggest(16) if isinstance(ask.question, Path) else ():
                told = purposes(match, ask.seat, [way])[0]
                if told.startswith("in range of "):
                    named = [i for i, each in enumerate(match.state.units) if each.name == told[12:]]
                    foe = next(i for i in named if match.state[i].side != ask.seat)
                    after = match.play(msgspec.to_builtins(way)).state
                    assert foe not in threat(match.state, unit).units
                    assert after[unit].base.x == way.points[-1][0]
                    assert foe in threat(after, unit).units
                    seen += 1
        given = [stream.choice(ask.question.suggest(8)) for ask in seat_view.asks(match.request)]
        match = match.play(given if isinstance(match.request, AskAll) else given[0])


def test_suggestions_are_good_for_different_things():
    """Where enough of them are, no two say the same; where few are, how far it is tells them apart."""
    told = about(find("horizon-wars"))
    match, stream, seen = ready("horizon-wars", told.now, told.forces, {}, "one"), Stream(2, "any"), 0
    while seen < 6:
        for ask in seat_view.asks(match.request):
            if isinstance(ask.question, Path):
                answers = ask.question.suggest(16)
                kept, words = worthwhile(match, ask.seat, answers, 8)
                seen += 1
                assert kept[0] == answers[0]
                assert len(kept) == len(words) <= 8
                plain = set(purposes(match, ask.seat, answers))
                assert len(kept) >= min(len(plain), 8)
                if len(plain) >= 4:
                    assert len(set(words)) == len(words)
        given = [stream.choice(ask.question.suggest(8)) for ask in seat_view.asks(match.request)]
        match = match.play(given if isinstance(match.request, AskAll) else given[0])


def test_the_story_has_every_turn_once(battle):
    told = story(played(battle, 60))
    assert [chapter.turn for chapter in told.turns] == sorted({chapter.turn for chapter in told.turns})
    assert len(told.turning) <= 3
    assert all(moment.swing for moment in told.turning)


@pytest.mark.parametrize("game", ["dropzone", "at43", "patrol-angis"])
def test_usual_orders_are_for_questions_of_the_game(game):
    orders = usual(about(find(game)))
    assert orders
    assert all(order.until == "revoked" and order.how != "answer" for order in orders)


def test_a_star_in_an_order_stands_for_any_words():
    order = Standing(id="a", prompt="", like="OneOf @ fires * at [dz.shooting.*", how="follow", until="revoked")
    assert standing.covers(order, "OneOf @ fires Beam rifles at [dz.shooting.arc dz.play.arcs]")
    assert not standing.covers(order, "OneOf @ fires Beam rifles as [dz.shooting.arc]")
    assert not standing.covers(order, "YesNo @ fires Beam rifles at [dz.shooting.arc]")


def in_full(asks, prompt):
    """A question as the page asks it; see `asked` in the client's words."""
    for like, says in asks.items():
        if found := re.fullmatch("(.*)".join(map(re.escape, like.split("*"))), prompt):
            return reduce(lambda said, word: said.replace("*", word, 1), found.groups(), says)
    return prompt


@pytest.mark.parametrize("game", names())
def test_a_newcomer_is_asked_in_sentences(game):
    """Nobody has to know what "squad" or "zone" stands for: what is asked in play has a question mark."""
    told = about(find(game))
    match = ready(game, told.now, told.forces, {}, "asked")
    asks, stream, bare = told.asks, Stream(9, "asked"), set()
    for _ in range(120):
        if match.request is None:
            break
        each = seat_view.asks(match.request)
        bare |= {words for ask in each if "?" not in (words := in_full(asks, ask.question.prompt))}
        given = [stream.choice(ask.question.suggest(6)) for ask in each]
        match = match.play(given if isinstance(match.request, AskAll) else given[0])
    assert bare == set()


def fits(like, words):
    return re.fullmatch("(.*)".join(map(re.escape, like.split("*"))), words) is not None


@pytest.mark.parametrize("game", names())
def test_every_question_that_the_rules_can_put_has_a_sentence(game):
    """Also the rare ones, that a few games do not meet: each prompt in the code of a game, names left open."""
    asks, bare, read = about(find(game)).asks, [], 0
    for path in sorted(pathlib.Path(games.__path__[0], game.replace("-", "_")).rglob("*.py")):
        for prompt in prompts(path):
            read += 1
            known = any(fits(like, prompt) or fits(prompt, like) for like in asks)
            if "?" not in prompt and not (known and prompt.strip("* ")):  # a name alone says nothing
                bare.append(f"{path.name}: {prompt}")
    assert bare == []
    assert read > 5


def prompts(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.keyword) and node.arg == "prompt":
            match node.value:
                case ast.Constant(str(words)):
                    yield words
                case ast.JoinedStr(parts):
                    yield "".join(part.value if isinstance(part, ast.Constant) else "*" for part in parts)
