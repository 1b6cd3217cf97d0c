#!/usr/bin/env python3
"""Set up hexless in this folder and run it; nothing but Python 3.11 and pip has to be there.

usage: python3 start.py play  [options of `hexless play`]    play
       python3 start.py test  [options of pytest]            everything that CI checks; with options, only pytest
       python3 start.py bench [options of the benchmarks]    measure the speed

The first run fetches packages into the folder .venv beside this file and needs the network; later runs do not.
"""

from __future__ import annotations

import hashlib
import json
import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
HEXLESS = BIN / ("hexless.exe" if os.name == "nt" else "hexless")
SERVES = {"fast": ("fast", "dev"), "dev": ("dev",)}  # which installed extras are enough for the one wanted
CHECKS = (
    ("ruff check", (PYTHON, "-m", "ruff", "check")),
    ("ruff format", (PYTHON, "-m", "ruff", "format", "--check")),
    ("mypy", (PYTHON, "-m", "mypy")),
    ("import layers", (BIN / "lint-imports",)),
)
GAMES = """
import os

os.environ["HEXLESS_COMPILE"] = "now"
try:
    from hexless.lab.batch import play_games
    from hexless.ruleset.registry import names

    for name in names():
        play_games(name, 1, "warm", ["random"])
except Exception:
    raise SystemExit(1)
"""


class Trouble(Exception):
    """A step failed; the text says which one, and what to do."""


def say(line: str) -> None:
    print(line, flush=True)


# --- set-up --------------------------------------------------------------------------------------------------------


def prepare(extra: str) -> None:
    """Have `.venv` with hexless and this extra in it; no work and no network when that is so already."""
    wanted = fingerprint()
    if any(ready(stamp_of(name), wanted) for name in SERVES[extra]):
        return
    began = time.monotonic()
    say(f"Setting up hexless in {VENV.name} (the first time takes a minute or two).")
    make_venv()
    install(extra)
    stamp_of(extra).write_text(wanted, encoding="utf-8")
    say(f"Ready after {time.monotonic() - began:.0f} s.")


def warm() -> None:
    """Have the table's geometry compiled, by unseen games: once, and again when its sources have changed."""
    sources = sorted((ROOT / "src" / "hexless" / "table").glob("*.py"))
    told = [(path.name, path.stat().st_mtime_ns, path.stat().st_size) for path in sources]  # numba goes by these, too
    stamp, wanted = VENV / ".warm", hashlib.sha256(repr(told).encode()).hexdigest()
    if ready(stamp, wanted):
        return
    say("Compiling the geometry of the table (once; about 20 s).")
    code, _ = watch([str(PYTHON), "-c", GAMES], "compiling")
    if not code:  # else what comes after says what is wrong
        stamp.write_text(wanted, encoding="utf-8")


def fingerprint() -> str:
    """A digest of all that an installation depends on: place, Python, requirements, the sources of the web page."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    parts = [project.get("build-system"), project.get("project"), project.get("tool", {}).get("hatch")]
    told = hashlib.sha256(json.dumps([str(ROOT), sys.version_info[:2], parts], sort_keys=True).encode())
    for path in [ROOT / "constraints.txt", ROOT / "hatch_build.py", *web_sources()]:
        if path.is_file():
            told.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return told.hexdigest()


def web_sources() -> Iterator[Path]:
    for path in sorted((ROOT / "web").rglob("*")):
        if not {"node_modules", "dist"} & set(path.relative_to(ROOT).parts):
            yield path


def stamp_of(extra: str) -> Path:
    return VENV / f".ready-{extra}"


def ready(stamp: Path, wanted: str) -> bool:
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted and PYTHON.exists()


def make_venv() -> None:
    """A new `.venv`, unless the one that is there belongs to this place and this Python."""
    belongs = f"{ROOT} {sys.version_info[0]}.{sys.version_info[1]}"
    mark = VENV / ".belongs"
    if mark.is_file() and mark.read_text(encoding="utf-8") == belongs and PYTHON.exists():
        return
    try:
        import venv
    except ImportError:
        raise Trouble("This Python has no module venv. Install your system's full Python 3.11 or newer.") from None
    try:
        venv.EnvBuilder(clear=True, symlinks=os.name != "nt", with_pip=has_ensurepip()).create(VENV)
        mark.write_text(belongs, encoding="utf-8")
    except (OSError, subprocess.CalledProcessError) as error:
        raise Trouble(
            f"Making the folder {VENV} failed: {error}. See that this folder can be written to and that the disk "
            "has room, then run the same command again."
        ) from None


def has_ensurepip() -> bool:
    """Debian's python3 without python3-venv has none; then the pip outside fills the folder."""
    try:
        import ensurepip  # noqa: F401
    except ImportError:
        return False
    return True


def pip_command() -> list[str]:
    if quiet(PYTHON, "-m", "pip", "--version"):
        return [str(PYTHON), "-m", "pip"]
    if quiet(sys.executable, "-m", "pip", "--python", PYTHON, "--version"):
        return [sys.executable, "-m", "pip", "--python", str(PYTHON)]
    raise Trouble(
        f"{sys.executable} has no pip of version 22.3 or newer. Install it (Debian: apt install python3-pip), then "
        "run the same command again."
    )


