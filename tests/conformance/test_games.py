"""What holds for every ruleset: whole random games, looked at answer by answer."""

import pickle
from copy import deepcopy

import msgspec
import pytest

from hexless.bots.random import RandomBot
from hexless.kernel import (
    AskAll,
    BadAnswer,
    Dice,
    GameError,
    IllegalAnswer,
    Position,
    Roll,
    Stream,
    digest,
    replay,
    seats_asked,
    seen_by,
    to_json,
)
from hexless.kernel.record import dump, load, of
from hexless.lab.batch import play_games
from hexless.lab.conformance import conformance_games, probes, start
from hexless.ruleset import names
from hexless.ruleset.scene import Scene
from hexless.ruleset.starting import audit
from hexless.ruleset.telling import tell

GAMES = {}


@pytest.fixture
def game(rules, seed):
    """One game a ruleset and seed, played once for all tests."""
    key = rules.id, seed
    if key not in GAMES:
        (GAMES[key],) = conformance_games(rules, [seed])
    return GAMES[key]


def again(value):
    """The value through JSON."""
    return msgspec.json.decode(to_json(value), type=type(value))


def some(items, most=60):
    """Evenly spread items of a long list, the first and the last among them."""
    items = list(items)
    step = max(1, len(items) // most)
    return items[::step] + items[-1:]


def test_every_registered_ruleset_loads(broken, rulesets):
    assert broken == {}
    assert "skirmish" in rulesets


def test_random_games_end(game):
    assert game.outcome is not None
    assert game.outcome.winner is None or game.outcome.winner in game.rules.seats(game.end)
    assert game.tape


def test_laws_hold_after_every_answer(game):
    for at, state in enumerate((game.start, *game.states)):
        for law in game.rules.laws:
            assert law.broken(state) is None, f"{law.name} after answer {at}"


def test_there_are_laws(rules):
    assert rules.laws
    assert len({law.name for law in rules.laws}) == len(rules.laws)


def test_a_tape_replays_to_the_same_states_and_events(game):
    states, events, request = replay(game.rules, game.start, game.tape)
    assert tuple(states) == game.states
    assert tuple(events) == game.events
    assert request is None


def test_a_record_is_read_back_and_audited(rules, seed, game):
    header, first = start(rules, seed)
    assert first == game.start
    data = b"".join(dump(of(header, game)))
    assert digest(audit(rules, load(data))) == digest(game.end)


def test_states_go_through_json(game):
    for state in (game.start, *game.states):
        assert again(state) == state
        assert digest(again(state)) == digest(state)
        hash(state)


def test_equal_states_have_the_same_bytes(game):
    """However a state came about: decoded, copied or sent to another process."""
    for state in some(game.states, 12):
        for other in (again(state), pickle.loads(pickle.dumps(state)), deepcopy(state)):
            assert other == state
            assert to_json(other) == to_json(state)


def test_answer_by_answer_is_the_same_game(game):
    position = Position(game.rules, game.start)
    for n, entry in enumerate(game.tape):
        assert position.request.key == entry.ask
        assert position.answers == n
        position = position.play(entry.answer)
        assert position.moment.state == game.states[n]
    assert position.request is None
    assert position.outcome == game.outcome


def test_a_tape_from_outside_is_played_on_from_any_answer(game):
    tape = [again(entry) for entry in game.tape]
    for n in some(range(len(tape)), 12):
        resumed = Position(game.rules, game.start).judged(tape[:n])
        assert resumed.play(game.tape[n].answer).moment.state == game.states[n]


def test_refused_answers_leave_the_position_untouched(game):
    stream, position = Stream(0, "refused"), Position(game.rules, game.start)
    wrong = [float("nan"), 1 << 70, "no such thing", {"x": 0}, [[]], [None], b"", object()]
    for entry in game.tape:
        before, request = (position.state, position.tape, position.played), position.request
        asks = [] if isinstance(request, Roll) else getattr(request, "asks", (request,))
        tried = [
            *wrong,
            *(probe for ask in asks[:1] for probe in probes(ask.question, stream, len(position.state.units))),
        ]
        for raw in tried:
            try:
                request.judge(raw)
            except (BadAnswer, IllegalAnswer) as refused:
                with pytest.raises(type(refused)):
                    position.play(raw)
        assert (position.state, position.tape, position.played) == before
        assert position.request is request
        position = position.play(entry.answer)


class Watcher(RandomBot):
    """Plays at random, and holds every question against the contract first."""

    def answer(self, look):
        question, draw = look.question, Stream(look.played, "watcher")
        sampled = [question.sample(draw) for _ in range(3)]
        suggested = list(question.suggest(6))
        assert suggested, f"nothing is suggested for {question.key}"
        assert len(suggested) <= 6
        for answer in (*sampled, *suggested):
            assert question.check(answer) is None, question.key
            assert question.judge(msgspec.to_builtins(answer)) == answer
        assert msgspec.json.decode(to_json(question.wire()))["kind"] == question.kind
        for rule in question.rules:
            look.rules.sheet.text(rule)
        self.follow(look, draw)
        return super().answer(look)

    def follow(self, look, draw):
        """What a seat is asked follows from what it sees: with the hidden things guessed it is asked the same."""
        guessed = look.position(draw)
        assert look.seat in seats_asked(guessed.request)
        asks = getattr(guessed.request, "asks", (guessed.request,))
        same = next(ask.question for ask in asks if ask.seat == look.seat)
        assert same.key == look.question.key
        assert to_json(same.wire()) == to_json(look.question.wire())


def test_every_question_keeps_its_contract(rules, seed):
    (played,) = conformance_games(rules, [seed], Watcher)
    assert played.outcome is not None


def lookers(state, rules):
    return (None, *rules.seats(state))


def test_a_view_of_a_view_is_itself(game):
    view = game.rules.view
    for state in some(game.states):
        for seat in lookers(state, game.rules):
            seen = view(state, seat)
            assert view(seen, seat) == seen
            assert again(seen) == seen


def test_sealed_answers_stay_sealed(game):
    """Whatever the others answered, a seat that is told the same sees the same, until the answers are opened."""
    rules, position = game.rules, Position(game.rules, game.start)
    for n, entry in enumerate(game.tape):
        if isinstance(position.request, AskAll):
            for own, ask in enumerate(position.request.asks):
                seen = {}
                for draw in range(12):
                    stream = Stream(draw, "sealed")
                    answers = [other.question.sample(stream) for other in position.request.asks]
                    answers[own] = entry.answer[own]
                    after = position.play(answers)
                    told = to_json(seen_by(after.since(n), ask.seat))
                    view = to_json(rules.view(after.moment.state, ask.seat))
                    assert seen.setdefault(told, view) == view
        position = position.play(entry.answer)


def test_views_do_not_tell_hidden_things(game):
    """Two states that differ only in what a seat does not see look the same to it, byte by byte."""
    rules = game.rules
    for n, state in enumerate(some(game.states)):
        for seat in lookers(state, rules):
            other = rules.guess(rules.view(state, seat), seat, Stream(n, "other"))
            assert to_json(rules.view(other, seat)) == to_json(rules.view(state, seat))
            assert rules.seats(other) == rules.seats(state)


def judged(position, *answers):
    """The position after these answers and its tape, all judged anew; None where one is not legal there."""
    try:
        return Position(position.rules, position.state, (), position.played).judged((*position.tape, *answers))
    except GameError:
        return None


def told(position, seat, answers=0):
    """What events have told a seat since its checkpoint, after that many answers."""
    return to_json(seen_by(position.since(answers), seat))


def seen_on_the_way(position, seat):
    """What a seat saw at every checkpoint of the run, and sees now."""
    states = (*(state for _, state in position.moment.checkpoints), position.moment.state)
    return [to_json(position.rules.view(state, seat)) for state in states]


def twins(game, most=40):
    """Moments of a game in which something is hidden from somebody: the true position, and one that he takes for it."""
    rules, position = game.rules, Position(game.rules, game.start)
    every = max(1, len(game.tape) // most)
    for n, entry in enumerate(game.tape):
        for seat in lookers(position.state, rules) if n % every == 0 else ():
            seen = rules.view(position.state, seat)
            if seen != position.state:
                other = Position(rules, rules.guess(seen, seat, Stream(n, "twin")), position.tape, position.played)
                if judged(other) is not None and told(other, seat) == told(position, seat):
                    yield seat, position, other, entry
        position = position.play(entry.answer)


def test_events_tell_no_more_than_the_view_after_them(game):
    """Two games that look alike to a seat before an answer, and at every checkpoint after it, have told it the same."""
    for seat, true, twin, entry in twins(game):
        after, other = true.play(entry.answer), judged(twin, entry)
        if other and seen_on_the_way(after, seat) == seen_on_the_way(other, seat):
            assert told(after, seat, true.answers) == told(other, seat, true.answers)


def test_questions_and_refusals_tell_nothing_hidden(game):
    """What is asked of a seat that cannot tell two games apart, and how its wrong answers are refused."""
    for seat, true, twin, _ in twins(game):
        mine = [
            next((ask.question for ask in getattr(each.request, "asks", (each.request,)) if ask.seat == seat), None)
            for each in (true, twin)
            if seats_asked(each.request)
        ]
        assert len({question is None for question in mine}) <= 1
        if mine and mine[0] is not None:
            assert to_json(mine[0].wire()) == to_json(mine[1].wire())
            for probe in probes(mine[0], Stream(0, "probe"), len(true.state.units)):
                assert to_json(mine[0].check(probe)) == to_json(mine[1].check(probe))


def test_guesses_are_lawful_and_agree_with_the_view(game):
    rules = game.rules
    for n, state in enumerate(some(game.states)):
        for seat in lookers(state, rules):
            seen = rules.view(state, seat)
            guessed = rules.guess(seen, seat, Stream(n, "guess"))
            assert guessed == rules.guess(seen, seat, Stream(n, "guess"))
            assert rules.view(guessed, seat) == seen
            assert [law.name for law in rules.laws if law.broken(guessed)] == []


def test_every_state_and_view_has_a_scene(game):
    rules = game.rules
    for state in some(game.states):
        for seat in lookers(state, rules):
            scene = rules.showing.scene(rules.view(state, seat))
            assert isinstance(scene, Scene)
            assert again(scene) == scene
            assert {token.seat for token in scene.tokens} <= set(rules.seats(state))
        assert rules.showing.scene(state).width > 0


def test_scores_are_whole_numbers(game):
    for state in some(game.states):
        for seat in game.rules.seats(state):
            assert type(game.rules.score(state, seat)) is int


def test_events_cite_rules_of_the_sheet_and_can_be_told(game):
    known = {text.id for text in game.rules.sheet.rules}
    for event in game.events:
        assert set(event.rules) <= known
        assert "{" not in tell(event, game.rules.showing.phrases, {})
        assert event.audience is None or set(event.audience) <= set(game.rules.seats(game.end))
    assert game.fired <= known


ELSEWHERE = """
import sys
from hexless.kernel import digest
from hexless.ruleset import find
from hexless.lab.batch import play_games
from hexless.lab.conformance import conformance_games
name, *seeds = sys.argv[1:]
rules = __import__("toy").ruleset if name == "skirmish" else find(name)
for played in conformance_games(rules, [int(seed) for seed in seeds]):
    print(digest(played.end))
"""


def test_same_seed_same_game_in_another_process(rules, elsewhere):
    here = [digest(played.end) for played in conformance_games(rules, [0, 1])]
    assert elsewhere(ELSEWHERE, rules.id, "0", "1").split() == here
    assert len(set(here)) == 2


@pytest.mark.parametrize("name", names())
def test_a_batch_is_the_same_in_any_number_of_processes(name):
    reports = [play_games(name, 3, "conformance", ["random"], jobs=jobs) for jobs in (1, 2, 3)]
    assert len({report.digest for report in reports}) == 1


def test_with_the_dice_only_decisions_are_asked(rules, seed, game):
    dice = Dice(seed)
    position = Position(rules, game.start).settle(dice)
    while position.request is not None:
        assert not isinstance(position.request, Roll)
        position = position.play(game.tape[position.answers].answer, dice)
    assert position.answers == len(game.tape)
    assert position.outcome == game.outcome
