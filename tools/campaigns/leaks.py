"""Leaks put into the server's own code and into rulesets: the comparison of twins has to find each of them.

One server has all of them; each is awake only in matches whose seed ends with its name. They are tried one after the
other, so that the match that was spoken to last is the one that leaks.
"""

from __future__ import annotations

import asyncio
from zlib import crc32

import msgspec

from campaigns.servers import serving

HANDS = ("at43", "orders", "dropzone")  # where the secret is in the state
EVERYWHERE = ("skirmish", *HANDS)
_room = [None]  # the room that was spoken to last


def secret():
    """What the first seat hides in the match that was spoken to last."""
    room = _room[0]
    state = room.match.state
    held = [getattr(state, name)[:1] for name in ("cards", "hands", "decks") if getattr(state, name, None)]
    first = room.match.header.seats[0]
    return f"{held} {room.sealed.get(first)}"


def number():
    """The secret as a number."""
    return crc32(secret().encode()) % 100_003


def awake(name):
    """Whether this leak is awake in the match that was spoken to last."""
    return _room[0] is not None and _room[0].match.header.seed.endswith(f"-{name}")


def _after(place, name, leak, change):
    """Let a function of the server tell more than it should."""
    honest = getattr(place, name)

    def leaky(*args, **more):
        told = honest(*args, **more)
        return change(told) if awake(leak) else told

    setattr(place, name, leaky)


def _but(**fields):
    """A message with other fields, each made of what it was."""
    return lambda told: msgspec.structs.replace(told, **{k: f(getattr(told, k)) for k, f in fields.items()})


def _to_onlookers(change):
    return lambda told: change(told) if told.seat is None else told


def _more(text):
    """A text that tells more than it should."""
    return f"{text} {secret()}"


def _watched():
    """Note which room is spoken to, by whomever."""
    from hexless.server import lobby, sockets

    done, entered, opened, carded = sockets._do, lobby.Lobby.come, lobby.Lobby.open, lobby.Lobby.card

    async def do(table, page, said):
        _room[0] = table.room
        return await done(table, page, said)

    async def come(self, room, page):
        _room[0] = room
        return await entered(self, room, page)

    async def opens(self, name):
        _room[0] = await opened(self, name)
        return _room[0]

    async def card(self, name, keys):
        _room[0] = await opened(self, name)
        return await carded(self, name, keys)

    sockets._do, lobby.Lobby.come, lobby.Lobby.open, lobby.Lobby.card = do, come, opens, card


def _in_rulesets():
    """Views and phrases of the rulesets themselves."""
    from hexless.ruleset import find

    for game in EVERYWHERE:
        rules = find(game)
        honest = rules.view

        def view(state, seat, honest=honest):
            return state if awake("view") else honest(state, seat)

        msgspec.structs.force_setattr(rules, "view", view)
        showing, drawn = rules.showing, rules.showing.scene

        def scene(state, drawn=drawn):
            made = drawn(state)
            return msgspec.structs.replace(made, title=_more(made.title)) if awake("scene") else made

        msgspec.structs.force_setattr(showing, "scene", scene)


def _in_views():
    """What is made for a seat."""
    from hexless.server import frames, room, seat_view

    _after(seat_view, "turn", "prompt", _but(prompt=_more))
    _after(seat_view, "turn", "given", _but(given=lambda given: [*given, secret()]))
    _after(seat_view, "_told", "log", _but(text=_more))
    honest = seat_view.seen_by
    seat_view.seen_by = lambda events, seat: events if awake("audience") else honest(events, seat)
    refused = room.Room._refuse

    async def refuse(self, refusal, *args):
        told = msgspec.structs.replace(refusal, says=_more(refusal.says)) if awake("refusal") else refusal
        await refused(self, told, *args)

    room.Room._refuse = refuse
    _after(frames.Frames, "welcome", "version", _to_onlookers(_but(version=lambda v: v + number())))
    _after(frames.Frames, "welcome", "answers", _to_onlookers(_but(answers=lambda n: n + number())))
    _after(frames.Frames, "welcome", "title", _but(title=_more))
    _after(frames.Frames, "welcome", "rulings", _but(rulings=lambda r: r * (1 + number() % 50)))
    _after(frames.Frames, "update", "update-answers", _but(answers=lambda n: n + number()))


