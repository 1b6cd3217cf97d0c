"""Write the finished answers of Horizon Wars volleys, `hits.bin`: python tools/build_hits.py [--jobs N] [--check].

Every answer is worked out by `hits.computed_weights`, one need at a time, all pools of dice at that need together,
because they share the multisets of faces. The same bytes come out whatever the number of jobs. The file is replaced
only when it is complete; `--check` replaces nothing and fails if the file differs from what would be written.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from hexless.games.horizon_wars import hit_table
from hexless.games.horizon_wars.hit_table import MOST_FIRE, MOST_INCOMING, SIDES
from hexless.games.horizon_wars.hits import computed_weights

NEEDS = range(1, SIDES * MOST_FIRE + 1)
Answers = dict[tuple[int, int, int], tuple[int, ...]]


def answers(need: int) -> Answers:
    """The weights of every pool of dice that can reach this need."""
    return {
        (fire, incoming, need): computed_weights(fire, incoming, need)
        for fire in range(-(-need // SIDES), MOST_FIRE + 1)
        for incoming in range(MOST_INCOMING + 1)
    }


def gather(parts: Iterable[Answers]) -> Answers:
    """All answers in one, with a line of progress as they arrive."""
    table: Answers = {}
    begin = time.monotonic()
    for done, part in enumerate(parts, 1):
        table |= part
        sys.stderr.write(f"\rneed {done} of {len(NEEDS)}, {time.monotonic() - begin:.0f} s ")
        sys.stderr.flush()
    sys.stderr.write("\n")
    return table


def replace(path: Path, data: bytes) -> None:
    """Put the data at the path, whole or not at all."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        draft.write_bytes(data)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def main() -> int:
    """Build, then write or compare; the exit code is 1 if the comparison fails."""
    parser = argparse.ArgumentParser(description="Build the table of finished Horizon Wars volleys.")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes to use")
    parser.add_argument("--check", action="store_true", help="compare with the file instead of writing it")
    options = parser.parse_args()
    with ProcessPoolExecutor(max(1, options.jobs)) as pool:
        table = gather(pool.map(answers, NEEDS))
    data = hit_table.pack(lambda fire, incoming, need: table[fire, incoming, need])
    if options.check:
        same = hit_table.PATH.is_file() and hit_table.PATH.read_bytes() == data
        sys.stderr.write("the file is as it should be\n" if same else "the file differs: build it again\n")
        return int(not same)
    replace(hit_table.PATH, data)
    sys.stderr.write(f"{len(table)} rows, {len(data)} bytes in {hit_table.PATH.name}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
