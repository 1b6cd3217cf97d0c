"""What runs in the rules' thread is bounded: no message keeps it for long, and who asks for much of it waits."""

import asyncio
import time

import pytest

from hexless.kernel import BadAnswer, IllegalAnswer, Stream
from hexless.ruleset import find
from hexless.server import catalogue, inquiries, seat_view, wire
from hexless.server.limits import PUBLIC, Bucket, Limits
from hexless.server.rules_thread import Rules, metered

GAMES = ["at43", "dropzone", "horizon-wars", "orders", "patrol-angis"]
BOUND = 0.25  # seconds of CPU that one message may take of the thread; the worst that was seen is 0.04
SHOWS = ("sees", "seen-by", "reach", "threat")
FAR = 1 << 20  # the largest coordinate that is read


def worst_answers(scene):
    """The answers that cost most to judge, and the longest that a message holds."""
    w, d = scene.width, scene.depth
    across = [[n * 7919 % w, n * 104_729 % d] for n in range(32)]  # as many waypoints as a way has, all over the table
    return (
        {"points": across},
        {"points": [[w // 2 + n % 2 * 300, d // 2 + n * 40] for n in range(32)], "facing": [1, 3]},
        {"points": across * 40},
        {"x": w // 2, "y": d // 2, "facing": [1, 3]},
        {"x": FAR, "y": -FAR},
        list(range(5000)),
        [[[[0] * 500] * 20]],
        "x" * 60_000,
    )


def asked(match, seat):
    """Every message that runs rules, at its worst."""
    scene = seat_view.scene(match, seat)
    for answer in worst_answers(scene):
        yield inquiries.trial, wire.Trial(id="a", answer=answer)
    yield inquiries.shade, wire.Shading(id="a")
    ends = [wire.At(x=-FAR, y=-FAR), wire.At(x=FAR, y=FAR)]
    for unit in sorted({token.unit for token in scene.tokens if not token.gone})[::5]:
        ends = [wire.At(unit=unit), *ends][:2]
        for show in SHOWS:
            yield inquiries.overlay, wire.Overlay(id="a", unit=unit, show=show)
    yield inquiries.measure, wire.Measure(id="a", start=ends[0], end=ends[1])


def judged(ask, answer):
    return ask.judge(ask.question.meant(answer))


def took(work, *args):
    """Seconds of CPU that it takes when everything is loaded."""
    spent = []
    for _ in range(2):
        began = time.thread_time()
        try:
            work(*args)
        except (inquiries.CannotTell, BadAnswer, IllegalAnswer):
            pass
        spent.append(time.thread_time() - began)
        if spent[-1] < BOUND:
            break
    return min(spent)


@pytest.mark.parametrize("game", GAMES)
def test_no_message_keeps_the_rules_for_long(game):
    match, stream, slow = catalogue.start(find(game), None, [], {}, "bounds"), Stream(game, "bounds"), {}
    for n in range(90):
        asks = seat_view.asks(match.request)
        if not asks:
            break
        if n % 15 == 0:
            for function, said in asked(match, asks[0].seat):
                key = (function.__name__, str(said)[:80])
                slow[key] = max(slow.get(key, 0), took(function, match, asks[0].seat, said))
            for answer in worst_answers(seat_view.scene(match, asks[0].seat)):
                key = ("answer", str(answer)[:80])
                slow[key] = max(slow.get(key, 0), took(judged, asks[0], answer))
        answers = [ask.question.sample(stream) for ask in asks]
        match = match.play(answers if len(answers) > 1 else answers[0])
    assert len(slow) > 15
    assert {key: seconds for key, seconds in slow.items() if seconds > BOUND} == {}


def test_what_rules_run_for_a_task_is_counted_to_it():
    def work(seconds):
        until = time.thread_time() + seconds
        while time.thread_time() < until:
            pass

    async def task(rules, seconds):
        with metered() as meter:
            await rules.run(work, seconds)
            await rules.run(work, seconds)
        await rules.run(work, 0.01)  # after that it is nobody's
        return meter.seconds

    async def both():
        rules = Rules()
        try:
            return await asyncio.gather(task(rules, 0.03), task(rules, 0.0))
        finally:
            rules.close()

    long, short = asyncio.run(both())
    assert 0.06 <= long < 0.5
    assert short < 0.03


def test_a_debt_is_waited_for(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("hexless.server.limits.monotonic", lambda: now[0])
    bucket = Bucket(0.5, 2.0)
    bucket.owe(1.5)
    assert bucket.take(0) == 0  # a burst is nobody's harm
    bucket.owe(1.5)
    assert bucket.take(0) == 2.0  # a second too much, of which half comes back a second
    now[0] = 2.5
    assert bucket.take(0) == 0


def test_strangers_get_half_of_the_thread_at_most():
    assert PUBLIC.rules[0] <= 0.5
    assert Limits().rules[0] > 1  # whoever plays at home waits for nobody
