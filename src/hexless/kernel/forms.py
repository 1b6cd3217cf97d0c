"""Questions as a client is told them: plain data that goes over the wire as it is."""

from __future__ import annotations

from .state import Value

__all__ = ["Form", "OneOf", "Order", "Split", "YesNo"]


class Form(Value, frozen=True, kw_only=True, tag_field="kind"):
    """What every kind tells; who shows it fills in the names of units, as far as the seat knows them."""

    prompt: str
    rules: tuple[str, ...] = ()
    by: int | None = None  # the unit that acts or is acted on
    who: str = ""  # its name, or that of the unit to move or place, as the seat knows it
    to: int | None = None  # the unit that it is done to, or that set it off
    whom: str = ""  # its name


class OneOf(Form, frozen=True, kw_only=True, tag="OneOf"):
    """Choose one option. Answer: the option itself: a text, a number or null (nothing of it).

    `about` says what the options are; where it is "unit" or "target" they are unit ids. `units` are those that each
    option stands for, also where it is a squad.
    """

    options: tuple[str | int | None, ...]
    labels: tuple[str, ...] = ()
    about: str = ""
    units: tuple[tuple[int, ...], ...] = ()  # that each option stands for


class YesNo(Form, frozen=True, kw_only=True, tag="YesNo"):
    """Yes or no. Answer: true or false."""


class Split(Form, frozen=True, kw_only=True, tag="Split"):
    """Share out `total` points over the slots, each within its cap. Answer: a whole number for each slot."""

    total: int
    slots: tuple[str, ...]
    caps: tuple[int, ...]


class Order(Form, frozen=True, kw_only=True, tag="Order"):
    """Put all items in an order. Answer: the items, in that order."""

    items: tuple[str | int | None, ...]
    labels: tuple[str, ...] = ()
    about: str = ""
