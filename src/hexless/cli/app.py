"""The command itself: its options, its commands, and what it says and returns when something is wrong."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from hexless import __version__
from hexless.kernel import GameError
from hexless.ruleset import blame
from hexless.table import _fast

from . import audit, data, games, lab, look_on, odds, play, records, serve, sim

__all__ = ["app", "main"]

MISTAKE, BUG = 2, 70  # exit codes; 1 is for a check that failed
_OUTPUT = (errno.EPIPE, errno.ENOSPC, errno.EIO, errno.EBADF)

app = typer.Typer(
    name="hexless",
    help="Free-measure miniature wargames: every rule enforced, explained, priced and searched from one text.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for module in (play, serve, games, odds, look_on, sim, lab, records, audit, data):
    module.register(app)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"hexless {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", help="Say the version and stop.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Free-measure miniature wargames: every rule enforced, explained, priced and searched from one text."""


def main(args: Sequence[str] | None = None) -> int:
    """Run the command; the exit code. A user's mistake is a line a fault on stderr and 2, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    _fast.when_compiling(_compiling)
    code = _run(args)
    return _flushed() or code


def _compiling() -> None:
    """Why the first games of a new installation are slower."""
    typer.echo(_fast.COMPILING, err=True)


def _flushed() -> int:
    """Whether what was said could be written: 0, or the exit code for what was not."""
    try:
        if sys.stdout is not None:  # it was closed before we began
            sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno != errno.EPIPE:  # the reader has seen enough
            return _say([f"cannot write: {error.strerror}"], MISTAKE)
    return 0


def _run(args: Sequence[str] | None) -> int:
    try:
        return int(app(args, prog_name="hexless", standalone_mode=False) or 0)
    except GameError as error:
        return _say(str(error).splitlines(), MISTAKE)
    except KeyboardInterrupt:
        return 130
    except SystemExit as stop:
        return int(stop.code or 0)
    except OSError as error:
        if error.filename is not None or error.errno not in _OUTPUT:
            return _fault(error)
        return 1 if error.errno == errno.EPIPE else _say([f"cannot write: {error.strerror}"], MISTAKE)
    except Exception as error:
        return _fault(error)


def _fault(error: Exception) -> int:
    """What typer says of a wrong call, or a mistake of a plug-in or of ours."""
    if hasattr(error, "format_message"):  # typer's own, which come from the click that it brings
        return _usage(error)
    if os.environ.get("HEXLESS_TRACE"):
        raise error
    where = "HEXLESS_TRACE=1 shows where"
    if theirs := blame.told(error):
        return _say([f"{theirs} ({where})"], MISTAKE)
    return _say([f"a mistake of ours, please report it: {type(error).__name__}: {error} ({where})"], BUG)


def _usage(error: Any) -> int:
    """A wrong option or argument, on one line."""
    says = " ".join(error.format_message().split())
    if not says:  # no command at all: the help was shown
        return 0
    context = getattr(error, "ctx", None)
    return _say([f"{says} (see {context.command_path} --help)" if context else says], MISTAKE)


def _say(lines: Sequence[str], code: int) -> int:
    for line in lines:
        typer.echo(f"hexless: {line}", err=True)
    return code
