"""Play the guided game of a ruleset and write its path: the lessons of `guide.toml` in their order, bots in between.

python tools/guides.py [--fresh] [--try N] [GAME ...]

What was decided before is kept as far as the lessons leave it as it was, unless --fresh is said. With --try the path is
not written, but goes on for N decisions of the learner after the last lesson; so do drafts, which are kept in .cache.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from hexless.bots import EasyBot
from hexless.kernel import Ask, AskAll, GameError, Stream, to_json
from hexless.ruleset import find, names
from hexless.ruleset.briefs import about
from hexless.ruleset.guides import Guide, Lesson, Step, guide, like, named
from hexless.server import seat_view, standing
from hexless.server.deploying import deployed, usual
from hexless.server.guided import first
from hexless.server.match import Match
from hexless.server.purposes import purposes

SHOWN = 24  # suggestions that a lesson may choose from
MOST = 600  # decisions
DRAFTS = Path(__file__).parents[1] / ".cache" / "guides"


def say(*words: object) -> None:
    """A line for whoever writes lessons."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")


class Recorder:
    """Plays a guide; `steps` are the decisions so far."""

    def __init__(self, game: str, told: Guide, before: list[Step]) -> None:
        self.guide, self.rules, self.before = told, find(game), before
        self.match = first(told, game)
        self.steps: list[Step] = []
        self.taught = 0
        self.orders = usual(about(self.rules))
        self.bots = {seat: EasyBot(self.rules, Stream(told.seed, f"guide {seat}")) for seat in self.match.header.seats}

    def place(self) -> None:
        """Everybody goes where the bots put him, and the game begins."""
        for step in self.before:
            if not step.placed:
                break
            self.match = self.match.play(step.answer)
        self.match = deployed(self.match)
        made = [line for line in self.match.lines if line.by]
        self.steps = [Step(by=line.by, answer=_plain(line.entry.answer), placed=True) for line in made]

    def play(self, more: int) -> Iterator[tuple[Match, str, Step]]:
        """Every decision until the last lesson is answered, and so many of the learner after it."""
        for _ in range(MOST):
            asks = seat_view.asks(self.match.request)
            learns = any(ask.seat == self.guide.seat for ask in asks)
            if not asks or (learns and self.taught == len(self.guide.lessons) and not more):
                return
            more -= learns and self.taught == len(self.guide.lessons)
            before, said = self.match, [self._answer(ask) for ask in asks]
            answers = [answer for answer, *_ in said]
            raw = answers if isinstance(self.match.request, AskAll) else answers[0]
            lesson, order = max(n for _, n, _ in said), any(o for _, _, o in said)
            by = " ".join(ask.seat for ask in asks)
            step = Step(by=by, answer=_plain(raw), lesson=lesson, order=order)
            if self.before[len(self.steps) :] and self.before[len(self.steps)].answer != step.answer:
                self.before = []  # it goes elsewhere from here
            self.match = self.match.play(raw)
            self.steps.append(step)
            yield before, by, step

    def _bot(self, ask: Ask) -> Any:
        """What was decided here before, else what a bot would do."""
        if self.before[len(self.steps) :] and isinstance(self.match.request, Ask):
            return self.before[len(self.steps)].answer
        return self.bots[ask.seat].answer(self.match.decision(ask))

    def _answer(self, ask: Ask) -> tuple[Any, int, bool]:
        """The answer to a question, the number of its lesson, and whether an order gave it."""
        if ask.seat != self.guide.seat:
            return self._bot(ask), 0, False
        if found := standing.obeyed(self.match, ask.seat, self.orders):
            return found[1], 0, True
        left = self.guide.lessons[self.taught :]
        if left and self._fits(ask, left[0]):
            self.taught += 1
            return self._meant(ask, self._shown(ask, left[0])), self.taught, False
        again = next((each for each in self.guide.again if self._fits(ask, each) and self._has(ask, each)), None)
        return self._meant(ask, self._shown(ask, again or Lesson(asks=""))), 0, False

    def _meant(self, ask: Ask, answer: Any) -> Any:
        """The answer that a page's becomes."""
        return ask.question.meant(_plain(answer))

    def _fits(self, ask: Ask, lesson: Lesson) -> bool:
        who = getattr(ask.question, "unit", ask.question.by)
        name = seat_view.unit_names(self.match, ask.seat).get(who, "")
        return like(ask.question.prompt, lesson.asks) and (not lesson.who or like(name, lesson.who))

    def _has(self, ask: Ask, lesson: Lesson) -> bool:
        return not lesson.take or any(named(said, lesson.take) for _, said in worded(self.match, ask))

    def _shown(self, ask: Ask, lesson: Lesson) -> Any:
        """The answer that a lesson names, or what the bot would do."""
        if not lesson.take:
            return self._bot(ask)
        words = worded(self.match, ask)
        for answer, said in words:
            if named(said, lesson.take):
                return answer
        raise GameError(f"{ask.question.prompt!r} has no answer {lesson.take!r}; it has {[said for _, said in words]}")


