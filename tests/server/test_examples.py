"""A rule's picture is a moment of a real game in which the rule was used."""

import asyncio

import pytest

from hexless.ruleset import find
from hexless.server.examples import Playing, example, playing


async def at_once(function, *args):
    return function(*args)


@pytest.fixture(scope="module", params=["horizon-wars", "orders"])
def going(request):
    found = Playing(request.param)
    for _ in range(24):
        found.go_on()
    return found


def test_every_example_cites_its_rule_and_shows_whom_it_names(going):
    assert len(going.known) > 20
    for rule, event in going.known.items():
        assert rule in event.rules
        shown = going.shown(rule)
        assert shown.scene == going.match.rules.showing.scene(going.match.state_at(event.at))
        x, y, width, depth = shown.box
        assert min(x, y) >= 0
        assert x + width <= shown.scene.width
        assert y + depth <= shown.scene.depth
        tokens = [token for token in shown.scene.tokens if token.unit in shown.units and not token.gone]
        assert all(x <= token.x <= x + width and y <= token.y <= y + depth for token in tokens)
        names = {token.unit: token.name for token in shown.scene.tokens}
        assert all(names[unit] in shown.says for unit in shown.units)


def test_the_game_goes_on_until_the_rule_has_come_up():
    """And it is the same game for everybody who asks."""
    known = dict(playing("horizon-wars").known)
    later = asyncio.run(example(at_once, "horizon-wars", "hw.shoot.hits"))
    assert "hw.shoot.hits" not in known
    assert later is not None
    assert later == asyncio.run(example(at_once, "horizon-wars", "hw.shoot.hits"))
    assert asyncio.run(example(at_once, "horizon-wars", "hw.no-such-rule")) is None
    assert playing("horizon-wars").over


def test_ids_are_those_of_the_sheet(going):
    assert set(going.known) <= {rule.id for rule in find(going.match.rules.id).sheet.rules}
