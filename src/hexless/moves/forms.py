"""Questions about the table as a client is told them."""

from __future__ import annotations

from hexless.kernel.forms import Form

from .ground import Sketch

__all__ = ["Path", "Place"]


class Place(Form, frozen=True, kw_only=True, tag="Place"):
    """Put a unit down, or something else (`unit` null). Answer: {"x", "y", "facing": [dx, dy] or null}.

    `trial` tells whether it would be legal, `shade` where it can go.
    """

    unit: int | None
    ground: Sketch = Sketch()


class Path(Form, frozen=True, kw_only=True, tag="Path"):
    """Move a unit. Answer: {"points": [[x, y], ...], "facing": [dx, dy] or null}.

    `trial` tells its legs and cost, `shade` the cost to get anywhere.
    """

    unit: int
    ground: Sketch = Sketch()
