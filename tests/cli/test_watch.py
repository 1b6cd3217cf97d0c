"""A game to watch, with and without a terminal."""

from io import StringIO

from rich.console import Console
from toy import ruleset

from hexless import bots
from hexless.cli.watch import watch
from hexless.kernel import Dice, Stream, play_out, record
from hexless.ruleset import shipped, starting


def game(seed, *specs):
    forces = list(shipped.forces(ruleset).values())
    header, start = starting.begin(
        ruleset, shipped.scenarios(ruleset)["duel"], forces[:2], ruleset.files.rulings(), seed
    )
    return (
        header,
        start,
        {seat: bots.make(spec, ruleset, Stream(seed, seat)) for seat, spec in zip(header.seats, specs)},
    )


def watched(seed, console, pause=0.0, agents=None, **more):
    header, start, bots_of = game(seed, "greedy", "random")
    return watch(ruleset, start, header, agents or bots_of, Dice(seed), pause=pause, console=console, **more)


def test_without_a_terminal_the_log_is_printed_then_the_table():
    out = StringIO()
    played = watched(3, Console(file=out, width=100))
    words = out.getvalue()
    assert "\x1b" not in words
    assert "[sk.shoot" in words
    assert words.index("is in place [sk.deploy]") < words.index("⚄ shots")
    assert played.outcome.why in words.splitlines()[-2]
    assert f"{len(played.tape)} answers, seed 3" in words.splitlines()[-1]
    for unit in played.end.units:
        assert unit.name in words


def test_watching_changes_nothing():
    header, start, agents = game(5, "greedy", "random")
    plain = play_out(ruleset, start, Dice(5), agents, keep_states=True)
    seen = watched(5, Console(file=StringIO()), keep_states=True)
    assert seen.tape == plain.tape
    assert record.of(header, seen) == record.of(header, plain)


def test_a_terminal_shows_table_log_turn_and_score():
    for width in (140, 80):
        out = StringIO()
        console = Console(file=out, width=width, height=45, force_terminal=True, color_system="truecolor")
        assert watched(3, console).outcome is not None
        words = out.getvalue()
        assert "\x1b[?1049h" in words, "the other screen is used"
        assert words.rindex("\x1b[?1049l") > words.rindex("\x1b[?1049h"), "and left"
        for part in ("Skirmish", "▶ ", "to answer", "sk.turn", "the game is over"):
            assert part in words


class Impatient:
    """Presses Ctrl-C at its third question."""

    def __init__(self):
        self.asked = 0

    def answer(self, look):
        self.asked += 1
        if self.asked == 3:
            raise KeyboardInterrupt
        return look.question.suggest(1)[0]


def test_ctrl_c_ends_it_cleanly():
    for terminal in (True, False):
        out = StringIO()
        console = Console(file=out, width=120, height=40, force_terminal=terminal)
        someone = Impatient()
        header, _, _ = game(3, "random", "random")
        assert watched(3, console, agents=dict.fromkeys(header.seats, someone)) is None
        assert "Stopped after" in out.getvalue()
        assert out.getvalue().count("\x1b[?1049h") == out.getvalue().count("\x1b[?1049l")
