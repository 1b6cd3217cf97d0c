"""Kernels that were made ready are the ones that games call: nobody at a table waits for a compiler."""

import pytest

from hexless.kernel import AskAll, Stream
from hexless.ruleset import find
from hexless.server import catalogue, seat_view
from hexless.table import _fast

GAMES = ("at43", "dropzone", "horizon-wars", "orders", "patrol-angis")

pytestmark = pytest.mark.skipif(not _fast.compiled(), reason="nothing is compiled here")


def known():
    """What every kernel that is called from outside is compiled for."""
    made = [(kernel.args[1], getattr(_fast.load(kernel.args[0]), kernel.args[1])) for kernel in _fast.kernels()]
    return {(name, signature) for name, dispatcher in made for signature in dispatcher.signatures}


def played(game, answers):
    """A game by chance, with what its pages are shown."""
    match, stream = catalogue.start(find(game), None, (), {}, "kernels"), Stream("kernels", game)
    for _ in range(answers):
        if match.request is None:
            return
        for seat in (*match.header.seats, None):
            seat_view.turn(match, seat, frozenset(), tuple(match.header.seats))
        given = [stream.choice(list(ask.question.suggest(8))) for ask in seat_view.asks(match.request)]
        match = match.play(given if isinstance(match.request, AskAll) else given[0])


def test_no_game_needs_a_kernel_that_was_not_made_ready():
    for make in _fast.kernels():
        make()
    before = known()
    assert len(before) >= 36
    for game in GAMES:
        played(game, 60)
    assert known() == before


def test_a_kernel_is_stamped_by_every_file_behind_it():
    """Else a change two files away would leave old code in use."""
    modules = {kernel.args[0] for kernel in _fast.kernels()}
    behind = {module.__name__: _fast._lenders(module) for module in modules}
    assert "hexless.table._tangents" in behind["hexless.table._relations"]
    for lenders in behind.values():
        assert all(behind[name] <= lenders for name in lenders if name in behind)
