import msgspec

from hexless.table import Base, Template, template


def test_touching_counts():
    disc, card = Base(3000, 0, radius=1000), Base(0, 4000, length=4000, width=1000)
    laid = template(0, 0, 2000, [disc, disc.at(3001, 0), card, card.at(0, 4001)])
    assert laid.touched == (0, 2)
    assert [space.distance for space in laid.gaps] == [2000, 2000]
    assert msgspec.json.decode(msgspec.json.encode(laid), type=Template) == laid


def test_a_circle_over_nothing():
    assert template(0, 0, 2000, []).touched == ()
