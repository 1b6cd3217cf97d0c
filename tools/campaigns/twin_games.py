"""What a server needs for twin games: matches whose first seat alone has other secrets.

A seed `KK~WORD` is set up and diced as the seed WORD, but what the first seat holds in secret is dealt by KK. Where
secrets are made by answers (sealed orders, bids), the twins differ in those.
"""

from __future__ import annotations

import msgspec

from hexless.kernel import Stream, digest
from hexless.ruleset import find, starting
from hexless.server import deploying, match

_begun = {}  # how everybody was put in place, by the game and the word


class Marked(Stream):
    """A set-up stream that knows which twin it is for."""

    __slots__ = ("which",)


def plain(seed):
    """The word that twins share, with and without a leak's name behind it."""
    return seed.partition("~")[2].partition("-")[0] or seed


def same_dice(header):
    """The header whose dice and set-up these are."""
    return msgspec.structs.replace(header, seed=plain(header.seed)) if "~" in header.seed else header


def twins():
    """Give every match its twins."""
    stream_of, dice_of, deployed = starting.set_up_stream, match.dice_of, deploying.deployed

    def stream(header):
        made = Marked.keyed(stream_of(same_dice(header)).key)
        made.which = header.seed.partition("~")[0] if "~" in header.seed else ""
        return made

    def in_place(made):
        key = (made.rules.id, digest(made.header.scenario), plain(made.header.seed))
        if key not in _begun:
            _begun[key] = [line.entry for line in deployed(made).lines]
        return match.followed(made, _begun[key])

    starting.set_up_stream, match.dice_of, deploying.deployed = stream, lambda h: dice_of(same_dice(h)), in_place
    for name, dealt in (("orders", _hand), ("dropzone", _deck)):
        files = find(name).files
        msgspec.structs.force_setattr(files, "setup", _secretly(files.setup, dealt))


def _secretly(setup, dealt):
    def other(scenario, forces, rulings, stream):
        state = setup(scenario, forces, rulings, stream)
        which = getattr(stream, "which", "")
        return dealt(state, Stream(which, "twin")) if which and state.hands else state

    return other


def _hand(state, stream):
    """The first seat's cards, dealt again from those that the second does not see."""
    rules, seat = find("orders"), state.sides[1]
    return rules.guess(rules.view(state, seat), seat, stream)


def _deck(state, stream):
    """The first seat's deck, shuffled again."""
    return state.with_(decks=(tuple(stream.shuffled(sorted(state.decks[0]))), *state.decks[1:]))


TRAITS = {"twins": twins}
