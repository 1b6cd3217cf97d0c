"""The list of matches: one that is broken does not hide the others."""

from hexless.server.cards import _thumbnail


def test_a_broken_picture_is_none():
    assert _thumbnail(b"{broken") is None
    assert _thumbnail(b"") is None
    assert _thumbnail(b"[1]") is None
