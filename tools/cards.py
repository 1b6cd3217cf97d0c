"""Write the picture of each game's card: its battle in the middle of the fight, as a spectator sees it.

python tools/cards.py [GAME ...]
"""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

import msgspec

from hexless.bots import GreedyBot
from hexless.kernel import AskAll, Stream
from hexless.ruleset import find, names
from hexless.ruleset.briefs import about
from hexless.server import seat_view
from hexless.server.catalogue import start
from hexless.server.deploying import deployed

ANSWERS = {"dropzone": 150, "at43": 110, "orders": 90}
LIVELY = 60  # answers, where nothing else is said


def picture(game: str) -> bytes:
    """The scene of the battle that begins at once, some way into it."""
    rules = find(game)
    told = about(rules)
    match = deployed(start(rules, told.now, told.forces, {}, "picture"))
    bots = {seat: GreedyBot(rules, Stream("picture", seat), work=16, width=8) for seat in match.header.seats}
    for _ in range(ANSWERS.get(game, LIVELY)):
        asks = seat_view.asks(match.request)
        given = [bots[ask.seat].answer(match.decision(ask)) for ask in asks]
        after = match.play(given if isinstance(match.request, AskAll) else given[0])
        if after.request is None:
            break
        match = after
    return msgspec.json.encode(seat_view.scene(match, None)) + b"\n"


def main() -> None:
    for game in sys.argv[1:] or names():
        path = files(find(game).files.package).joinpath("card.json")
        Path(str(path)).write_bytes(picture(game))


if __name__ == "__main__":
    main()
