"""Hidden things stay hidden: two games that differ only in one seat's hidden order look the same to everybody else."""

import pytest
from games.at43.at43_table import run, sergeant, table, unit

from hexless.bots.random import RandomBot
from hexless.games.at43 import ruleset
from hexless.games.at43.leadership import put_in_points
from hexless.games.at43.model import HIDDEN
from hexless.games.at43.secrets import guess, view
from hexless.kernel import AskAll, Dice, Position, Roll, Stream, play_out, seen_by, to_json
from hexless.lab.conformance import start
from hexless.ruleset import find

PAIRS = 300


def seen(position, seat, at, look=view, rules=ruleset):
    """All that leaves the process for a seat: its view, the events since, and the questions put to it."""
    request = position.request
    asks = () if request is None or isinstance(request, Roll) else getattr(request, "asks", (request,))
    told = seen_by(position.since(at), seat)
    return to_json((look(position.moment.state, seat), told, [ask.question.wire() for ask in asks if ask.seat == seat]))


@pytest.fixture(scope="module")
def ordered():
    """Positions just before the cards are laid, from several random games."""
    found = []
    for seed in range(12):
        _, state = start(ruleset, seed)
        agents = {seat: RandomBot(Stream(seed, seat)) for seat in ruleset.seats(state)}
        played = play_out(ruleset, state, Dice(seed), agents)
        position = Position(ruleset, played.start)
        for n, entry in enumerate(played.tape):
            if isinstance(position.request, AskAll) and "order of activation" in entry.ask:
                found.append((position, [e.answer for e in played.tape[n:]]))
            position = position.play(entry.answer)
    return found


def same_until_reveal(position, answers, seat, other, look=view):
    """Play the same answers after two orders of one seat; everybody else sees the same, until the seat acts on it."""
    hiding = [ask.seat for ask in position.request.asks].index(seat)
    first = list(answers[0])
    second = list(first)
    second[hiding] = other
    one, two = position.play(first), position.play(second)
    compared, at = 0, position.answers
    watchers = [None, *(s for s in ruleset.seats(position.state) if s != seat)]
    for answer in answers[1:60]:
        if _turned_up(one, at) != _turned_up(two, at):
            break  # another card lies open
        for watcher in watchers:
            assert seen(one, watcher, at, look) == seen(two, watcher, at, look)
        compared += 1
        request = one.request
        if request is None or _shows(one, seat) != _shows(two, seat):
            break  # now the next card decides
        at = one.answers
        one, two = one.play(answer), two.play(answer)
    return compared


def _shows(position, seat):
    """The card that a seat has to act on, if it is its turn."""
    s = position.moment.state
    row = s.cards[s.sides.index(seat)]
    return row[:1] if s.phase == "turn" and not isinstance(position.request, Roll) else position.request.key


def _turned_up(position, at):
    """The cards that were laid open since."""
    return [e.data["unit"] for e in position.since(at) if e.kind in ("revealed", "dead card")]


def another(draw, order):
    """Another order that begins in the same way, if only a little."""
    kept = draw.below(len(order))
    return (*order[:kept], *draw.shuffled(order[kept:]))


def test_views_events_and_questions_tell_nothing_of_a_hidden_order(ordered):
    pairs = compared = 0
    draw = Stream(1, "pairs")
    while pairs < PAIRS:
        position, answers = ordered[pairs % len(ordered)]
        at = draw.below(len(position.request.asks))
        seat, other = position.request.asks[at].seat, another(draw, answers[0][at])
        compared += same_until_reveal(position, answers, seat, other)
        pairs += 1
    assert compared > 5 * PAIRS


def first_card(s, seat):
    """A view that shows the first card of every row."""
    hidden = view(s, seat)
    return hidden.with_(cards=tuple(row[:1] + kept[1:] for row, kept in zip(s.cards, hidden.cards)))


def odd_card(s, seat):
    """A view that tells one bit of the rows in a number that is public."""
    return view(s, seat).with_(round=s.round + sum(row[0] % 2 for row in s.cards if row))


LEAKS = {"the cards": lambda s, seat: s, "the first card": first_card, "one bit": odd_card}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_seeded_leak_is_caught(ordered, leak):
    draw = Stream(2, leak)

    def try_all():
        for position, answers in ordered:
            for ask in position.request.asks:
                same_until_reveal(position, answers, ask.seat, ask.question.sample(draw), LEAKS[leak])

    with pytest.raises(AssertionError):
        try_all()


def test_a_sealed_bid_is_hidden_until_the_roll():
    army = unit("a", "blue", (10, 10), person=sergeant()), unit("x", "red", (10, 70), person=sergeant())
    s = run(put_in_points, table(*army, phase="bid"), answers=([2, 1],)).state
    assert s.bids == (2, 1)
    assert view(s, "blue").bids == (2, HIDDEN)
    assert view(s, None).bids == (HIDDEN, HIDDEN)
    guesses = {guess(view(s, "blue"), "blue", Stream(n, "g")).bids for n in range(40)}
    assert guesses == {(2, 0), (2, 1), (2, 2)}


def test_a_guess_deals_the_cards_that_are_known_to_lie_there(ordered):
    position, answers = ordered[0]
    state = position.play(answers[0]).moment.state
    dealt = {guess(view(state, "blue"), "blue", Stream(n, "g")).cards for n in range(30)}
    assert all(mine == state.cards[0] for mine, _ in dealt)
    assert all(sorted(theirs) == sorted(state.cards[1]) for _, theirs in dealt)
    assert len(dealt) > 5
    assert find("at43") is ruleset
