"""The games as cards: what there is to play, read from the ruleset records and their packages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.resources import files as resources
from typing import Any

import msgspec

from hexless.bots import names as bot_names
from hexless.kernel import Ask, Stream, UnknownName
from hexless.kernel.record import Header
from hexless.moves import Place
from hexless.ruleset import Ruleset, Scene, Token, find, names, shipped, starting
from hexless.ruleset.briefs import about
from hexless.ruleset.guides import guide, tape
from hexless.ruleset.measured import Price, measured

from . import rest
from .forms import Ruling
from .match import Match, resumed

__all__ = ["again", "attacks", "begun", "games", "rulings", "sheet", "start", "warm"]

_SEED = "card"
_PLACES = 60  # units that a card shows at most


@cache
def games() -> rest.Games:
    """Every game that loads, and why the others do not: a broken plug-in is reported, never fatal."""
    found, broken = [], {}
    for name in names():
        try:
            found.append(_card(find(name)))
        except Exception as error:  # whatever a plug-in raises
            broken[name] = f"{type(error).__name__}: {error}"
    bots = [rest.BotCard(spec=name, title=name.capitalize()) for name in bot_names()]
    return rest.Games(games=found, bots=bots, broken=broken)


def _card(rules: Ruleset[Any]) -> rest.GameCard:
    return rest.GameCard(
        id=rules.id,
        title=rules.title,
        unit=rules.sheet.unit,
        revision=rules.revision,
        scenarios=[_scenario(rules, name, value) for name, value in shipped.scenarios(rules).items()],
        forces=[_force(rules, name, value) for name, value in shipped.forces(rules).items()],
        rulings=rulings(rules),
        attacks=[attack.name for attack in rules.attacks],
        scene=_set_up(rules),
        about=about(rules),
        lessons=len(told.lessons) if (told := guide(rules)) and tape(rules.id) else 0,
    )


def _force(rules: Ruleset[Any], name: str, value: Any) -> rest.ForceCard:
    roster = _roster(rules, name, value)
    return rest.ForceCard(
        id=name,
        title=_title(value, name),
        says=_says(value),
        brief=shipped.muster(rules, name),
        roster=roster,
        faces=_faces(rules, name, roster),
    )


def _faces(rules: Ruleset[Any], name: str, roster: dict[str, list[str]]) -> dict[str, Token]:
    """A token of each kind, before a battle of the force against its like."""
    if rules.showing.drawn is None:
        return {}
    field = next(iter(shipped.scenarios(rules).values()))
    header, state = starting.set_up(rules, field, [name] * len(field.forces), seed=_SEED)
    tokens = [token for unit in range(len(state.units)) for token in rules.showing.drawn(state, unit)]
    own = [token for token in tokens if token.seat == header.seats[0]]
    found = {kind: [token for token in own if _is_of(token, kind, names)] for kind, names in roster.items()}
    return {kind: tokens[0] for kind, tokens in found.items() if tokens}


def _is_of(token: Token, kind: str, names: list[str]) -> bool:
    """Whether a token is of a kind: it says so, or is named like it, with a number where there are several."""
    said = any(value == kind for _, value in token.stats)
    return said or token.name in names or token.name.rstrip("0123456789 ") in names


def _roster(rules: Ruleset[Any], name: str, force: Any) -> dict[str, list[str]]:
    """The names of a force's units by their kinds, for every kind that its brief has a word on."""
    found: dict[str, list[str]] = {kind: [] for kind in shipped.muster(rules, name).units}
    for part in _parts(msgspec.to_builtins(force)):
        kinds = [part.get("type"), *(part.get("figures") or ())]
        for kind in dict.fromkeys(each for each in kinds if isinstance(each, str) and each in found):
            found[kind].append(str(part.get("name") or kind))
    return {kind: units for kind, units in found.items() if units}


def _parts(value: Any) -> Iterator[dict[str, Any]]:
    """Every record in a file, whatever it is of."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list | tuple):
        for each in value:
            yield from _parts(each)


def _set_up(rules: Ruleset[Any]) -> Scene:
    """The picture that the game brings with it; else the first scenario's table once everybody stands somewhere."""
    picture = resources(rules.files.package).joinpath("card.json")
    if picture.is_file():
        return msgspec.json.decode(picture.read_bytes(), type=Scene)
    header, _ = starting.set_up(rules, seed=_SEED)
    match, stream = resumed(rules, header, ()), Stream(_SEED, "places")
    for _ in range(_PLACES):
        if not isinstance(match.request, Ask) or not isinstance(match.request.question, Place):
            break
        match = match.play(stream.choice(match.request.question.suggest(12)))
    return rules.showing.scene(rules.view(match.state, None))


