"""Conformance: games that try a ruleset out, and the count of which rules are coded, tested and fired in them."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from hexless.bots.random import RandomBot
from hexless.kernel import (
    Agent,
    Decision,
    Dice,
    GameError,
    OneOf,
    Order,
    Played,
    Question,
    Sample,
    Sheet,
    Split,
    State,
    Stream,
    Total,
    play_out,
)
from hexless.kernel.record import Header
from hexless.moves import Path as PathQuestion
from hexless.moves import Place as PlaceQuestion
from hexless.moves import Spot, Way
from hexless.ruleset import Ruleset, shipped
from hexless.ruleset.starting import begin

__all__ = [
    "Coverage",
    "Onward",
    "Prober",
    "conformance_games",
    "coverage",
    "probes",
    "readings",
    "rules_tested",
    "start",
    "watched",
]

MakeAgent = Callable[[Stream], Agent]


# games


def start(rules: Ruleset[Any], seed: int | str, rulings: Any = None) -> tuple[Header, State]:
    """A game from what the ruleset ships: the seed chooses the scenario, the rulings (unless they are given) and, now
    and then, the forces.
    """
    stream = Stream(seed, "conformance")
    scenario = stream.choice(list(shipped.scenarios(rules).values()))
    forces = shipped.forces(rules)
    mixed = stream.below(4) == 0
    chosen = [forces[stream.choice(list(forces)) if mixed else name] for name in scenario.forces]
    drawn = _rulings(rules.files.rulings, stream)
    return begin(rules, scenario, chosen, drawn if rulings is None else rulings, seed)


def _rulings(kind: type[Any], stream: Stream) -> Any:
    """The defaults in half of the games; in the others each ruling is drawn from its alternatives."""
    if stream.below(2):
        return kind()
    chosen = {field: _alternatives(hint) for field, hint in get_type_hints(kind).items()}
    return kind(**{field: stream.choice(options) for field, options in chosen.items() if options})


def readings(rules: Ruleset[Any], touching: Callable[[frozenset[str]], bool] = bool) -> Iterator[tuple[str, Any]]:
    """The rulings with one of them read otherwise than by default, for each of those whose rules are wanted."""
    kind = rules.files.rulings
    told = msgspec.json.schema(kind)["$defs"][kind.__name__]["properties"]
    for field, hint in get_type_hints(kind).items():
        if touching(frozenset(told[field]["rules"])):
            others = [each for each in _alternatives(hint) if each != told[field]["default"]]
            yield from ((f"{field}={each}", kind(**{field: each})) for each in others)


def _alternatives(hint: Any) -> Sequence[Any]:
    if hint is bool:
        return (False, True)
    return get_args(hint) if get_origin(hint) is Literal else ()


def conformance_games(
    rules: Ruleset[Any], seeds: Iterable[int | str], agent: MakeAgent = RandomBot
) -> Iterator[Played]:
    """One whole game a seed, with its states kept; `agent` makes the player of each seat from a stream of its own."""
    for seed in seeds:
        _, state = start(rules, seed)
        agents = {seat: agent(Stream(seed, f"conformance {seat}")) for seat in rules.seats(state)}
        yield play_out(rules, state, Dice(seed), agents, keep_states=True, sample=Onward)


class Onward(Sample):
    """Plays no game that comes back to a state in which a step began before: it could go round for ever."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seen: set[State] = set()

    def checkpoint(self, state: State) -> None:
        if state in self.seen:
            raise GameError(f"after {len(self.made)} answers the game is where it was before")
        self.seen.add(state)
        super().checkpoint(state)


# wrong answers, to see what is refused


class Prober(RandomBot):
    """Plays at random, and tries wrong answers first, words of other questions among them; `met` collects the rules
    that refused them.

    A word that is offered and not among the `tried` ones is answered at once: what is seldom offered is not missed.
    """

    def __init__(self, stream: Stream, met: set[str], tried: set[str] | None = None) -> None:
        super().__init__(stream)
        self.met = met
        self.tried = set[str]() if tried is None else tried

    def answer(self, decision: Decision) -> Any:
        words = sorted(self.tried) if isinstance(decision.question, OneOf) else ()
        for probe in (*probes(decision.question, self.stream, len(decision.state.units)), *words):
            refusal = decision.question.check(probe)
            if refusal is not None and refusal.rule:
                self.met.add(refusal.rule)
        offered = decision.question.options if isinstance(decision.question, OneOf) else ()
        new = next((word for word in offered if isinstance(word, str) and word not in self.tried), None)
        answer = super().answer(decision) if new is None else new
        if isinstance(answer, str):
            self.tried.add(answer)
        return answer


