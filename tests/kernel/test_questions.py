"""Every kind of question keeps one contract; whatever is thrown at it, it refuses by name."""

from itertools import permutations, product

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy.ground import Strip, Walk

from hexless.kernel import (
    Ask,
    AskAll,
    BadAnswer,
    IllegalAnswer,
    Labels,
    OneOf,
    Order,
    Refusal,
    Roll,
    Split,
    Stream,
    YesNo,
    d6,
    to_json,
)
from hexless.moves import Path, Place, Spot, Way

words = st.text("abc", min_size=1, max_size=4)
choices = st.one_of(st.none(), st.integers(-5, 99), words)


@st.composite
def splits(draw):
    slots = draw(st.lists(words, min_size=1, max_size=4, unique=True))
    caps = [draw(st.integers(0, 4)) for _ in slots]
    return Split(prompt="share", total=draw(st.integers(0, sum(caps))), slots=tuple(slots), caps=tuple(caps))


spots = st.tuples(st.integers(500, 8000), st.integers(500, 5500))
strips = st.builds(Strip, st.just(0), st.integers(6000, 9000), st.lists(spots, max_size=2).map(tuple))
walks = st.builds(Walk, spots, st.integers(0, 5000), st.just(9000), st.just(6000), st.just(()))
questions = st.one_of(
    st.builds(OneOf, prompt=words, options=st.lists(choices, min_size=1, max_size=6, unique=True).map(tuple)),
    st.builds(YesNo, prompt=words),
    splits(),
    st.builds(Order, prompt=words, items=st.lists(choices, max_size=5, unique=True).map(tuple)),
    st.builds(Place, prompt=words, unit=st.integers(0, 9), ground=strips),
    st.builds(Path, prompt=words, unit=st.integers(0, 9), ground=walks),
)

DEEP: list = []
for _ in range(50_000):
    DEEP = [DEEP]
HOSTILE = [
    None, True, 0, -1, 1.0, float("nan"), float("inf"), 10**5000, -(10**5000), "", "x" * 10**6, "\ud800", b"x", [],
    {}, (), DEEP, [DEEP], {"points": DEEP}, {"x": DEEP, "y": 0}, {"x": 1}, {"x": 1.5, "y": 2}, {"x": True, "y": 2},
    {"x": float("nan"), "y": 0}, {"x": 10**5000, "y": 0}, {"x": 1 << 40, "y": 0}, {"x": 1, "y": 2, "z": 3}, {1: 2},
    {"x": 1, "y": 1, "facing": [0, 0]}, {"points": [[1]]}, {"points": [[1, 2, 3]]}, {"points": [[1 << 30, 0]]},
    {"points": [["1", "2"]]}, {"points": [[0, 0]] * 40}, [1.0], [True], ["1", "2"], [10**5000, 1], [None], [[1], [2]],
    object(), {1, 2}, Spot("a", None), Spot(1.5, 2), Spot(0, 0, (0, 0)), Way(None), Way(((1.5, 2),)), Way("abc"),
    range(3),
]  # fmt: skip
json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["x", "y", "points", "facing"]), inner),
    max_leaves=12,
)


@given(questions, st.integers(0, 999))
def test_samples_and_suggestions_are_legal(question, seed):
    answers = [question.sample(Stream(seed, "sample")), *question.suggest(7)]
    assert 2 <= len(answers) <= 8
    for answer in answers:
        assert question.check(answer) is None
        assert question.judge(answer) == answer
        assert question.judge(msgspec.json.decode(to_json(answer))) == answer


@given(questions)
def test_the_wire_form_is_json_and_the_key_is_one_line(question):
    wire = msgspec.json.decode(to_json(question.wire()))
    assert (wire["kind"], wire["prompt"]) == (type(question).__name__, question.prompt)
    assert question.key.startswith(f"{question.kind} {question.prompt}")
    assert "\n" not in question.key


@pytest.mark.parametrize("raw", HOSTILE, ids=lambda raw: type(raw).__name__)
@given(questions)
def test_hostile_answers_are_refused_by_name(raw, question):
    judged(question, raw)


@given(questions, json_like)
def test_any_json_is_taken_or_refused(question, raw):
    judged(question, raw)


def judged(question, raw):
    """Either a legal answer, or one of the two refusals, in one short sentence."""
    try:
        answer, said = question.judge(raw), ""
    except (BadAnswer, IllegalAnswer) as refused:
        answer, said = None, str(refused)
    if said:
        assert len(said) < 1000
        assert "\n" not in said
    else:
        assert question.check(answer) is None
        assert question.judge(msgspec.json.decode(to_json(answer))) == answer


@pytest.mark.parametrize(
    ("question", "raw"),
    [
        (OneOf(prompt="p", options=(1, 0)), True),
        (OneOf(prompt="p", options=("a",)), ["a"]),
        (YesNo(prompt="p"), 1),
        (Split(prompt="p", total=1, slots=("a", "b"), caps=(1, 1)), [True, False]),
        (Order(prompt="p", items=(1, 0)), [True, False]),
        (Place(prompt="p", unit=0, ground=Strip(0, 6000, ())), {"x": True, "y": 1000}),
        (Place(prompt="p", unit=0, ground=Strip(0, 6000, ())), Spot(1000.0, 1000)),
        (Path(prompt="p", unit=0, ground=Walk((0, 0), 9, 9000, 9000, ())), {"points": [[1.5, 2]]}),
    ],
)
def test_a_bool_is_no_number_and_a_fraction_no_place(question, raw):
    with pytest.raises(BadAnswer):
        question.judge(raw)


