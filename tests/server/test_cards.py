"""The list of matches: one that is broken does not hide the others."""

from hexless.server.cards import thumbnail


def test_a_broken_picture_is_none():
    assert thumbnail(b"{broken") is None
    assert thumbnail(b"") is None
    assert thumbnail(b"[1]") is None
