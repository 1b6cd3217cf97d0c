"""What was found, in a sentence with its interval, and as data for whoever lists reports."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from hexless.kernel import GameError
from hexless.ruleset import find
from hexless.ruleset.disk import read_bytes, write_path

from .folder import Folder
from .playing import Game
from .resampling import Rating, Share, luck, ratings
from .running import Finding, Ledger
from .sequence import Interval

__all__ = ["Answer", "Rate", "answer", "finished", "percent", "points", "write"]

_MOST = 1 << 24


class Rate(msgspec.Struct, frozen=True):
    """How the games of a group went: by whom they were won, how many were drawn, how long they took."""

    group: str
    games: int
    wins: dict[str, int]  # by seat
    draws: int
    turns: float
    decisions: float
    asked_first: float  # share of wins of the seat that was asked first
    ends: dict[str, int]  # by how they ended, in words without their numbers


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to an experiment: `sentence` says it; `findings` are what it rests on."""

    name: str
    compare: str
    game: str
    title: str
    revision: int
    scenarios: tuple[str, ...]
    bots: tuple[str, ...]
    sentence: str
    findings: tuple[Finding, ...]
    rates: tuple[Rate, ...]
    ratings: tuple[Rating, ...] = ()  # of a ladder
    luck: tuple[Share, ...] = ()
    games: int
    confidence: float
    seed: str
    identity: str
    finished: bool
    made: str


class Report(msgspec.Struct, frozen=True):
    """A finished report in a folder of results."""

    folder: str
    page: str
    answer: Answer
    shipped: bool = False  # with the game's own documents