def test_what_only_a_hand_would_do_is_legal_and_not_proposed():
    question = OneOf(prompt="the others", options=("arrange", "by hand"), manual="by hand")
    assert list(question.suggest(2)) == ["arrange"]
    assert question.check("by hand") is None
    assert {question.sample(Stream(seed, "hand")) for seed in range(20)} == {"arrange", "by hand"}


@given(splits())
def test_split_suggests_every_way_when_they_are_few(split):
    brute = [way for way in product(*(range(cap + 1) for cap in split.caps)) if sum(way) == split.total]
    assert sorted(split.suggest(10_000)) == brute
    assert [way for way in product(range(-1, 6), repeat=len(split.slots)) if split.check(way) is None] == brute


@given(st.lists(choices, max_size=4, unique=True))
def test_order_suggests_every_order(items):
    order = Order(prompt="p", items=tuple(items))
    assert list(order.suggest(100)) == list(permutations(items))


def test_order_tells_words_from_numbers_and_counts():
    order = Order(prompt="p", items=(1, 2), rules=("x.order",))
    for wrong in (["1", "2"], [1], [1, 1], [1, 2, 2], []):
        with pytest.raises(IllegalAnswer, match=r"each of 1, 2 has to appear once \[x.order\]"):
            order.judge(wrong)


def test_a_refusal_names_the_rule_and_says_why():
    why = {3: Refusal("unit 3 is gone", "x.gone")}.get
    one = OneOf(prompt="p", options=(1, None), rules=("x.pick",), why=why)
    with pytest.raises(IllegalAnswer, match=r"unit 3 is gone \[x.gone\]"):
        one.judge(3)
    with pytest.raises(IllegalAnswer, match=r"4 is not one of 1, pass \[x.pick\]") as refused:
        one.judge(4)
    assert refused.value.refusal.rule == "x.pick"


def test_split_says_what_is_wrong():
    split = Split(prompt="p", total=3, slots=("a", "b"), caps=(2, 2))
    with pytest.raises(IllegalAnswer, match="a takes from 0 to 2, not 3"):
        split.judge([3, 0])
    with pytest.raises(IllegalAnswer, match="3 must be shared out, not 2"):
        split.judge([1, 1])
    with pytest.raises(BadAnswer, match="2 whole numbers, for a, b"):
        split.judge([1])


def test_keys_tell_questions_apart():
    keys = {
        OneOf(prompt="p", options=(1, 2)).key,
        OneOf(prompt="p", options=(1, "2")).key,
        OneOf(prompt="q", options=(1, 2)).key,
        Order(prompt="p", items=(1, 2)).key,
        YesNo(prompt="p").key,
        Split(prompt="p", total=1, slots=("a",), caps=(1,)).key,
        Split(prompt="p", total=1, slots=("a",), caps=(2,)).key,
        Place(prompt="p", unit=1, ground=Strip(0, 1, ())).key,
        Place(prompt="p", unit=2, ground=Strip(0, 1, ())).key,
        Path(prompt="p", unit=1, ground=Walk((0, 0), 1, 1, 1, ())).key,
    }
    assert len(keys) == 10


def test_too_many_waypoints():
    path = Path(prompt="p", unit=0, ground=Walk((0, 0), 9, 9000, 9000, ()), most_points=2)
    with pytest.raises(BadAnswer, match="at most 2 waypoints"):
        path.judge({"points": [[0, 0]] * 3})


def test_sealed_answers_are_judged_seat_by_seat():
    sealed = AskAll((Ask("red", YesNo(prompt="a")), Ask("blue", OneOf(prompt="b", options=(1,)))))
    assert sealed.judge([True, 1]) == (True, 1)
    assert sealed.key == "red YesNo a & " + sealed.asks[1].key
    for wrong in (True, [True], [True, 1, 1], [1, True], DEEP, {"red": True}, None):
        with pytest.raises(BadAnswer):
            sealed.judge(wrong)
    with pytest.raises(IllegalAnswer):
        sealed.judge([True, 2])


def test_a_roll_is_a_request_like_any_other():
    roll = Roll(d6(2), "shots")
    assert roll.key == "roll 2d6 shots"
    assert roll.judge([6, 1]) == (6, 1)


def test_labels_are_worked_out_when_somebody_reads_them():
    read = []

    def word(option):
        read.append(option)
        return f"number {option}"

    options = (3, 5, 8)
    question = OneOf(prompt="which", options=options, labels=Labels(options, word))
    assert question.judge(5) == 5
    assert list(question.suggest(2)) == [3, 5]
    assert question.key
    assert not read
    assert question.labels[-1] == "number 8"
    assert question.labels[:2] == ("number 3", "number 5")
    assert question.wire().labels == ("number 3", "number 5", "number 8")


def test_points_with_one_way_to_share_them_are_not_asked_about():
    for slots in range(1, 4):
        for caps in product(range(3), repeat=slots):
            for total in range(sum(caps) + 2):
                split = Split(prompt="share", total=total, slots=tuple("abc"[:slots]), caps=caps)
                ways = [way for way in product(*(range(cap + 1) for cap in caps)) if sum(way) == total]
                assert split.only() == (tuple(ways) if len(ways) == 1 else None)
                assert Split(prompt="s", total=total, slots=split.slots, caps=caps, secret=True).only() is None
