"""A picture for a rule: the moment of a real game in which it was first used, with what was said of it.

The game is the one of *Play now*, played on by chance with a fixed seed, a few answers at a time, as long as somebody
asks for a rule that has not come up yet. Nothing is drawn that the rules did not do.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache

from hexless.kernel import AskAll, Event, Stream
from hexless.ruleset import Scene
from hexless.ruleset.briefs import about
from hexless.ruleset.registry import find
from hexless.ruleset.telling import tell_people

from . import catalogue, rest, seat_view
from .deploying import deployed
from .match import Match

__all__ = ["Playing", "example", "playing"]

_AT_ONCE = 4  # answers, so that nobody waits long for the thread
_MOST = 320  # answers of the game
_WIDTH = 3  # suggestions among which chance chooses
_AIR = 3000  # ticks around those who are concerned
_SEED = "an example"


class Playing:
    """A game that goes on while rules are looked for, and where each was first used."""

    def __init__(self, game: str) -> None:
        rules = find(game)
        told = about(rules)
        first = catalogue.start(rules, told.now or None, told.forces, {}, _SEED)
        self.match: Match = deployed(first) if told.begins else first
        self.stream = Stream(_SEED, game)
        self.known: dict[str, Event] = {}
        self._read = 0
        self._learn()

    @property
    def over(self) -> bool:
        return self.match.request is None or self.match.answers >= _MOST

    def go_on(self) -> None:
        """A few answers more."""
        for _ in range(_AT_ONCE):
            if self.over:
                break
            asks = seat_view.asks(self.match.request)
            given = [self.stream.choice(ask.question.suggest(_WIDTH)) for ask in asks]
            self.match = self.match.play(given if isinstance(self.match.request, AskAll) else given[0])
        self._learn()

    def _learn(self) -> None:
        """The first event of each rule; one in which somebody is named is the better example."""
        for event in self.match.events[self._read :]:
            for rule in event.rules:
                if rule not in self.known or (not self._units(self.known[rule]) and self._units(event)):
                    self.known[rule] = event
        self._read = len(self.match.events)

    def _units(self, event: Event) -> list[int]:
        phrase = self.match.rules.showing.phrases.get(event.kind, "")
        return [v for key, v in event.data.items() if type(v) is int and f"{{{key}.name}}" in phrase]

    def shown(self, rule: str) -> rest.Example:
        """The table on which a rule was used."""
        event, showing = self.known[rule], self.match.rules.showing
        scene = showing.scene(self.match.state_at(event.at))
        names = {token.unit: token.name for token in scene.tokens}
        units = [unit for unit in self._units(event) if unit in names]
        return rest.Example(
            scene=scene, units=units, box=_around(scene, units), says=tell_people(event, showing.phrases, names)
        )


def _around(scene: Scene, units: list[int]) -> tuple[int, int, int, int]:
    """The part of the table with those who are concerned, twice as wide as deep: x, y, width, depth."""
    bases = [token for token in scene.tokens if token.unit in units and not token.gone]
    if not bases:
        return 0, 0, scene.width, scene.depth
    left, right = min(t.x for t in bases) - _AIR, max(t.x for t in bases) + _AIR
    low, high = min(t.y for t in bases) - _AIR, max(t.y for t in bases) + _AIR
    width = min(scene.width, max(right - left, 2 * (high - low), scene.width // 3))
    depth = min(scene.depth, max(high - low, width // 2))
    x = min(max(0, (left + right - width) // 2), scene.width - width)
    y = min(max(0, (low + high - depth) // 2), scene.depth - depth)
    return x, y, width, depth


@cache
def playing(game: str) -> Playing:
    """The game from which the examples of a ruleset are taken; one a process."""
    return Playing(game)


async def example(run: Callable[..., Awaitable[object]], game: str, rule: str) -> rest.Example | None:
    """The example of a rule, None if it does not come up; the rules run where `run` lets them."""
    await run(playing, game)
    going = playing(game)
    while rule not in going.known and not going.over:
        await run(going.go_on)
    return going.shown(rule) if rule in going.known else None