def quiet(*command: object) -> bool:
    """Whether a command ends well."""
    return subprocess.run([str(part) for part in command], cwd=ROOT, capture_output=True, check=False).returncode == 0


def install(extra: str) -> None:
    for stamp in VENV.glob(".ready-*"):
        stamp.unlink()
    command = [
        *pip_command(), "install", "--disable-pip-version-check", "--no-input", "--progress-bar", "off",
        "--cache-dir", str(ROOT / ".cache" / "pip"), "-c", "constraints.txt", "-e", f".[{extra}]",
    ]  # fmt: skip
    code, told = watch(command)
    if code:
        raise Trouble(f"Installing the packages failed: {reason(told)} {remedy(told)}")


def reason(told: Sequence[str]) -> str:
    errors = [line.partition("ERROR:")[2].strip() for line in told if line.lstrip().startswith("ERROR:")]
    why = (errors or [line.strip() for line in told if line.strip()] or ["pip said nothing"])[-1]
    return why[:400].rstrip(".") + "."


def remedy(told: Sequence[str]) -> str:
    text = "\n".join(told)
    if "No space left" in text:
        return "Make room on the disk (about 1 GB), then run the same command again."
    if any(sign in text for sign in ("connection", "resolution", "timed out", "No matching distribution", "SSL")):
        return (
            "See that the package index can be reached (network, proxy, pip's own settings), then run the same command "
            "again; what was fetched already is kept."
        )
    return "Run the same command again; if it fails again, delete the folders .venv and .cache and try once more."


# --- running -------------------------------------------------------------------------------------------------------


def watch(command: Sequence[str], at: str = "starting") -> tuple[int, list[str]]:
    """Run a command and show what it is at: one live line on a terminal, plain lines elsewhere."""
    child = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def read() -> None:
        with child.stdout or nullcontext(()) as out:
            for line in out:
                lines.put(line.rstrip())
        lines.put(None)

    threading.Thread(target=read, daemon=True).start()
    try:
        told = show(lines, at)
    except KeyboardInterrupt:
        child.terminate()
        child.wait()
        raise
    return child.wait(), told


def show(lines: queue.SimpleQueue[str | None], now: str) -> list[str]:
    live, began, told = sys.stdout.isatty(), time.monotonic(), []
    while True:
        try:
            line = lines.get(timeout=0.25)
            if line is None:
                break
            told.append(line)
            if line.strip() and not line.startswith("Requirement already"):
                now = line.strip()
                if not live:
                    say(f"  {now[:160]}")
        except queue.Empty:
            pass
        if live:
            width = shutil.get_terminal_size().columns - 1
            sys.stdout.write(f"\r\x1b[K{f'  {time.monotonic() - began:3.0f} s  {now}'[:width]}")
            sys.stdout.flush()
    if live:
        sys.stdout.write("\r\x1b[K")
        sys.stdout.flush()
    return told


def run(*command: object) -> int:
    """Run a command in the foreground; an interrupt is first its own to deal with."""
    child = subprocess.Popen([str(part) for part in command], cwd=ROOT)
    try:
        return child.wait()
    except KeyboardInterrupt:
        child.wait()
        raise


def test(options: Sequence[str]) -> int:
    """Every check in turn, whether or not the one before passed; pytest last, so that its summary ends the output."""
    failed = []
    for name, command in () if options else CHECKS:
        say(f"── {name}")
        if code := run(*command):
            failed.append(name)
            say(f"── {name} FAILED (exit code {code})")
    if not options:
        say(f"── pytest (before it, FAILED: {', '.join(failed)})" if failed else "── pytest (all checks so far passed)")
    shared = () if options else ("-n", "auto", "--dist", "loadgroup")
    return run(PYTHON, "-m", "pytest", *shared, *options) or int(bool(failed))


def main(words: Sequence[str]) -> int:
    os.environ.setdefault("npm_config_cache", str(ROOT / ".cache" / "npm"))  # npm keeps to this folder, too
    if sys.version_info < (3, 11):  # noqa: UP036
        raise Trouble(f"hexless needs Python 3.11 or newer; {sys.executable} is {sys.version.split()[0]}.")
    what, options = (words[0] if words else ""), words[1:]
    if what == "play":
        prepare("fast")
        warm()
        return run(HEXLESS, "play", *options)
    if what == "test":
        prepare("dev")
        return test(options)
    if what == "bench":
        prepare("dev")
        return run(PYTHON, "-m", "bench", *options)
    if what in ("-h", "--help", "help"):
        say(__doc__ or "")
        return 0
    print(f"start.py: {f'there is no command {what!r}' if what else 'say what to do'}\n\n{__doc__}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Trouble as trouble:
        sys.exit(f"\nstart.py: {trouble}")
    except KeyboardInterrupt:
        print("\nstart.py: interrupted. Run the same command again to go on.", file=sys.stderr)
        sys.exit(130)
