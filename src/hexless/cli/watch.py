"""A game between bots to look at: the table, the log with its dice and rules, whose turn it is, and the score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from time import monotonic, sleep
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from hexless.draw import legend, picture, roster, text
from hexless.draw.palette import Seat, seats_of
from hexless.kernel import (
    Agent,
    Dice,
    Event,
    Game,
    Played,
    Request,
    Sample,
    State,
    play_out,
    seats_asked,
    seen_by,
)
from hexless.kernel.record import Header
from hexless.ruleset import Ruleset
from hexless.ruleset.telling import tell

__all__ = ["watch"]

_FRAME = 1 / 12  # seconds between frames when nobody asked for a pause
_NARROW = 100  # columns below which the log goes under the table
_IDS = 2  # rule ids to a line of the log on the screen
_KEPT = 400  # events that a frame may choose from


def watch(
    rules: Ruleset[Any],
    start: State,
    header: Header,
    agents: Mapping[str, Agent],
    dice: Dice,
    *,
    pause: float = 0.3,
    console: Console | None = None,
    keep_states: bool = False,
) -> Played | None:
    """Play and show a game; `pause` is the seconds between frames. None if it was interrupted.

    Without a terminal the log is printed as it grows, then the last table.
    """
    console = console or Console()
    shown: _Screen | _Printer
    shown = _Screen(rules, agents, console, pause) if console.is_terminal else _Printer(rules, console)
    try:
        with shown:
            watched = partial(_Watched, shown)
            played = play_out(rules, start, dice, agents, keep_states=keep_states, sample=watched)
            shown.frame(played.end, played.events, None)
            sleep(pause if console.is_terminal else 0)
    except KeyboardInterrupt:
        console.print(f"Stopped after {shown.answers} answers.", style="bold")
        return None
    _ending(console, rules, header, played)
    return played


class _Watched(Sample):
    """Agents and dice as ever; every request is a moment to look."""

    def __init__(self, shown: _Screen | _Printer, *args: Any) -> None:
        super().__init__(*args)
        self.shown = shown

    def fresh(self, g: Game[Any], request: Request) -> Any:
        self.shown.answers = g.at
        self.shown.frame(g.state, g.log or (), request)
        return super().fresh(g, request)


class _Printer:
    """No terminal: the log, line by line."""

    def __init__(self, rules: Ruleset[Any], console: Console) -> None:
        self.rules, self.console, self.printed, self.answers = rules, console, 0, 0

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass

    def frame(self, state: State, events: Sequence[Event], request: Request | None) -> None:
        names = _names(state)
        for event in seen_by(events[self.printed :], None):
            self.console.print(_line(event, self.rules, names), soft_wrap=True)
        self.printed = len(events)


class _Screen:
    """A terminal: frames on its other screen, which is gone when the game is over."""

    def __init__(self, rules: Ruleset[Any], agents: Mapping[str, Agent], console: Console, pause: float) -> None:
        self.rules, self.agents, self.console, self.pause = rules, agents, console, pause
        self.live = Live(console=console, screen=True, auto_refresh=False, vertical_overflow="crop")
        self.answers, self.events, self.last = 0, 0, 0.0

    def __enter__(self) -> None:
        self.live.start()

    def __exit__(self, *_: object) -> None:
        self.live.stop()

    def frame(self, state: State, events: Sequence[Event], request: Request | None) -> None:
        """Show this moment, if anything has happened since the last one; then wait."""
        if len(events) == self.events and request is not None:
            return
        if not self.pause and request is not None and monotonic() - self.last < _FRAME:
            return
        self.events, self.last = len(events), monotonic()
        self.live.update(self._page(state, seen_by(events[-_KEPT:], None), request), refresh=True)
        sleep(self.pause)

    def _page(self, state: State, events: Sequence[Event], request: Request | None) -> RenderableType:
        scene = self.rules.showing.scene(self.rules.view(state, None))
        seats = seats_of(scene)
        head = _heading(self.rules, scene.title, state, request, seats)
        wide, high = self.console.width, self.console.height
        names = _names(state)
        if wide < _NARROW:
            table = picture(scene, wide, max(8, high * 3 // 5))
            left = high - len(table.plain.splitlines()) - 4
            return Group(head, table, legend(scene), _log(events, self.rules, names, wide, left))
        table = picture(scene, wide * 3 // 5, high - 5)
        across = max(len(line) for line in table.plain.splitlines())
        room = wide - across - 2
        units = roster(scene)
        left = high - 4 - min(units.row_count, high // 2)
        side = Group(units, Rule(style="dim"), _log(events, self.rules, names, room, left))
        both = Table.grid(padding=(0, 2, 0, 0))
        both.add_column(width=across)
        both.add_column(width=room)
        both.add_row(Group(table, legend(scene), _thoughts(self.agents, request)), side)
        return Group(head, both)


def _heading(
    rules: Ruleset[Any], title: str, state: State, request: Request | None, seats: Mapping[str, Seat]
) -> RenderableType:
    """The game, who is asked, and the score of every seat."""
    asked = seats_asked(request)
    line = Text.assemble((f" {rules.title} ", "bold reverse"), f" {_printable(title)}  ")
    for name in rules.seats(state):
        look = seats.get(name)
        style = f"bold {look.on} on {look.colour}" if look else "bold"
        line.append(f" {'▶ ' if name in asked else ''}{name} {rules.score(state, name):+d} ", style)
        line.append(" ")
    if request is None:
        line.append(" the game is over", "bold")
    elif asked:
        line.append(f" {', '.join(asked)} to answer", "italic")
    return Group(line, Text(""))


def _thoughts(agents: Mapping[str, Agent], request: Request | None) -> Text:
    """What the bot whose turn it is thought of its last answers."""
    out = Text(style="dim", no_wrap=True, overflow="ellipsis")
    for seat in seats_asked(request):
        reasons = getattr(agents[seat], "reasons", ())
        if reasons:
            told = "   ".join(f"{_short(reason.answer)} {reason.score:+.1f}" for reason in reasons)
            out.append(f"{seat} weighed last: {told}")
    return out


def _short(answer: Any) -> str:
    """An answer in a few signs."""
    points = getattr(answer, "points", None) or ([(answer.x, answer.y)] if hasattr(answer, "x") else None)
    if points:
        return f"to {points[-1][0] / 1000:.1f}, {points[-1][1] / 1000:.1f}"
    match answer:
        case True | False:
            return "yes" if answer else "no"
        case None:
            return "pass"
    return str(answer)[:24]


def _log(
    events: Sequence[Event], rules: Ruleset[Any], names: Mapping[int, str], wide: int, high: int
) -> RenderableType:
    """The newest events that there is room for, the last at the bottom."""
    lines: list[Text] = []
    room = max(1, high)
    for event in reversed(events):
        line = _line(event, rules, names, _IDS)
        room -= -(-max(1, line.cell_len) // max(1, wide))
        if room < 0:
            break
        lines.append(line)
    return Group(*reversed(lines))


def _line(event: Event, rules: Ruleset[Any], names: Mapping[int, str], most: int = 0) -> Text:
    """An event in words, dice as dice, with the rules that made it: all, or the first few and how many more."""
    faces = event.data.get("faces")
    if event.kind == "roll" and isinstance(faces, list | tuple):
        line = Text.assemble(("  ⚄ ", "bold"), f"{event.data.get('why') or 'roll'}: ")
        for face in faces:
            line.append(f" {face} ", "bold black on white")
            line.append(" ")
    else:
        line = Text(_printable(tell(event, rules.showing.phrases, names)))
    if ids := tuple(dict.fromkeys(event.rules)):
        more = f" +{len(ids) - most}" if most and len(ids) > most else ""
        line.append(f" [{' '.join(ids[: most or None])}{more}]", "dim cyan")
    return line


def _printable(words: str) -> str:
    """Words from somebody's file: a terminal obeys none of them."""
    return "".join(c if c.isprintable() else " " for c in words)


def _names(state: State) -> dict[int, str]:
    return {i: getattr(unit, "name", str(i)) for i, unit in enumerate(state.units)}


def _ending(console: Console, rules: Ruleset[Any], header: Header, played: Played) -> None:
    """The last table, and who won."""
    console.print(text(rules.showing.scene(played.end), min(console.width, 90)))
    outcome = played.outcome
    if outcome is not None:
        told = f"{outcome.winner} wins" if outcome.winner else "A draw"
        rule = f" [{outcome.rule}]" if outcome.rule else ""
        console.print(Text(f"{told}: {outcome.why}{rule}", "bold"))
    scores = ", ".join(f"{seat} {rules.score(played.end, seat):+d}" for seat in rules.seats(played.end))
    console.print(Text(f"{len(played.tape)} answers, seed {header.seed}; score: {scores}"))