def probes(question: Question, stream: Stream, units: int) -> list[Any]:
    """Answers of the right form, most of them wrong."""
    match question:
        case OneOf():
            return [*range(-1, units + 1), None, "", "pass", 1 << 70]
        case Split():
            return [(total,) + (0,) * (len(question.slots) - 1) for total in (-1, 0, question.total + 1, 1 << 70)]
        case Order():
            return [question.items[1:], (*question.items, *question.items[:1]), ("",), (1 << 70,)]
        case PlaceQuestion():
            return [_nudged(question.sample(stream), stream) for _ in range(4)]
        case PathQuestion():
            return [_bent(question.sample(stream), stream) for _ in range(4)]
    return []


def _nudged(spot: Spot, stream: Stream) -> Spot:
    far = 10 ** stream.between(1, 6)
    return spot.with_(x=spot.x + stream.between(-far, far), y=spot.y + stream.between(-far, far))


def _bent(way: Way, stream: Stream) -> Way:
    x, y = way.points[-1] if way.points else (stream.below(100_000), stream.below(100_000))
    bend = _nudged(Spot(x, y), stream)
    return way.with_(points=(*way.points, (bend.x, bend.y)))


# which rules are coded, tested and fired


class Coverage(msgspec.Struct, frozen=True):
    """How many rules of a sheet have code, have a test, and were at work in the conformance games."""

    game: str
    rules: int
    coded: int
    tested: int
    fired: int
    missing: dict[str, list[str]]

    @property
    def whole(self) -> bool:
        return not any(self.missing.values())


def coverage(
    rules: Ruleset[Any], most: int = 200, progress: Callable[[int, int], object] = lambda game, rules: None
) -> Coverage:
    """Count, over at most so many games; `progress` hears after each how many were played and how many rules fired."""
    ids = [text.id for text in rules.sheet.rules]
    fired: set[str] = set()
    tried: set[str] = set()
    games = conformance_games(rules, range(most), lambda stream: Prober(stream, fired, tried))
    with watched(rules, fired):
        for played, game in enumerate(games, start=1):
            fired |= game.fired
            if game.outcome is not None:
                fired.add(game.outcome.rule)
            progress(played, len(fired.intersection(ids)))
            if fired.issuperset(ids):
                break
    have = {"code": rules.sheet.bound, "test": rules_tested(rules), "fired": fired}
    missing = {kind: [rule for rule in ids if rule not in done] for kind, done in have.items()}
    coded, named_in_tests, met = (len(ids) - len(left) for left in missing.values())
    return Coverage(rules.id, len(ids), coded, named_in_tests, met, missing)


@contextmanager
def watched(rules: Ruleset[Any], fired: set[str]) -> Iterator[None]:
    """While this lasts, the ruleset's quantities tell which rules they were asked for.

    A total fires the rules of its rows, whatever else it is bound to; any other quantity those that it is bound to.
    """
    package = rules.files.package
    modules = [module for name, module in sys.modules.items() if name == package or name.startswith(f"{package}.")]
    kept: list[tuple[Any, str, Any]] = []
    for function, ids in rules.sheet.quantities:
        told = _telling(function, ids, fired)
        for module in modules:
            for name, value in list(vars(module).items()):
                if value is function:
                    kept.append((module, name, value))
                    setattr(module, name, told)
    try:
        yield
    finally:
        for module, name, value in kept:
            setattr(module, name, value)


def _telling(function: Callable[..., Any], ids: tuple[str, ...], fired: set[str]) -> Callable[..., Any]:
    @wraps(function)
    def told(*args: Any, **kwargs: Any) -> Any:
        value = function(*args, **kwargs)
        fired.update(value.rules if isinstance(value, Total) else ids)
        return value

    return told


def rules_tested(rules: Ruleset[Any]) -> frozenset[str]:
    """The rules that a test names in one of its texts (a comment does not count).

    Where the package lies in a source tree its tests are read; an installed package has only `tested.txt`, the list
    that was read off the tests when it was built. With neither, nothing is known to be tested.
    """
    package = files(rules.files.package)
    tree = source_tests(Path(str(package)))
    if tree is not None:
        return named(rules.sheet, tree)
    listed = package.joinpath("tested.txt")
    return frozenset(listed.read_text("utf-8").split()) if listed.is_file() else frozenset()


def source_tests(package: Path) -> Path | None:
    """The tests of the source tree that holds a package; none if it is installed."""
    for folder in package.parents:
        if folder.name == "site-packages":
            return None
        if (folder / "pyproject.toml").is_file():
            return folder / "tests" if (folder / "tests").is_dir() else None
    return None


def named(sheet: Sheet, tests: Path) -> frozenset[str]:
    """The ids of a sheet in the strings and docstrings of every `test_*.py`."""
    words: set[str] = set()
    for file in sorted(tests.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words.update(word.strip(".-") for word in re.findall(r"[\w.-]+", node.value))
    return frozenset(text.id for text in sheet.rules if text.id in words)
