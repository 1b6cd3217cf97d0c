"""Check the dice of a finished game without hexless: `python verify_dice.py game.jsonl [chain]`.

Everything it needs to know: a record is JSON lines, a header first and a closing line last. Before the first question
the server published sha256(seed) and every seat sha256(seat/nonce), in the header's `bound`. Answer number n, counted
from 0, if it is a roll, has the faces that `faces` makes of the seed, the nonces and n. The closing line has the end of
a chain: the hash of the header's line, then for each line the hash of the hash before it (in hex) and that line.
"""

import json
import re
import sys
from hashlib import sha256


def hashed(text):
    return sha256(text.encode()).hexdigest()


def faces(seed, nonces, n, dice, sides):
    key = sha256("/".join(("dice", seed, *nonces)).encode()).digest() + n.to_bytes(8, "big")
    out, block = [], 0
    while len(out) < dice:
        drawn = sha256(key + block.to_bytes(4, "big")).digest()
        out += [byte % sides + 1 for byte in drawn if byte < 256 - 256 % sides]
        block += 1
    return out[:dice]


def fault(data, seen=""):
    """What is wrong with the dice of a record, or None; `seen` is the end of the chain as a player was shown it."""
    *lines, closing, nothing = data.split(b"\n")
    header, close, chain = json.loads(lines[0]), json.loads(closing), ""
    for line in lines:
        chain = sha256(chain.encode() + line).hexdigest()
    if nothing or set(close) - {"ended"} != {"chain"} or close["chain"] != chain:
        return "the chain of hashes does not fit the lines"
    if seen and chain != seen:
        return "the chain is not the one that was shown: this is another game"
    if header["format"] != 2 or header["dice"] != "sha256-agreed":
        return f"dice {header['dice']!r} were not agreed on: who chose the seed could know them"
    nonces, seats = header["nonces"], header["seats"]
    bound = [hashed(header["seed"]), *(hashed(f"{seat}/{each}") if each else "" for seat, each in zip(seats, nonces))]
    if bound != header["bound"] or len(nonces) != len(seats):
        return "the seed and the nonces are not those whose hashes were published"
    taken = header.get("branch", {}).get("at", 0)  # a branch: its first answers are those of another game
    for n, line in enumerate(map(json.loads, lines[1:])):
        if line["n"] != n + 1:
            return f"answer {n + 1} is not where it belongs"
        roll = re.match(r"roll (\d+)d(\d+)\b", line["ask"])
        if roll and n >= taken and line["answer"] != faces(header["seed"], nonces, n, *map(int, roll.groups())):
            return f"answer {n + 1}: the faces are not those that the seed and the nonces give"
    return None


if __name__ == "__main__":
    try:
        with open(sys.argv[1], "rb") as file:
            found = fault(file.read(), *sys.argv[2:3])
    except (KeyError, TypeError, ValueError) as error:
        found = f"this is no record: {error!r}"
    sys.stdout.write(f"{found or 'no die was chosen by anybody'}\n")
    sys.exit(found is not None)
