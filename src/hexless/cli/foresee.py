"""`hexless odds --from`: what an answer of a recorded game would have done, as its seat could foresee it then."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from hexless.kernel import Ask, GameError, OneOf, Question, YesNo
from hexless.kernel.errors import clip
from hexless.ruleset import Ruleset

from .records import load_record
from .show import bar, columns, dim, printable, say, say_json, strong, width

__all__ = ["foresee"]


def foresee(rules: Ruleset[Any], file: Path, at: int | None, said: str | None, seat: str | None, json: bool) -> None:
    """Say what the answer does; without one, that of the record."""
    from hexless.server import inquiries, wire

    match, entry = _moment(rules, file, at)
    ask = _asked(match.request, at, seat)
    answer = _given(match.request, ask, entry) if said is None else _read(ask.question, said)
    told = inquiries.foreseen(match, ask.seat, wire.Foresee(id="odds", answer=answer))
    if told.says:
        raise GameError(f"answer {at}: {told.says}")
    if json:
        head = {"game": rules.id, "at": at, "seat": ask.seat, "prompt": ask.question.prompt, "answer": answer}
        say_json({**head, "forecasts": told.forecasts})
        return
    say(f"{strong(printable(ask.seat))}, {printable(ask.question.prompt)}: {printable(_shown(ask.question, answer))}")
    for forecast in told.forecasts:
        _tell(forecast)


def _moment(rules: Ruleset[Any], file: Path, at: int | None) -> tuple[Any, Any]:
    """The match in which answer `at` is asked for, and what the record answered."""
    from hexless.server.match import resumed

    kept, played = load_record(file, None)
    if played.id != rules.id:
        raise GameError(f"{file}: this is a game of {played.id}, not of {rules.id}")
    if at is None:
        raise GameError(f"name an answer with --at N, from 1 to {len(kept.tape)}")
    if at > len(kept.tape):
        raise GameError(f"{file}: there is no answer {at}; the record has {len(kept.tape)}")
    entry = kept.tape[at - 1]
    if entry.ask.startswith("roll "):
        raise GameError(f"answer {at} is a roll of the dice; choose a decision")
    return resumed(rules, kept.header, kept.tape[: at - 1]), entry


def _asked(request: Any, at: int | None, seat: str | None) -> Ask:
    """The question that is put to a seat."""
    asks: tuple[Ask, ...] = request.asks if hasattr(request, "asks") else (request,)
    found = [ask for ask in asks if seat is None or ask.seat == seat]
    names = ", ".join(ask.seat for ask in asks)
    if not found:
        raise GameError(f"answer {at} is not asked of {clip(seat)}, but of {names}")
    if len(found) > 1:
        raise GameError(f"answer {at} is asked of {names} at once; choose one with --seat")
    return found[0]


def _given(request: Any, ask: Ask, entry: Any) -> Any:
    """What the record has this seat answer."""
    answer = entry.answer[request.asks.index(ask)] if hasattr(request, "asks") else entry.answer
    return msgspec.to_builtins(answer)


def _read(question: Question, said: str) -> Any:
    """An answer as a word of the question or its label, as yes or no, or as JSON."""
    word = said.strip().casefold()
    if isinstance(question, OneOf):
        labels = question.labels or ("",) * len(question.options)
        for option, label in zip(question.options, labels):
            if word in (str(option).casefold(), label.casefold()) or (option is None and word in ("pass", "null")):
                return option
    if isinstance(question, YesNo) and word in ("yes", "no"):
        return word == "yes"
    try:
        return msgspec.json.decode(said)
    except msgspec.DecodeError:
        raise GameError(f"{clip(said)} is no answer to “{question.prompt}”: {_wanted(question)}") from None


def _wanted(question: Question) -> str:
    if isinstance(question, OneOf):
        options = ", ".join("pass" if option is None else str(option) for option in question.options)
        return f"it has to be one of {options}"
    return "it has to be yes or no" if isinstance(question, YesNo) else "it has to be JSON"


def _shown(question: Question, answer: Any) -> str:
    from hexless.server.seat_view import label

    return label(question, answer)


_OTHERS = {"everything": "if they answer with all they have", "nothing": "if they do nothing", "": ""}


def _tell(forecast: Any) -> None:
    """One reading: its policy, a bar for each thing that may happen, the modifier rows."""
    marks = [_OTHERS[forecast.others]]
    marks += [f"about, ± {forecast.error:.0%}: a sample"] if forecast.error else []
    marks += ["hidden things are guessed"] if forecast.guessed else []
    if said := "; ".join(filter(None, marks)):
        say(dim(said))
    rows = [(f"  {printable(what)}", f"{p:7.2%}", bar(p, width() - 56)) for what, p in _chances(forecast)]
    say(columns(rows, right=(1,)) if rows else "  nothing changes")
    for total in forecast.sums:
        parts = ", ".join(f"{row.value:+d} {printable(row.why)} [{row.rule}]" for row in total.rows)
        say(dim(f"  {printable(total.name)} {total.value}: {parts}"))


def _chances(forecast: Any) -> list[tuple[str, float]]:
    rows = []
    for fate in forecast.fates:
        rows += [(f"{fate.name}: destroyed", fate.gone)] if fate.gone else []
        rows += [(f"{fate.name}: loses {n} or more", p) for n, p in fate.lost if p != fate.gone]
        rows += [(f"{fate.name}: {_change(change)}", change.p) for change in fate.changes]
    rows += [(_change(mark), mark.p) for mark in forecast.marks]
    return [*rows, *((f"{who or 'nobody'} wins", p) for who, p in forecast.over)]


def _change(change: Any) -> str:
    return str(change.what) if change.now == "yes" else f"{change.what} {change.was} to {change.now}"
