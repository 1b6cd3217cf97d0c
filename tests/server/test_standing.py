"""Standing orders: given with an answer, kept, obeyed, revoked, and nobody else's business."""

import asyncio
import json
import re
from types import SimpleNamespace

import pytest

from hexless.kernel import OneOf, Order, YesNo
from hexless.server import standing
from hexless.server.bots_here import Bots
from hexless.server.catalogue import start
from hexless.server.forms import Always, Seat

ALWAYS = {"how": "answer", "until": "revoked"}


def snaps(page):
    """Whether the page is asked to snap back."""
    return "snaps back" in (page.now["turn"]["question"] or {}).get("prompt", "")


@pytest.fixture
def duel(server, play_on):
    """Two people up to the first question whether to snap back: the match, who is asked, and the other."""
    pages = []

    def begin(seed, where=server):
        match = where.match(seed=seed)
        red, blue = where.page(match, "red").__enter__(), where.page(match, "blue").__enter__()
        pages.extend((red, blue))
        assert play_on(red, blue, until=snaps) is None, "nobody may snap back in this game"
        asked, other = (red, blue) if snaps(red) else (blue, red)
        return match, asked, other

    yield begin
    for page in pages:
        page.__exit__(None, None, None)


def whole(asked, other, answer, **more):
    """Play on to the end; every question like the first is answered so by hand, or by the order that comes with it."""
    asked.answer(answer, **more)
    by_hand, ended = 0, set()
    given = {asked: asked.now["version"], other: -1}
    while len(ended) < 2:
        for page in (asked, other):
            if page in ended:
                continue
            told = page.next()
            assert told["kind"] not in ("error", "refused", "missed"), told
            if told["kind"] == "ended":
                ended.add(page)
            elif told["kind"] == "update" and told["turn"]["question"] and given[page] < told["version"]:
                if page is other and len(told["turn"]["asked"]) > 1 and not told["turn"]["given"]:
                    continue  # of sealed answers, the asked seat's comes first, so that both games say the same
                again = page is asked and snaps(page)
                by_hand += again
                given[page] = told["version"]
                page.answer(answer if again else page.first())
    return by_hand


@pytest.mark.parametrize("seed", ["one", "two"])
def test_an_order_answers_as_the_player_would_and_no_byte_tells_others_which(duel, seed):
    """The frames of the other seat in two games: one by hand, one with an order from the first question on."""
    frames, counts = [], []
    for more in ({}, {"always": ALWAYS}):
        match, asked, other = duel(seed)
        counts.append(whole(asked, other, False, **more))
        around = '{"kind":"around"'  # people come whenever they come
        seen = [re.sub(match, "MATCH", frame) for frame in other.frames if not frame.startswith(around)]
        frames.append([re.sub(r'"id":"m\d+"', '"id":"m"', frame) for frame in seen])
    assert counts[0] > counts[1] == 0
    assert frames[0] == frames[1]
    assert not any('"standing":[{' in frame or '"kind":"orders"' in frame for frame in frames[1])


def test_an_order_is_shown_to_its_own_seat_only_and_can_be_revoked(duel, server):
    match, asked, other = duel("one")
    asked.answer(False, always=ALWAYS)
    (order,) = asked.until("orders")["standing"]
    assert (order["how"], order["until"], order["says"]) == ("answer", "revoked", "no")
    assert order["prompt"].endswith("snaps back")
    seat = asked.first_words["seat"]
    with server.page(match, seat) as again, server.page(match) as nobody:
        assert again.until("welcome")["standing"] == [order]
        assert nobody.until("welcome")["standing"] == []
        nobody.say("revoke", order=order["id"])
        with pytest.raises(AssertionError, match="only a player has standing orders"):
            nobody.until("orders")
        other.say("revoke", order=order["id"])
        assert other.until("orders")["standing"] == []
        asked.say("revoke", order="no-such-order")
        assert [each["id"] for each in asked.until("orders")["standing"]] == [order["id"]]
        said = asked.say("revoke", order=order["id"])
        told = asked.until("orders")
        assert (told["standing"], told["id"]) == ([], said)
        assert again.until("orders")["standing"]  # the one that found nothing to revoke
        assert again.until("orders")["standing"] == []


def test_a_refused_answer_leaves_no_order(duel):
    _, asked, _ = duel("one")
    asked.answer("perhaps", always=ALWAYS)
    while asked.next()["kind"] != "refused":
        pass
    asked.say("revoke", order="x")
    assert asked.until("orders")["standing"] == []


def test_orders_survive_a_killed_server(new_server, tmp_path, play_on):
    server = new_server(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}")
    try:
        match = server.match(seed="one")
        with server.page(match, "red") as red, server.page(match, "blue") as blue:
            play_on(red, blue, until=snaps)
            asked, seat = (red, "red") if snaps(red) else (blue, "blue")
            asked.answer(False, always=ALWAYS)
            (order,) = asked.until("orders")["standing"]
        server.kill()
        server.start()
        with server.page(match, seat) as page:
            assert page.until("welcome")["standing"] == [order]
    finally:
        server.stop()


