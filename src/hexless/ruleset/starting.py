"""Games begun, resumed and audited: a header describes one, and the ruleset's files make its first state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from hexless.kernel import GameError, Position, RecordError, State, digest
from hexless.kernel.record import AGREED, FORMAT, SEEDED, Header, Record

from . import shipped
from .fairness import bonds, compare, set_up_stream
from .ruleset import Ruleset

__all__ = ["audit", "begin", "resume", "set_up"]


def set_up(
    rules: Ruleset[Any],
    scenario: Any = None,
    forces: Sequence[Any] | None = None,
    rulings: Mapping[str, object] | None = None,
    *,
    seed: int | str,
    nonces: Sequence[str] = (),
) -> tuple[Header, State]:
    """A new game's header and first state.

    nonces: one a seat for dice that were agreed on.
    scenario: a loaded one, a name or a path; None is the first that comes with the game.
    forces: one a seat, likewise; None are those that the scenario names.
    """
    if scenario is None:
        if not (names := shipped.names(rules, "scenario")):
            raise GameError(f"{rules.title} comes with no scenario; name a file")
        scenario = names[0]
    field = scenario if not isinstance(scenario, str | Path) else shipped.scenario(rules, scenario)
    wanted = field.forces if forces is None else forces
    if len(wanted) != len(field.forces):
        raise GameError(f"this scenario is for {len(field.forces)} forces, not {len(wanted)}")
    armies = [shipped.force(rules, army) if isinstance(army, str | Path) else army for army in wanted]
    return begin(rules, field, armies, shipped.chosen_rulings(rules, rulings), seed, nonces)


def begin(
    rules: Ruleset[Any], scenario: Any, forces: Sequence[Any], rulings: Any, seed: int | str, nonces: Sequence[str] = ()
) -> tuple[Header, State]:
    """A new game's header and first state."""
    header = Header(
        format=FORMAT,
        game=rules.id,
        revision=rules.revision,
        content=digest(rules.sheet.rules),
        rulings=msgspec.to_builtins(rulings),
        scenario=msgspec.to_builtins(scenario),
        forces=tuple(msgspec.to_builtins(force) for force in forces),
        seats=(),
        seed=str(seed),
        dice=AGREED if nonces else SEEDED,
        start="",
        nonces=tuple(nonces),
    )
    start = rules.files.setup(scenario, forces, rulings, set_up_stream(header))
    header = msgspec.structs.replace(header, seats=rules.seats(start), start=digest(start))
    return msgspec.structs.replace(header, bound=bonds(header)) if nonces else header, start


def resume(rules: Ruleset[Any], header: Header, name: str = "record") -> State:
    """The first state that a header describes, checked against its hash."""
    name = f"{name}: line 1"
    if (header.game, header.revision) != (rules.id, rules.revision):
        raise RecordError(
            f"{name}: made with {header.game} revision {header.revision}, this is {rules.id} revision {rules.revision}"
        )
    try:
        scenario = msgspec.convert(header.scenario, rules.files.scenario)
        forces = [msgspec.convert(force, rules.files.force) for force in header.forces]
        rulings = msgspec.convert(header.rulings, rules.files.rulings)
    except msgspec.ValidationError as error:
        raise RecordError(f"{name}: the header does not describe a game: {error}") from None
    faults = [
        *rules.files.scenario_faults(scenario),
        *(fault for force in forces for fault in rules.files.force_faults(force)),
    ]
    if faults:
        raise RecordError(f"{name}: the header does not describe a game: {'; '.join(map(str, faults))}")
    try:
        start: State = rules.files.setup(scenario, forces, rulings, set_up_stream(header))
    except GameError as error:
        raise RecordError(f"{name}: the header does not describe a game: {error}") from None
    if digest(start) != header.start or rules.seats(start) != header.seats:
        raise RecordError(f"{name}: the game now starts from another state than the record says")
    return start


def audit(rules: Ruleset[Any], record: Record, name: str = "record") -> State:
    """Re-run a record; compare the dice with the seed, and every event and state with what was recorded.

    The state it ends in. `RecordError` names the first line that does not agree.
    """
    if record.header.content != digest(rules.sheet.rules):
        raise RecordError(f"{name}: line 1: made with another sheet of {rules.title} than this one")
    start = resume(rules, record.header, name)
    try:
        moment = Position(rules, start).judged(record.tape).moment
    except GameError as error:
        raise RecordError(f"{name}: line {(error.answer or 0) + 1}: {error}") from None
    if record.ended is not None and moment.request is None:
        raise RecordError(
            f"{name}: line {len(record.lines) + 2}: the game ended by its rules, and not as is said there"
        )
    compare(record, moment, name)
    state: State = moment.state
    return state
