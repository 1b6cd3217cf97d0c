"""Tuning a level of the racing bot: other numbers are tried against those it has, and the best must prove itself.

Every trial is an experiment like any other: paired games, both sides, the same seeds for all trials. What looked best
there is played once more on deals that no trial has seen; only that counts. The same command gives the same trials,
and goes on where it was broken off.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from hexless import __version__, bots
from hexless.bots.levels import parse
from hexless.kernel import GameError
from hexless.ruleset import find
from hexless.ruleset.disk import write_path

from . import questions
from .answers import percent
from .experiment import plan
from .folder import Folder
from .questions import Terms
from .running import Progress, run
from .sequence import Interval, Stop
from .workers import Workers

if TYPE_CHECKING:
    import optuna

__all__ = ["Tuned", "tune"]

RANGES: dict[str, tuple[float, float]] = {
    "work": (60, 480),
    "width": (6, 18),
    "best": (2, 6),
    "bits": (2, 6),
    "turns": (1, 3),
    "reply": (1, 4),
    "doubt": (0.0, 2.0),
}  # the budget of a turn stays, so that a better level is not just a slower one


class Tuned(msgspec.Struct, frozen=True, kw_only=True):
    """What was found: the numbers, how often they won against the level in the trials, and on fresh deals."""

    level: str
    spec: str
    game: str
    trials: int
    games: int  # of a trial
    seen: float
    fresh: Interval
    fresh_games: int

    @property
    def better(self) -> bool:
        """Whether they are surely better than what the level has."""
        return self.fresh.low > 0.5

    @property
    def sentence(self) -> str:
        """In words."""
        held = f"{percent(self.fresh.mean)} ({percent(self.fresh.low)} to {percent(self.fresh.high)})"
        said = "is better than" if self.better else "is not surely better than"
        return f"{self.spec} {said} {self.level}: {held} of {self.fresh_games} fresh games"


def tune(
    level: str,
    game: str,
    terms: Terms,
    workers: Workers,
    out: Path,
    *,
    trials: int,
    fresh: int,
    tell: Callable[[Progress], object] = lambda progress: None,
) -> Tuned:
    """Try other numbers for a level at a game, then the best of them on fresh deals; writes `level.toml`."""
    import optuna

    if level not in bots.levels():
        raise GameError(f"there is no level {level!r} to tune; there is: {', '.join(bots.levels())}")
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=1))
    known: dict[str, float] = {}

    def share(trial: optuna.Trial) -> float:
        spec = _spec(level, trial)
        if spec not in known:
            name = f"trial-{len(known) + 1:03}"
            known[spec] = _duel(game, terms, (spec, level), workers, out / name, tell).mean if spec != level else 0.5
        return known[spec]

    study.optimize(share, n_trials=trials)
    best = max(known, key=lambda spec: known[spec])
    again = msgspec.structs.replace(terms, seed=f"{terms.seed} fresh", stop=Stop(games=fresh))
    held = (
        _duel(game, again, (best, level), workers, out / "fresh", tell) if best != level else Interval(0.5, 0.5, 0.5, 0)
    )
    found = Tuned(
        level=level, spec=best, game=game, trials=trials, games=terms.stop.games, seen=known[best], fresh=held,
        fresh_games=fresh,
    )  # fmt: skip
    write_path(out / "level.toml", [_written(found, terms).encode()])
    return found


def _spec(level: str, trial: optuna.Trial) -> str:
    """The level with the numbers that a trial suggests."""
    base, changes = bots.levels()[level], []
    for name, (low, high) in RANGES.items():
        if isinstance(getattr(base, name), int):
            value: float = trial.suggest_int(name, int(low), int(high))
        else:
            value = round(trial.suggest_float(name, low, high), 1)
        if value != getattr(base, name):
            changes.append(f"{name}={value}")
    return "/".join([level, *changes])


def _duel(
    game: str,
    terms: Terms,
    pair: tuple[str, str],
    workers: Workers,
    out: Path,
    tell: Callable[[Progress], object],
) -> Interval:
    """How often the first wins."""
    asked = questions.bots(game, msgspec.structs.replace(terms, bots=pair))
    (found,) = run(Folder.start(out, asked, plan(asked)), workers, tell)
    return found.interval


def _written(found: Tuned, terms: Terms) -> str:
    """The numbers in the form of the levels' file, and under what they were found."""
    rules, level = find(found.game), parse(found.spec).level
    numbers = "\n".join(f"{name} = {value}" for name, value in msgspec.to_builtins(level).items())
    where = ", ".join(terms.scenarios) or "its first scenario"
    return (
        f"# {found.sentence}\n"
        f"# {found.trials} trials of {found.games} games of {rules.id} revision {rules.revision}, {where}, "
        f"seed {terms.seed}; hexless {__version__}, {datetime.now(UTC):%Y-%m-%d}\n"
        f"[{found.level}]\n{numbers}\n"
    )