def test_an_undo_takes_the_order_back_that_would_only_repeat_it(server):
    match = server.match(seats=[{"seat": "blue", "player": "bot", "bot": "greedy", "budget": 200}])
    with server.page(match, "red") as red:
        red.until("welcome")
        first = red.now["turn"]["question"]["prompt"]
        red.answer(red.first(), always={"how": "first", "until": "revoked"})
        red.until("orders")
        version = red.now["version"]
        while red.now["turn"]["asked"] == ["red"] and not red.now["turn"]["question"]:
            red.until("update")  # the other figures are placed by the order
        assert red.now["version"] > version or not red.now["turn"]["question"]
        red.say("undo", version=red.now["version"])
        told = red.next()
        while told["kind"] not in ("orders", "undo-refused"):
            told = red.next()
        assert told["kind"] == "orders", told
        assert told["standing"] == []
        back = red.until("update")
        assert back["back"] is not None
        assert back["turn"]["question"]["prompt"].split()[0] == first.split()[0]


# ------------------------------------------------------------------ orders as values


def asked(match, how, until="revoked", answer=None, name="a"):
    seat = match.request.seat
    return standing.made(match, seat, match.request.question, answer, Always(how, until), name)


def test_questions_are_alike_but_for_names_and_numbers():
    names = {0: "Thralls 1", 1: "Thralls"}
    pay = YesNo(prompt="pay 1 LP to activate Thralls 1", rules=("at.lp",))
    also = YesNo(prompt="pay 2 LP to activate Thralls", rules=("at.lp",))
    assert standing.like(pay, names) == standing.like(also, names) == "YesNo pay # LP to activate @ [at.lp]"
    assert standing.like(YesNo(prompt=pay.prompt, rules=("at.other",)), names) != standing.like(pay, names)
    assert standing.like(OneOf(prompt=pay.prompt, rules=("at.lp",), options=(1, 2)), names) != standing.like(pay, names)


def test_the_first_suggestion_and_the_same_as_last_time(toy):
    match = start(toy, "duel", (), {}, "orders")
    seat = match.request.seat
    first = asked(match, "first")
    _, answer = standing.obeyed(match, seat, [first])
    assert answer == {"x": match.request.question.suggest(1)[0].x, "y": match.request.question.suggest(1)[0].y,
                      "facing": None}  # fmt: skip
    same = asked(match, "same")
    assert standing.obeyed(match, seat, [same]) is None  # it was never asked before
    after = match.play(match.request.question.suggest(1)[0])
    assert after.request.seat == seat
    assert standing.obeyed(after, seat, [same]) is None  # the place is taken: the seat is asked
    assert standing.obeyed(after, seat, [first])[0] is first
    newer = asked(match, "answer", answer={"x": 500, "y": 5500}, name="b")
    assert standing.obeyed(match, seat, [first, newer])[0] is newer
    assert standing.obeyed(match, "nobody", [first]) is None


def test_leaving_it_be_and_sealed_answers(toy):
    match = start(toy, "duel", (), {}, "orders")
    assert standing.obeyed(match, match.request.seat, [asked(match, "decline")]) is None  # it cannot be left
    while not hasattr(match.request, "asks"):
        match = match.play(match.request.question.suggest(1)[0])
    seat, question = match.request.asks[1].seat, match.request.asks[1].question
    assert isinstance(question, Order)
    order = standing.made(match, seat, question, None, Always("first"), "a")
    assert standing.obeyed(match, seat, [order])[1] == question.items


def test_what_holds_until_the_seat_decides_again(toy):
    match = start(toy, "duel", (), {}, "orders")
    brief, lasting = asked(match, "first", "asked"), asked(match, "first", "revoked")
    assert standing.outlived([brief, lasting]) == [lasting]


def test_a_brief_order_ends_when_its_seat_is_asked_something_else(server, play_on):
    match = server.match(seed="one")
    with server.page(match, "red") as red, server.page(match, "blue") as blue:
        play_on(red, blue, until=snaps)
        asked, other = (red, blue) if snaps(red) else (blue, red)
        asked.answer(False, always={"how": "decline", "until": "asked"})
        assert len(asked.until("orders")["standing"]) == 1
        for _ in range(60):
            mover = next((page for page in (asked, other) if page.now["turn"]["question"]), None)
            if mover is asked:
                break
            if mover:
                mover.answer(mover.first())
            for page in (asked, other):
                page.until("update")
        else:
            pytest.fail("the seat was not asked again")
        assert asked.until("orders")["standing"] == []
        assert json.loads(asked.frames[-1])["kind"] == "orders"


def test_an_order_that_was_cut_short_is_heeded_when_its_player_comes_back():
    """The page goes while the order is looked up, and is opened again: nobody waits for it for ever."""
    begun = []

    async def looks_up(*args):
        begun.append(args)
        await asyncio.sleep(60)

    async def scene():
        seat = Seat(seat="red", player="human")
        saved = SimpleNamespace(seats=(seat,), affairs=SimpleNamespace(stand_in=()))
        room = SimpleNamespace(
            pages=["a page"], version=7, saved=saved, waits_for=lambda: ["red"], frames=SimpleNamespace(obeyed=None),
            orders=SimpleNamespace(of={"red": ["an order"]}), rules=SimpleNamespace(run=looks_up),
        )  # fmt: skip
        bots = Bots(room)
        for _ in range(2):
            bots.wake()
            await asyncio.sleep(0)
            bots.rest()
            await asyncio.sleep(0.01)

    asyncio.run(scene())
    assert len(begun) == 2
