"""A match as a value, and what is made of it for a page."""

import msgspec
import pytest

from hexless.kernel import Order, RecordError, Split, to_json
from hexless.kernel import record as records
from hexless.ruleset import find, names, starting
from hexless.server import forms, seat_view
from hexless.server.catalogue import start
from hexless.server.match import resumed
from hexless.server.strokes import strokes
from hexless.table import Base, Terrain, crossing, gap, piece, route, sight


def answered(match):
    """A legal answer to whatever is asked."""
    asks = getattr(match.request, "asks", None)
    if asks:
        return [ask.question.suggest(1)[0] for ask in asks]
    return match.request.question.suggest(9)[-1]


def whole(rules, seed="whole"):
    matches = [start(rules, "duel", (), {}, seed)]
    while matches[-1].request is not None:
        matches.append(matches[-1].play(answered(matches[-1])))
    return matches


def test_a_match_is_its_header_and_its_tape(toy):
    *_, end = whole(toy)
    tape = msgspec.json.decode(to_json([line.entry for line in end.lines]), type=list[type(end.lines[0].entry)])
    again = resumed(toy, end.header, tape)
    assert again.state == end.state
    assert again.events == end.events
    assert again.outcome == end.outcome
    starting.audit(toy, end.record())


@pytest.mark.parametrize("nonces", [(), ("aa", "")])
@pytest.mark.parametrize("at", [0, 4, 7])
def test_an_honest_branch_passes_the_audit_and_does_not_tell_the_seed(toy, at, nonces):
    *_, end = whole(toy)
    branch = resumed(toy, end.branched("first", at, "n3w", nonces), [line.entry for line in end.lines[:at]])
    while branch.request is not None:
        branch = branch.play(answered(branch))
    data = b"".join(records.dump(branch.record()))
    assert end.header.seed.encode() not in data
    assert starting.audit(toy, records.load(data)) == branch.state
    *_, there = records.chain([to_json(part) for part in (end.header, *end.record().lines[:at])])
    assert branch.header.branch.chain == there
    loaded = msgspec.structs.replace(branch.header, seed="loaded")
    if nonces:
        with pytest.raises(RecordError, match="not those whose hashes were published"):
            starting.audit(toy, records.Record(loaded, branch.record().lines))
    else:
        with pytest.raises(RecordError, match="the faces are not those that the seed gives"):
            starting.audit(toy, records.Record(loaded, branch.record().lines))


def test_a_branch_begins_as_its_game_did_where_chance_has_set_it_up():
    rules = find("orders")
    match = start(rules, None, (), {"cards": "sample"}, "first")
    assert match.state.hands != start(rules, None, (), {"cards": "sample"}, "n3w").state.hands
    for _ in range(3):
        match = match.play(answered(match))
    branch = resumed(rules, match.branched("first", match.answers, "n3w"), [line.entry for line in match.lines])
    assert branch.state == match.state


def test_back_is_the_match_as_it_was(toy):
    matches = whole(toy)
    end = matches[-1]
    for match in matches[:-1]:
        back = end.back(match.answers)
        assert back.state == match.state
        assert back.events == match.events
        assert back.request.key == match.request.key
        assert back.checkpoints == match.checkpoints
        assert [line.entry for line in back.lines] == [line.entry for line in match.lines]


def test_the_same_answers_after_going_back_lead_to_the_same_end(toy):
    matches = whole(toy)
    match = matches[-1].back(matches[7].answers)
    for n, later in enumerate(matches[8:], start=7):
        match = match.play(answered(matches[n]))
        assert match.state == later.state
        assert match.events == later.events


def test_every_line_of_the_log_stands_in_one_group(toy):
    *_, end = whole(toy)
    decisions = {0, *(n for n, line in enumerate(end.lines, start=1) if line.by)}
    lines = seat_view.log(end, None)
    assert {line.group for line in lines} <= decisions
    assert [line.at for line in lines] == sorted(line.at for line in lines)


def test_answers_in_words():
    split = Split(prompt="", total=3, slots=("Grey", "Stilt"), caps=(3, 3))
    order = Order(prompt="", items=(3, 4), labels=("Grey", "Stilt"))
    assert seat_view.label(split, [1, 2]) == "Grey 1, Stilt 2"
    assert seat_view.label(order, [4, 3]) == "Stilt, Grey"
    assert seat_view.label(None, {"points": [[1500, 2000]], "facing": None}) == "to 1.5, 2"
    assert seat_view.label(None, {"points": [], "facing": None}) == "stay"
    assert seat_view.label(None, {"x": 500, "y": 0, "facing": None}) == "at 0.5, 0"
    assert seat_view.label(None, True) == "yes"
    assert seat_view.label(None, None) == "pass"


WALL = piece("Wall", [(4000, -1000), (5000, -1000), (5000, 2000), (4000, 2000)], 3000, traits=("blocking",))
TABLE = Terrain(10_000, 10_000, (WALL,))
NEAR, FAR = Base(1000, 500, radius=500), Base(8000, 500, radius=500)


@pytest.mark.parametrize(
    ("witness", "looks"),
    [
        (gap(NEAR, FAR), {"gap"}),
        (sight(TABLE, NEAR, FAR), {"blocked", "point"}),
        (sight(Terrain(10_000, 10_000), NEAR, FAR), {"clear"}),
        (crossing(TABLE, (0, 0), (9000, 0)), {"crossing"}),
        (route(TABLE, NEAR, [(1000, 5000)], TABLE.costs({}), 2000), {"route", "blocked", "point"}),
        ((3, 4), {"point"}),
        (((0, 0), (1, 1)), {"limit"}),
        (((0, 0), (1, 1), (1, 0)), {"outline"}),
        (msgspec.to_builtins(sight(TABLE, NEAR, FAR)), {"blocked", "point"}),
        (NEAR, {"outline"}),
        ({"gap": gap(NEAR, FAR)}, {"gap"}),
        (None, set()),
        ("words", set()),
        (7, set()),
    ],
)
def test_every_witness_can_be_drawn(witness, looks):
    drawn = strokes(witness)
    assert {stroke.look for stroke in drawn} == looks
    for stroke in drawn:
        assert all(type(n) is int for point in stroke.points for n in point)


def test_a_gap_says_its_length():
    (stroke,) = strokes(gap(NEAR, FAR))
    assert (stroke.label, stroke.points) == ("6", [(1500, 500), (7500, 500)])


@pytest.mark.parametrize("name", names())
def test_every_game_can_be_shown_to_every_seat(name):
    """Sixty decisions of each ruleset, as every seat and a spectator get them: all in the forms of the wire."""
    match = start(find(name), None, (), {}, "shown")
    for _ in range(60):
        if match.request is None:
            break
        for seat in (*match.header.seats, None):
            turn = seat_view.turn(match, seat, frozenset(), match.header.seats)
            assert (turn.question is not None) == (seat in turn.asked)
            msgspec.json.decode(msgspec.json.encode(turn), type=forms.Turn)
            msgspec.json.encode(seat_view.scene(match, seat))
        match = match.play(answered(match))
    lines = seat_view.log(match, None)
    assert lines
    known = {rule.id for rule in match.rules.sheet.rules}
    assert {rule for line in lines for rule in line.rules} <= known
    assert not [line.text for line in lines if "{" in line.text]