def _scenario(rules: Ruleset[Any], name: str, value: Any) -> rest.ScenarioCard:
    header, _ = starting.set_up(rules, name, seed=_SEED)
    return rest.ScenarioCard(
        id=name,
        title=_title(value, name),
        says=_says(value),
        seats=list(header.seats),
        forces=list(value.forces),
        brief=shipped.situation(rules, name),
        balance=measured(rules).scenarios.get(name),
    )


@cache
def _named(game: str, kind: shipped.Kind) -> dict[str, str]:
    """The ids of what ships, by the names that headers know."""
    found = shipped.scenarios(find(game)) if kind == "scenario" else shipped.forces(find(game))
    return {_title(value, name): name for name, value in found.items()}


def begun(rules: Ruleset[Any], header: Header) -> rest.SetUp:
    """What a match was begun with."""
    scenario, forces = header.scenario, [each if isinstance(each, dict) else {} for each in header.forces]
    return rest.SetUp(
        scenario=_named(rules.id, "scenario").get(scenario.get("name", ""), "") if isinstance(scenario, dict) else "",
        forces=[_named(rules.id, "force").get(str(each.get("name", "")), "") for each in forces],
        rulings=dict(header.rulings),
    )


def _title(value: Any, name: str) -> str:
    return str(getattr(value, "title", "") or getattr(value, "name", "") or name)


def _says(value: Any) -> str:
    return str(getattr(value, "says", ""))


def warm() -> None:
    """Run every game to its first question, so that nobody waits for code to load."""
    for card in games().games:
        with suppress(Exception):  # whoever starts that game is told
            start(find(card.id), None, (), {}, _SEED)


def start(
    rules: Ruleset[Any], scenario: str | None, forces: Sequence[str], changed: Mapping[str, Any], seed: str
) -> Match:
    """A new match from names of what ships; unknown ones and impossible rulings are refused in words."""
    kinds: tuple[tuple[shipped.Kind, Sequence[str]], ...] = (
        ("scenario", [scenario] if scenario else []),
        ("force", forces),
    )
    for kind, wanted in kinds:
        known = shipped.names(rules, kind)
        for name in wanted:  # never a path
            if name not in known:
                raise UnknownName(f"{kind} in {rules.title}", name, known)
    header, _ = starting.set_up(rules, scenario, list(forces) or None, changed, seed=seed)
    return resumed(rules, header, ())


def again(rules: Ruleset[Any], header: Header, seed: str) -> Match:
    """The same table once more, with other dice."""
    files = rules.files
    scenario = msgspec.convert(header.scenario, files.scenario)
    forces = [msgspec.convert(force, files.force) for force in header.forces]
    fresh, _ = starting.begin(rules, scenario, forces, msgspec.convert(header.rulings, files.rulings), seed)
    return resumed(rules, fresh, ())


def rulings(rules: Ruleset[Any], chosen: Mapping[str, Any] | None = None) -> list[Ruling]:
    """What the sheet leaves open, with the choices, and what a game has chosen."""
    defaults = msgspec.to_builtins(rules.files.rulings())
    _, parts = msgspec.json.schema_components([rules.files.rulings])
    fields = parts.get(rules.files.rulings.__name__, {}).get("properties", {})
    prices = measured(rules).rulings if chosen is None else {}
    return [
        _ruling(name, form, defaults.get(name), (chosen or defaults).get(name), prices.get(name, ()))
        for name, form in fields.items()
    ]


def _ruling(name: str, form: Mapping[str, Any], default: Any, value: Any, prices: tuple[Price, ...]) -> Ruling:
    choices = list(form.get("enum", ()))
    if form.get("type") == "boolean":
        choices = [True, False]
    return Ruling(
        name=name,
        says=form.get("description", ""),
        rules=list(form.get("rules", ())),
        value=value,
        default=default,
        choices=choices,
        low=form.get("minimum"),
        high=form.get("maximum"),
        prices=tuple(each for each in prices if each.value != default),
    )


def sheet(rules: Ruleset[Any]) -> rest.SheetCard:
    """The sheet rule by rule, with the rulings that touch each."""
    open_ = rulings(rules)
    return rest.SheetCard(
        game=rules.id,
        title=rules.title,
        unit=rules.sheet.unit,
        rulings=open_,
        rules=[
            rest.RuleCard(
                id=text.id,
                section=text.section,
                lines=text.lines,
                says=text.says,
                ruling=text.ruling,
                rulings=[each.name for each in open_ if text.id in each.rules],
            )
            for text in rules.sheet.rules
        ],
    )


def attacks(rules: Ruleset[Any]) -> rest.Attacks:
    """The attacks whose odds can be asked."""
    found = [
        rest.AttackCard(
            name=attack.name,
            says=attack.says,
            value=attack.value,
            inputs=list(attack.inputs),
            rules=list(attack.rules),
        )
        for attack in rules.attacks
    ]
    return rest.Attacks(game=rules.id, attacks=found)
