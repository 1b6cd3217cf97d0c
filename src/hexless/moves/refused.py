"""What stops a way, in words."""

from __future__ import annotations

from typing import Any

import msgspec

from hexless.kernel import Refusal
from hexless.table import Stop, gap, show

__all__ = ["refusal"]


def _name(stop: Stop, ground: Any) -> str:
    """What is in the way."""
    if stop.what == "terrain":
        return str(ground.terrain.pieces[stop.index].name)
    if stop.what == "base":
        return _called(ground, stop.index)
    if stop.what == "too_close":
        there = ground.base.at(*stop.point)
        near = range(len(ground.others))
        return _called(ground, min(near, key=lambda i: gap(there, ground.others[i]).distance, default=len(near)))
    return ""


def _called(ground: Any, index: int) -> str:
    """The name of a base in the way, where it has one."""
    return str(ground.names[index]) if index < len(ground.names) else "somebody"


def refusal(stop: Stop, ground: Any) -> Refusal:
    """What stops a way, in words, with its rule and its witness."""
    name = _name(stop, ground)
    says = {
        "too_far": f"that is {show(stop.amount)} too far",
        "terrain": f"{name} is in the way",
        "base": f"{name} is in the way",
        "off_table": "that leaves the table",
        "too_close": f"that ends {show(stop.amount)} too close to {name}"
        if stop.amount > 1
        else f"that ends on {name}",
        "no_fit": "the base does not fit there",
    }[stop.what]
    return Refusal(says, ground.rules.get(stop.what, ground.rules.get("", "")), msgspec.to_builtins(stop))
