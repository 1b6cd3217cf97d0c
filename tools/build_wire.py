"""Write web/src/wire.ts, the client's types of the protocol, and web/wire.schema.json from the Python ones.

python tools/build_wire.py (with `src` on the path and `npm ci` done in web/). The first line of the file carries the
digest of the schema that it was made from; `tests/web/test_wire.py` fails when that is not today's.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec

from hexless.server.schema import main as export
from hexless.server.schema import schema

WEB = Path(__file__).resolve().parent.parent / "web"
TYPES = WEB / "src" / "wire.ts"


def digest() -> str:
    """What the types depend on."""
    return hashlib.sha256(msgspec.json.encode(schema(), order="sorted")).hexdigest()


def head() -> str:
    """The first line of the file."""
    return f"// Written by tools/build_wire.py. Schema {digest()}"


def types() -> str:
    """The whole file."""
    node = shutil.which("node")
    if node is None:
        raise SystemExit("tools/build_wire.py needs node on the path")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "wire.json")
        export(["types", str(place)])
        made = subprocess.run([node, "wire.mjs", place], cwd=WEB, capture_output=True, text=True, check=False)
    if made.returncode:
        raise SystemExit(f"web/wire.mjs failed:\n{made.stderr}")
    return f"{head()}\n{made.stdout}"


def main() -> int:
    """Write the file beside itself, then move it into place."""
    part = TYPES.with_suffix(".part")
    part.write_text(types(), encoding="utf-8")
    part.replace(TYPES)
    export(["types", str(WEB / "wire.schema.json")])
    return 0


if __name__ == "__main__":
    sys.exit(main())