def answer(folder: Folder) -> Answer:
    """What the games of a folder say now."""
    findings, games = Ledger(folder).findings, list(folder.games.values())
    rules, experiment = find(folder.plan.game), folder.experiment
    return Answer(
        name=experiment.name,
        compare=experiment.compare,
        game=rules.id,
        title=rules.title,
        revision=folder.run.revision,
        scenarios=tuple(dict.fromkeys(cell.scenario_name for cell in folder.plan.cells)),
        bots=tuple(dict.fromkeys(bot for cell in folder.plan.cells for bot in cell.bots)),
        sentence=_SAY[experiment.compare](folder, findings),
        findings=findings,
        rates=tuple(_rates(games)),
        ratings=ratings(folder) if experiment.compare == "bots" else (),
        luck=luck(folder) if experiment.compare == "luck" else (),
        games=len(games),
        confidence=folder.plan.stop.confidence,
        seed=folder.plan.seed,
        identity=folder.run.identity,
        finished=folder.finished,
        made=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def write(folder: Folder, found: Answer) -> None:
    """Leave the answer in its folder."""
    write_path(folder.path / "answer.json", [msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n"])


def finished(path: Path, shipped: bool = False) -> list[Report]:
    """The finished reports in a folder of result folders, newest first; what cannot be read is not listed."""
    found = []
    for page in path.glob("*/report.html"):
        try:
            told = msgspec.json.decode(read_bytes(page.with_name("answer.json"), _MOST), type=Answer)
        except (GameError, msgspec.MsgspecError):
            continue
        if told.finished:
            found.append(Report(page.parent.name, str(page), told, shipped))
    return sorted(found, key=lambda report: report.answer.made, reverse=True)


def percent(share: float) -> str:
    """A share as people say it."""
    return f"{100 * share:.0f} %"


def points(difference: float) -> str:
    """A difference between shares, in points of a hundred."""
    return f"{100 * difference:+.0f}".replace("-", "−")


def _between(found: Interval) -> str:
    return f"{percent(found.mean)} ({100 * found.low:.0f} to {percent(found.high)})"


def _moved(found: Interval, unit: str = "points") -> str:
    return f"{points(found.mean)} {unit} ({points(found.low)} to {points(found.high)})"


def _sides(folder: Folder, findings: Sequence[Finding]) -> str:
    """Every answer if one scenario was asked about; else those that are known to be uneven, then the others."""
    fair = 1 / len(folder.plan.cells[0].seats)
    if len({found.group for found in findings}) == 1:
        told = [f"{found.name} wins {_between(found.interval)}{_even(found.interval, fair)}" for found in findings]
        return _joined([f"{findings[0].group}: {told[0]}", *told[1:]])
    uneven = [found for found in findings if not _even(found.interval, fair)]
    told = [f"{found.group}: {found.name} wins {_between(found.interval)}" for found in uneven]
    rest = list(dict.fromkeys(found.group for found in findings if found not in uneven))
    widest = max((found.interval.reach for found in findings if found not in uneven), default=0.0)
    if rest:
        told.append(f"{', '.join(rest)} may be even (within {100 * widest:.0f} points)")
    return _joined(told)


def _even(found: Interval, fair: float) -> str:
    return ", which may be even" if found.low <= fair <= found.high else ""


def _arms(folder: Folder, findings: Sequence[Finding]) -> str:
    """A sum with all that it is made of, then single changes: those that are known to move something, and the rest."""
    of = folder.experiment.of or folder.plan.cells[0].seats[0]
    sums = {each.name: each for each in folder.experiment.combinations}
    told, parts = [], set(sums)
    for found in findings:
        if found.name in sums:
            made_of = [part for part in findings if part.name in sums[found.name].weights]
            told.append(f"{found.name}: {_moved(found.interval, 'wins in 100')}{_made_of(made_of)}")
            parts |= {part.name for part in made_of}
    single = [found for found in findings if found.name not in parts]
    sure = [found for found in single if found.interval.low > 0 or found.interval.high < 0]
    told += [f"{found.name} moves the chances of {of} by {_moved(found.interval)}" for found in sure]
    if rest := [found for found in single if found not in sure]:
        widest = max(max(-found.interval.low, found.interval.high) for found in rest)
        names = rest[0].name if len(rest) == 1 else f"{len(rest)} of {len(findings)} changes"
        told.append(f"{names} may move the chances of {of} by nothing (by no more than {100 * widest:.0f} points)")
    return _joined(told)


def _made_of(parts: Sequence[Finding]) -> str:
    """What a sum is made of: it is high where one part is high, and where another is low."""
    return f" [{', '.join(f'{part.name} {_moved(part.interval)}' for part in parts)}]" if parts else ""


def _bots(folder: Folder, findings: Sequence[Finding]) -> str:
    told = []
    for found in findings:
        one, _, other = found.name.partition(" - ")
        told.append(f"{one} wins {_between(found.interval)} against {other}")
    return _joined(told)


def _luck(folder: Folder, findings: Sequence[Finding]) -> str:
    told = [
        f"{share.group}: when only the dice are new {_between(share.dice)} of the variance of the result is there, "
        f"when only the decisions are new {_between(share.decisions)}"
        for share in luck(folder)
    ]
    return _joined(told or ["every game ended alike, so there is nothing to divide"] * bool(folder.games))


_SAY: dict[str, Callable[[Folder, Sequence[Finding]], str]] = {
    "sides": _sides,
    "arms": _arms,
    "bots": _bots,
    "luck": _luck,
}


def _joined(parts: Sequence[str]) -> str:
    whole = "; ".join(parts)
    return f"{whole[:1].upper()}{whole[1:]}." if whole else "Nothing is known yet."


def _rates(games: Sequence[Game]) -> list[Rate]:
    out = []
    for group in dict.fromkeys(game.group for game in games):
        some = [game for game in games if game.group == group]
        decided = [game for game in some if game.winner is not None]
        rules = [re.sub(r"\d+", "n", game.why) for game in some]
        out.append(
            Rate(
                group=group,
                games=len(some),
                wins={seat: sum(game.winner == seat for game in some) for seat in some[0].seats},
                draws=len(some) - len(decided),
                turns=sum(game.turns for game in some) / len(some),
                decisions=sum(game.decisions for game in some) / len(some),
                asked_first=sum(game.winner == game.first for game in decided) / max(len(decided), 1),
                ends={rule: rules.count(rule) for rule in dict.fromkeys(rules)},
            )
        )
    return out
