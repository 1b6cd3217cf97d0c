"""`hexless lab`: questions to a game, answered by many games of bots."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.util import find_spec
from inspect import Signature, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hexless.kernel import GameError

from .games import GameName, Json
from .progress import reporting
from .show import columns, dim, say, say_json, strong
from .sim import Forces, Rulings, Seed, chosen_rulings

if TYPE_CHECKING:
    from hexless.lab.answers import Answer
    from hexless.lab.experiment import Experiment
    from hexless.lab.folder import Folder
    from hexless.lab.questions import Terms
    from hexless.lab.running import Progress
    from hexless.lab.workers import Workers

__all__ = ["register"]

_NEEDS = {"lab": ("polars", "altair", "vl_convert", "openskill", "optuna"), "ray": ("ray",)}
lab = typer.Typer(no_args_is_help=True, help="Ask a game a question, and let bots play until the answer is known.")


def register(app: typer.Typer) -> None:
    """Add these commands."""
    app.add_typer(lab, name="lab")


def _need(extra: str) -> None:
    """Refuse in one sentence when the packages of an extra are not there."""
    if gone := [name for name in _NEEDS[extra] if find_spec(name) is None]:
        raise GameError(f"the lab needs {', '.join(gone)}, which is not installed: pip install 'hexless[{extra}]'")


Bots = Annotated[
    str, typer.Option("--bots", help="A bot for each seat, in their order, or one for all; for a ladder, those on it.")
]
Scenario = Annotated[list[str] | None, typer.Option(help="A name, or a file; may be given again.")]
Games = Annotated[int, typer.Option(min=1, max=10_000_000, help="At most so many games, rounded up to whole deals.")]
Within = Annotated[
    float | None, typer.Option(min=0.1, max=100, help="Stop when each interval is within so many points (5: ±5).")
]
Confidence = Annotated[float, typer.Option(min=50, max=99.99, help="Of the intervals, in percent.")]
Out = Annotated[Path | None, typer.Option(metavar="DIR", help="The folder of the results; one that is there goes on.")]
Jobs = Annotated[int, typer.Option(min=0, max=1024, help="Processes; 0 is one a core. The games are the same.")]
Publish = Annotated[
    bool, typer.Option("--publish", help="Keep what was found in the game's own file, for the pages that show it.")
]
On = Annotated[
    str, typer.Option(metavar="processes|ray|ray:ADDRESS", help="Where the games are played: here, or on Ray.")
]


@lab.command("run")
def run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An experiment in TOML or JSON.")],
    *,
    out: Out = None,
    jobs: Jobs = 0,
    on: On = "processes",
    deals: Annotated[
        str | None, typer.Option(metavar="A-B", help="Just these deals: a part, to be merged with others.")
    ] = None,
    json: Json = False,
) -> None:
    """Run an experiment from a file; the folder is named after the file unless told."""
    _need("lab")
    from hexless.lab.experiment import read

    _run(read(file), out or Path("lab") / file.stem, jobs, on, json, beside=file.parent, deals=_deals(deals))


# ---- ready questions


def _common(
    *,
    scenario: Scenario = None,
    force: Forces = None,
    ruling: Rulings = None,
    bots: Bots = "random",
    games: Games = 400,
    within: Within = None,
    confidence: Confidence = 95,
    seed: Seed = "1",
    out: Out = None,
    jobs: Jobs = 0,
    on: On = "processes",
    publish: Publish = False,
    json: Json = False,
) -> tuple[Terms, Path | None, int, str, bool, bool]:
    """The options that every question has."""
    _need("lab")
    from hexless.lab.questions import Terms
    from hexless.lab.sequence import Stop

    terms = Terms(
        scenarios=tuple(scenario or ()),
        forces=tuple(force or ()),
        bots=tuple(bot.strip() for bot in bots.split(",")),
        rulings=chosen_rulings(ruling),
        seed=seed,
        stop=Stop(within=within and within / 100, games=games, confidence=confidence / 100),
    )
    return terms, out, jobs, on, publish, json


def _question(name: str, **defaults: Any) -> Callable[[Callable[..., Experiment]], None]:
    """A command that asks a ready question: its own arguments, then the common options."""

    def add(ask: Callable[..., Experiment]) -> None:
        own = list(signature(ask, eval_str=True).parameters.values())[1:]
        common = signature(_common, eval_str=True, locals={"Terms": Any}).parameters.values()

        def command(**given: Any) -> None:
            mine = {each.name: given.pop(each.name) for each in own}
            terms, out, jobs, on, publish, json = _common(**given)
            named = [word for value in mine.values() for word in ([value] if isinstance(value, str) else value or ())]
            words = [
                named[0],
                name,
                *named[1:],
                *(Path(each).stem for each in terms.scenarios),
                *terms.bots,
                terms.seed,
            ]
            slug = re.sub(r"[^a-z0-9]+", "-", "-".join(words).lower()).strip("-")
            _run(ask(terms, **mine), out or Path("lab") / slug, jobs, on, json, publish=publish)

        options = [each.replace(default=defaults.get(each.name, each.default)) for each in common]
        command.__signature__ = Signature([*own, *options])  # type: ignore[attr-defined]
        command.__doc__ = ask.__doc__
        lab.command(name)(command)

    return add


@_question("balance")
def balance(terms: Any, game: GameName) -> Any:
    """Who wins, by seat and by force; draws, length, decisions."""
    from hexless.lab import questions

    return questions.balance(game, terms)


@_question("price", games=1000)
def price(
    terms: Any,
    game: GameName,
    army: Annotated[str, typer.Argument(metavar="FORCE", help="A force that comes with the game, or a file.")],
    unit: Annotated[str, typer.Argument(metavar="UNIT", help="One of its units, by type or name; A+B together.")],
) -> Any:
    """What a unit is worth: without it, with one more, and against the other units for their points."""
    from hexless.lab import questions

    return questions.price_of(game, army, unit, terms)


@_question("rulings", games=4000, within=8)
def rulings(
    terms: Any,
    game: GameName,
    only: Annotated[list[str] | None, typer.Argument(metavar="[NAME]...", help="Just these rulings.")] = None,
) -> Any:
    """What each ruling moves: every alternative against the default, with the same dice."""
    from hexless.lab import questions

    return questions.rulings(game, terms, tuple(only or ()))


@_question("bots", bots="random,greedy", games=200)
def ladder(terms: Any, game: GameName) -> Any:
    """A ladder: each bot against each other, with ratings."""
    from hexless.lab import questions

    return questions.bots(game, terms)


@_question("luck", games=800)
def luck(terms: Any, game: GameName) -> Any:
    """How much of the result is dice: the dice rolled again with the same decisions, and the other way round."""
    from hexless.lab import questions

    return questions.luck(game, terms)


@lab.command("tune")
def tune(
    level: Annotated[str, typer.Argument(metavar="LEVEL", help="normal or hard.")],
    game: GameName,
    *,
    scenario: Scenario = None,
    trials: Annotated[int, typer.Option(min=1, max=100_000, help="Other numbers to try.")] = 20,
    games: Annotated[int, typer.Option(min=2, max=1_000_000, help="Games of each trial.")] = 24,
    fresh: Annotated[int, typer.Option(min=2, max=1_000_000, help="Games that the best must prove itself in.")] = 60,
    seed: Seed = "1",
    out: Out = None,
    jobs: Jobs = 0,
    on: On = "processes",
    json: Json = False,
) -> None:
    """Look for better numbers for a level, and let the best prove itself on deals that no trial has seen."""
    _need("lab")
    from hexless.lab.questions import Terms
    from hexless.lab.sequence import Stop
    from hexless.lab.tuning import tune as search

    terms = Terms(scenarios=tuple(scenario or ()), seed=seed, stop=Stop(games=games))
    folder = out or Path("lab") / f"{game}-tune-{level}-{seed}"
    try:
        with reporting(_line) as tell:
            found = search(level, game, terms, _workers(on, jobs), folder, trials=trials, fresh=fresh, tell=tell)
    except KeyboardInterrupt:
        typer.echo(f"hexless: stopped; the same command goes on in {folder}", err=True)
        raise typer.Exit(130) from None
    if json:
        say_json(found)
    else:
        say(strong(found.sentence))
        say(dim(f"its numbers are in {folder / 'level.toml'}"))


# ---- folders


@lab.command("report")
def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder of results.")], *, publish: Publish = False
) -> None:
    """Write the page of a folder again, also of a run that was broken off."""
    _need("lab")
    from hexless.lab.folder import Folder
    from hexless.lab.report import write_report

    opened = Folder.open(folder)
    found, page = write_report(opened)
    if publish:
        _publish(opened, found)
    _tell(found, page)


@lab.command("merge")
def merge_folders(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR...", help="Folders of one experiment.")],
    into: Annotated[Path, typer.Option(metavar="DIR", help="The folder for all of their games.")],
) -> None:
    """Put the games of several folders together; one that two have is checked and counted once."""
    _need("lab")
    from hexless.lab.folder import merge
    from hexless.lab.report import write_report

    found, page = write_report(merge(folders, into))
    _tell(found, page)


@lab.command("list")
def reports(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder of result folders.")] = Path("lab"),
    json: Json = False,
) -> None:
    """List the finished reports."""
    from hexless.lab.answers import finished

    found = finished(folder)
    if json:
        say_json(found)
    elif found:
        say(columns([(strong(each.folder), each.answer.made[:10], each.answer.sentence) for each in found]))


# ---- what they share


def _run(
    experiment: Experiment,
    out: Path,
    jobs: int,
    on: str,
    json: bool,
    *,
    beside: Path | None = None,
    deals: range | None = None,
    publish: bool = False,
) -> None:
    from hexless.lab.experiment import plan
    from hexless.lab.folder import Folder
    from hexless.lab.report import write_report
    from hexless.lab.running import run as play

    workers = _workers(on, jobs)
    folder = Folder.start(out, experiment, plan(experiment, beside=beside), beside)
    try:
        with reporting(_line) as tell:
            play(folder, workers, tell, deals)
    except KeyboardInterrupt:
        typer.echo(f"hexless: stopped; {len(folder.games)} games are in {out}, the same command goes on", err=True)
        raise typer.Exit(130) from None
    found, page = write_report(folder)
    if publish:
        _publish(folder, found)
    if json:
        say_json(found)
    else:
        _tell(found, page)


def _publish(folder: Folder, found: Answer) -> None:
    from hexless.lab.publishing import publish

    typer.echo(f"kept in {publish(folder, found, _repeated(folder))}", err=True)


def _repeated(folder: Folder) -> str:
    """The command that finds the same again."""
    from hexless.lab.questions import alternatives
    from hexless.ruleset import find

    asked, stop = folder.experiment, folder.plan.stop
    parts = [f"hexless lab {'balance' if asked.compare == 'sides' else 'rulings'} {asked.game}"]
    names = list(dict.fromkeys(name for arm in asked.arms for name in arm.rulings))
    parts += names if names != list(alternatives(find(asked.game))) else []
    parts += [f"--scenario {name}" for name in asked.scenarios]
    parts += [f"--force {name}" for pairing in asked.forces for name in pairing]
    parts += [f"--bots {','.join(asked.bots)}", f"--seed {asked.seed}", f"--games {stop.games}"]
    parts += [f"--within {100 * stop.within:g}"] if stop.within else []
    return " ".join(parts)


def _workers(on: str, jobs: int) -> Workers:
    from hexless.lab.workers import cores, processes
    from hexless.ruleset.collecting import collect_seldom

    collect_seldom()
    where, _, address = on.partition(":")
    if where == "processes" and not address:
        return processes(jobs or cores())
    if where != "ray":
        raise GameError(f"games are played on processes, ray or ray:ADDRESS, not on {on!r}")
    _need("ray")
    from hexless.lab.on_ray import ray_actors

    return ray_actors(jobs or None, address or None)


def _deals(text: str | None) -> range | None:
    if text is None:
        return None
    first, _, last = text.partition("-")
    if not (first.isdecimal() and (last or first).isdecimal() and 1 <= int(first) <= int(last or first)):
        raise GameError(f"deals are counted from 1, as in 1-100, not {text!r}")
    return range(int(first), int(last or first) + 1)


def _line(progress: Progress) -> str:
    """How far the run is, on one line."""
    from hexless.lab.answers import percent

    first = progress.findings[0]
    known = first.interval
    found = f"{first.name} {percent(known.mean)} ({percent(known.low)} to {percent(known.high)})"
    more = f" and {len(progress.findings) - 1} more" if len(progress.findings) > 1 else ""
    left = f"{progress.left / 60:.0f} min" if progress.left >= 90 else f"{progress.left:.0f} s"
    return f"{progress.games} of at most {progress.most} games, {progress.rate:.1f}/s, {left} left: {found}{more}"


def _tell(found: Answer, page: Path) -> None:
    say(strong(found.sentence))
    rows = [("", "games", *next(iter(found.rates)).wins, "draws", "turns")] if found.rates else []
    for rate in found.rates:
        wins = [f"{number / rate.games:.0%}" for number in rate.wins.values()]
        rows.append((rate.group, str(rate.games), *wins, f"{rate.draws / rate.games:.0%}", f"{rate.turns:.1f}"))
    if len({len(row) for row in rows}) == 1:
        say(columns(rows, right=range(1, len(rows[0]))))
    say(dim(f"{found.games} games; the report is {page}"))
