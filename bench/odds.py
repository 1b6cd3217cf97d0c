"""Exact odds of a Horizon Wars volley: counted from nothing, read from the table, and by icepool."""

from __future__ import annotations

from time import process_time

import icepool

from hexless.games.horizon_wars import hit_table, hits

from .rows import Row, at_most, medians, versus

NEED = 12


def run() -> list[Row]:
    """First calls without the table, any call with it, and the peer on a pool that it can still manage."""
    return [*counted(), *tabled(), against_icepool()]


def counted() -> list[Row]:
    """The first call of a process, when the table has no answer."""
    rows = []
    for fire, incoming in ((4, 2), (6, 4), (6, 6)):
        cost = max(first_call(fire, incoming, need) for need in range(1, 12 * fire + 1, 5))
        rows.append(at_most(f"volley {fire} against {incoming}, counted, worst range", 1000 * cost, "ms", 100))
    return rows


def tabled() -> list[Row]:
    """Answers from the table: the first one reads the file."""
    forget()
    began = process_time()
    hits.hit_weights(10, 6, NEED)
    first = process_time() - began
    later = medians({"later": lambda: hit_table.row(10, 6, 5 * NEED)})["later"]
    return [
        Row("volley 10 against 6 from the table, first of a process", 1000 * first, "ms"),
        at_most("volley 10 against 6 from the table", 1000 * later, "ms", 1),
    ]


def against_icepool() -> Row:
    """The same odds as icepool's: its pools cancel matches too, and our own search judges what is left."""
    fire, incoming = 5, 3

    def theirs() -> object:
        left = icepool.d12.pool(fire) - icepool.d12.pool(incoming)
        return left.expand().map(lambda faces: hits.most_groups(faces, NEED))

    def ours() -> object:
        forget()
        return hits.computed_weights(fire, incoming, NEED)

    cost = medians({"ours": ours, "theirs": theirs}, rounds=5)
    return versus(
        f"volley {fire} against {incoming}, counted",
        1000 * cost["ours"],
        "ms",
        "icepool",
        1000 * cost["theirs"],
        target=1,
    )


def first_call(fire: int, incoming: int, need: int) -> float:
    """CPU seconds with nothing remembered."""
    forget()
    began = process_time()
    hits.computed_weights(fire, incoming, need)
    return process_time() - began


def forget() -> None:
    """As in a new process."""
    for kept in (hits._weights, hits._tally, hits._rolls_leaving, hits._splits, hit_table._body):
        kept.cache_clear()