def _plain(answer: Any) -> Any:
    """An answer as its JSON says it."""
    return msgspec.json.decode(to_json(answer))


def worded(match: Match, ask: Ask) -> list[tuple[Any, str]]:
    """The answers that are suggested, in words."""
    found = list(ask.question.suggest(SHOWN))
    aims = purposes(match, ask.seat, found)
    return [(each, aim or seat_view.label(ask.question, _plain(each))) for each, aim in zip(found, aims)]


def shown(match: Match, by: str, step: Step, seat: str, told: int) -> None:
    """Print a decision, and what has happened before it."""
    for line in seat_view.log(match, seat):
        if line.at > told and not line.dice:
            say("         ", line.text)
    ask = next((each for each in seat_view.asks(match.request) if each.seat == seat), None)
    if ask is None:
        other = seat_view.asks(match.request)[0]
        say(f"    {by}: {other.question.prompt}: {seat_view.label(other.question, step.answer)}")
        return
    who = getattr(ask.question, "unit", ask.question.by)
    name = seat_view.unit_names(match, seat).get(who, "")
    own = step.answer[[a.seat for a in seat_view.asks(match.request)].index(seat)] if " " in by else step.answer
    chosen = next((w for a, w in worded(match, ask) if to_json(a) == to_json(own)), str(own))
    mark = "order" if step.order else f"LESSON {step.lesson}" if step.lesson else "-"
    say(f"[{mark}] {name}: {ask.question.kind} {ask.question.prompt!r}: {chosen}")
    if not step.order:
        say("      of", " | ".join(w for _, w in worded(match, ask)))


def recorded(game: str, told: Guide, fresh: bool, more: int) -> None:
    """Play a guide, tell what happens, and write it down."""
    path = Path(str(files(find(game).files.package).joinpath("guide.json")))
    draft = DRAFTS / f"{game}.json"
    old = next((each for each in (draft, path) if each.is_file() and not fresh), None)
    recorder = Recorder(game, told, msgspec.json.decode(old.read_bytes(), type=list[Step]) if old else [])
    recorder.place()
    known = -1
    for match, by, step in recorder.play(more or told.beyond):
        shown(match, by, step, told.seat, known)
        known = match.answers
    learner = sum(1 for s in recorder.steps if told.seat in s.by.split() and not s.order and not s.placed)
    say(f"{game}: {recorder.taught} of {len(told.lessons)} lessons, {learner} decisions of the learner")
    if recorder.taught < len(told.lessons):
        raise SystemExit(f"{game}: {told.lessons[recorder.taught].title!r} was never asked")
    rows = ",\n".join(to_json(step).decode() for step in recorder.steps)
    DRAFTS.mkdir(parents=True, exist_ok=True)
    for file in (draft,) if more else (draft, path):
        file.write_text(f"[\n{rows}\n]\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--try", type=int, default=0, dest="more")
    parser.add_argument("--fresh", action="store_true")
    args = parser.parse_args()
    for game in args.games or names():
        if told := guide(find(game)):
            recorded(game, told, args.fresh, args.more)


if __name__ == "__main__":
    main()