def _in_answers_to_questions():
    """Measurements, trials, the table as it was, and errors."""
    from hexless.server import around, inquiries, sockets, wire

    questions = sockets._QUESTIONS
    _patch(questions, wire.Trial, "trial", lambda told: msgspec.structs.replace(told, answer=secret()))
    for kind in (wire.Overlay, wire.Shading, wire.Measure, wire.Trial):
        _patch_errors(questions, kind, "cannot-tell", inquiries.CannotTell)
    _after(sockets, "_looked", "look", lambda told: msgspec.structs.replace(told, at=number()))
    _after(wire, "Pong", "pong", _but(version=lambda v: v + number()))
    _after(around.Table, "around", "around", _but(next=lambda _: secret()))


def _patch(table, kind, leak, change):
    honest = table[kind]
    table[kind] = lambda *args: change(honest(*args)) if awake(leak) else honest(*args)


def _patch_errors(table, kind, leak, error):
    honest = table[kind]

    def leaky(*args):
        try:
            return honest(*args)
        except error as found:
            raise error(_more(found) if awake(leak) else str(found)) from None

    table[kind] = leaky


def _on_the_wire():
    """Sizes, order and number of frames, and heads of answers."""
    from hexless.server import bridge, sockets

    sent = sockets.SocketPage.send

    def send(self, message):
        sent(self, message)
        if awake("frames") and type(message).__name__ == "Pong":
            for _ in range(number() % 40):
                sent(self, message)
        if awake("size"):
            self.out._queue._queue[-1] += b" " * (number() % 3000)

    sockets.SocketPage.send = send
    rendered = bridge._Wire.render

    def render(self, content):
        return rendered(self, content) + (b" " * (number() % 3000) if awake("answer-size") else b"")

    bridge._Wire.render = render


def _in_exports():
    """Cards, pictures and records."""
    from hexless.server import lobby

    _after(lobby, "card_of", "card", _but(scenario=_more))
    _after(lobby, "card_of", "card-version", _but(version=lambda v: v + number()))
    _after(lobby, "svg", "picture", lambda told: f"{told}<!--{secret()}-->")
    _after(lobby, "NotOver", "record", lambda told: type(told)(_more(told)))
    _after(lobby, "NoKey", "no-key", lambda told: type(told)(_more(told)))


def leaks():
    """Put all of them in, asleep."""
    _watched()
    _in_rulesets()
    _in_views()
    _in_answers_to_questions()
    _on_the_wire()
    _in_exports()


TRAITS = {"leaks": leaks}
LEAKS = {
    "audience": ("dropzone",),
    **dict.fromkeys(
        (
            "scene", "prompt", "given", "log", "refusal", "version", "answers", "title", "rulings", "trial",
            "update-answers", "look", "pong", "cannot-tell", "no-key", "around", "frames", "size", "answer-size",
            "card", "card-version", "picture", "record",
        ),
        EVERYWHERE,
    ),
}  # fmt: skip


def run(games=EVERYWHERE, names=tuple(LEAKS)):
    """Try each; how many were found, and those that were not."""
    from campaigns import twins

    caught, missed = 0, []
    with serving(traits=["campaigns.twin_games:twins", "campaigns.leaks:leaks"], limits=twins.FREE) as (server,):
        for game in games:
            for name in [each for each in names if game in LEAKS[each]]:
                one, other = asyncio.run(twins.told(server, game, 1, 2, leak=name))
                if one == other:
                    missed.append(f"a leak was not found: {name} in {game}")
                caught += one != other
    return caught, missed
