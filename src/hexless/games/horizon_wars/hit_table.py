"""Finished answers to `hit_weights`, in the file `hits.bin` beside this module, which `tools/build_hits.py` writes.

The file is eight bytes of magic, the CRC-32 of the body in four bytes, and the body: nothing but weights, big-endian,
without separators. Rows follow each other by Fire dice (1 to 10), then Incoming dice (0 to 6), then need (1 to 12 per
Fire die); a row holds the weights of 0, 1, 2 ... `most_hits` hits, each as wide as 12 ** (fire + incoming). Where a row
begins follows from that alone, so there is no index. A file that is missing or damaged counts as no table at all.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from zlib import crc32

__all__ = ["MOST_FIRE", "MOST_INCOMING", "PATH", "SIDES", "most_hits", "pack", "row"]

SIDES = 12
MOST_FIRE = 10
MOST_INCOMING = 6
MAGIC = b"hw-hits1"
HEAD = len(MAGIC) + 4
PATH = Path(__file__).with_name("hits.bin")

Row = tuple[int, ...]


def most_hits(fire: int, need: int) -> int:
    """The most hits so many dice can score at a need of 1 or more: all of them show a 12."""
    return fire // -(-need // SIDES)


def row(fire: int, incoming: int, need: int) -> Row | None:
    """The weights of 0, 1, 2 ... hits as the table holds them, or None where it holds none."""
    if not (1 <= fire <= MOST_FIRE and 0 <= incoming <= MOST_INCOMING and 1 <= need <= SIDES * fire):
        return None
    if not (body := _body()):
        return None
    width = _width(fire, incoming)
    begin = _block(fire, incoming) + width * sum(most_hits(fire, n) + 1 for n in range(1, need))
    end = begin + width * (most_hits(fire, need) + 1)
    return tuple(int.from_bytes(body[at : at + width], "big") for at in range(begin, end, width))


def pack(answer: Callable[[int, int, int], Row]) -> bytes:
    """The whole file, each row asked of `answer(fire, incoming, need)`."""
    body = b"".join(
        weight.to_bytes(_width(fire, incoming), "big")
        for fire in range(1, MOST_FIRE + 1)
        for incoming in range(MOST_INCOMING + 1)
        for need in range(1, SIDES * fire + 1)
        for weight in answer(fire, incoming, need)
    )
    return MAGIC + crc32(body).to_bytes(4, "big") + body


def _width(fire: int, incoming: int) -> int:
    """Bytes of one weight, which is at most 12 ** (fire + incoming)."""
    largest: int = SIDES ** (fire + incoming)
    return (largest.bit_length() + 7) // 8


@cache
def _length(fire: int) -> int:
    """How many weights all needs together take, for one number of Incoming dice."""
    return sum(most_hits(fire, need) + 1 for need in range(1, SIDES * fire + 1))


@cache
def _block(fire: int, incoming: int) -> int:
    """Where in the body the rows of so many Fire and Incoming dice begin."""
    if incoming:
        return _block(fire, incoming - 1) + _width(fire, incoming - 1) * _length(fire)
    return _block(fire - 1, MOST_INCOMING + 1) if fire > 1 else 0


@cache
def _body() -> bytes:
    """The rows, read once; empty if the file is not there, not ours or not whole."""
    try:
        file = PATH.read_bytes()
    except OSError:
        return b""
    sound = file.startswith(MAGIC) and int.from_bytes(file[len(MAGIC) : HEAD], "big") == crc32(file[HEAD:])
    return file[HEAD:] if sound else b""
