"""Cards: a match that is broken does not hide the others; what an army looks like, and its stats in words."""

import pytest

from hexless.ruleset import names
from hexless.server import catalogue
from hexless.server.cards import thumbnail


def test_a_broken_picture_is_none():
    assert thumbnail(b"{broken") is None
    assert thumbnail(b"") is None
    assert thumbnail(b"[1]") is None


@pytest.mark.parametrize("game", names())
def test_every_kind_of_a_force_has_a_face_and_its_stats_are_spelled_out(game):
    card = next(each for each in catalogue.games().games if each.id == game)
    for force in card.forces:
        assert force.roster.keys() == force.faces.keys()
        for face in force.faces.values():
            assert face.symbol
            assert all(name in card.about.words for name, _ in face.stats if name.isupper())
