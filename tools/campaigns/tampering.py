"""Every way to tamper with a record of agreed dice: answers, faces, seeds, nonces, hashes, headers, order."""

import json
import random
import sys
from contextlib import suppress
from hashlib import sha256

from hexless.bots.random import RandomBot
from hexless.kernel import Stream, play_out, to_json
from hexless.kernel import record as records
from hexless.ruleset import starting
from hexless.ruleset.fairness import dice_of


def game(rules, number=1, scenario=None):
    """The record of a whole game with agreed dice, as a server writes it."""
    nonces = [sha256(f"{number}/{i}".encode()).hexdigest() for i in range(2)]
    header, start = starting.set_up(rules, scenario, seed=sha256(f"seed {number}".encode()).hexdigest(), nonces=nonces)
    agents = {seat: RandomBot(Stream(number, seat)) for seat in header.seats}
    played = play_out(rules, start, dice_of(header), agents, keep_states=True)
    return b"".join(records.dump(records.of(header, played)))


def last(data):
    """The end of a record's chain, as the players were shown it."""
    return json.loads(data.split(b"\n")[-2])["chain"]


def tampered(data, seed):
    """What kind of tampering, whether the tamperer closed the record anew, and the record."""
    chance = random.Random(seed)  # noqa: S311
    *lines, close, _ = data.split(b"\n")
    for kind in chance.sample(sorted(KINDS), len(KINDS)):
        with suppress(IndexError):  # a game without a roll has no faces to change
            new = KINDS[kind]([json.loads(line) for line in lines], chance)
            break
    texts = [to_json(each) for each in new]
    anew = chance.random() < 0.5
    if anew:
        *_, end = records.chain(texts)
        close = to_json({"chain": end})
    return kind, anew, b"\n".join([*texts, close, b""])


def _other(text, chance):
    """The text with one of its characters changed for another of the same kind."""
    at = chance.randrange(len(text))
    digit = chance.choice([each for each in "0123456789abcdef" if each != text[at]])
    return text[:at] + digit + text[at + 1 :]


def _some(lines, chance, roll):
    fitting = [line for line in lines[1:] if line["ask"].startswith("roll ") == roll]
    return chance.choice(fitting)


def _faces(lines, chance):
    line = _some(lines, chance, roll=True)
    at = chance.randrange(len(line["answer"]))
    line["answer"][at] = line["answer"][at] % 6 + 1
    return lines


def _answer(lines, chance):
    line = _some(lines, chance, roll=False)
    line["answer"] = chance.choice([None, 0, True, [], {"x": 1}, "no", [line["answer"]]])
    return lines


def _event(lines, chance):
    line = chance.choice([line for line in lines[1:] if line["events"]])
    chance.choice(line["events"])["kind"] += "s"
    return lines


def _hash(lines, chance):
    line = chance.choice(lines[1:])
    line["hash"] = _other(line["hash"], chance)
    return lines


def _ask(lines, chance):
    line = chance.choice(lines[1:])
    line["ask"] += "?"
    return lines


def _seed(lines, chance):
    lines[0]["seed"] = _other(lines[0]["seed"], chance)
    return lines


def _seed_bound(lines, chance):
    lines[0]["seed"] = _other(lines[0]["seed"], chance)
    lines[0]["bound"][0] = sha256(lines[0]["seed"].encode()).hexdigest()
    return lines


def _nonce(lines, chance):
    at = chance.randrange(2)
    lines[0]["nonces"][at] = _other(lines[0]["nonces"][at], chance)
    return lines


def _nonce_bound(lines, chance):
    at = chance.randrange(2)
    new = lines[0]["nonces"][at] = _other(lines[0]["nonces"][at], chance)
    lines[0]["bound"][at + 1] = sha256(f"{lines[0]['seats'][at]}/{new}".encode()).hexdigest()
    return lines


def _nonces_changed(lines, chance):
    lines[0]["nonces"].reverse()
    return lines


def _bound(lines, chance):
    at = chance.randrange(3)
    lines[0]["bound"][at] = _other(lines[0]["bound"][at], chance)
    return lines


def _header(lines, chance):
    field = chance.choice(["game", "content", "start", "dice", "scenario", "forces", "rulings", "revision", "format"])
    was = lines[0][field]
    match was:
        case str():
            lines[0][field] = _other(was, chance)
        case int():
            lines[0][field] = was + chance.choice([-1, 1])
        case dict():
            key = chance.choice(sorted(was)) if was else "more"
            lines[0][field] = {**was, key: f"{was.get(key)}!"}
        case _:
            lines[0][field] = [*was, was[0]]
    return lines


def _order(lines, chance):
    one, two = chance.sample(range(1, len(lines)), 2)
    lines[one], lines[two] = lines[two], lines[one]
    return lines


def _order_counted(lines, chance):
    lines = _order(lines, chance)
    for n, line in enumerate(lines[1:], start=1):
        line["n"] = n
    return lines


def _lost(lines, chance):
    del lines[chance.randrange(1, len(lines))]
    return lines


def _cut(lines, chance):
    return lines[: chance.randrange(1, len(lines))]


def _twice(lines, chance):
    at = chance.randrange(1, len(lines))
    return [*lines[:at], lines[at], *lines[at:]]


def dice(data):
    """How many dice were thrown in a game."""
    lines = [json.loads(line) for line in data.split(b"\n")[1:-2]]
    return sum(len(line["answer"]) for line in lines if line["ask"].startswith("roll "))


KINDS = {
    name[1:]: each
    for name, each in sorted(vars(sys.modules[__name__]).items())
    if name.startswith("_") and not name.startswith("__") and name not in ("_other", "_some")
}
