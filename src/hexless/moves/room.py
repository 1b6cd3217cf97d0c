"""Room and contact: whether there is any place where a base may stand, and where. Both are exact (see `table.room`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from hexless.table import CONTACT, Base, Bases, Costs, Going, Keep, Point, Room, Terrain, within, within_outline

from .packed import NOBODY

__all__ = ["contacts", "places", "room", "touching"]

Outline = Sequence[tuple[int, int]]
Near = Sequence[tuple[Base, int]]


def touching(a: Base, b: Base) -> bool:
    """Whether two bases are in contact."""
    return within(a, b, CONTACT)


def contacts(
    terrain: Terrain,
    base: Base,
    target: Base,
    costs: Costs,
    others: Bases = NOBODY,
    *,
    rest: Costs | None = None,
    keep: Keep = (),
    outline: Outline = (),
) -> list[Point]:
    """Places where a base touches a target and fits, the nearest to where it stands first; [] means there is none."""
    found = places(terrain, base, costs, others, rest=rest, keep=keep, outline=outline, touch=target)
    return list(found)


def room(
    terrain: Terrain,
    base: Base,
    costs: Costs,
    others: Bases = NOBODY,
    *,
    outline: Outline = (),
    near: Near = (),
    toward: tuple[int, int] | None = None,
) -> Point | None:
    """Some place for a base, the nearest to a point (or to where it stands) that is known; None means there is none."""
    return next(places(terrain, base, costs, others, outline=outline, near=near, toward=toward), None)


def places(
    terrain: Terrain,
    base: Base,
    costs: Costs,
    others: Bases = NOBODY,
    *,
    rest: Costs | None = None,
    keep: Keep = (),
    outline: Outline = (),
    near: Near = (),
    touch: Base | None = None,
    toward: tuple[int, int] | None = None,
    legal: Callable[[Base], bool] | None = None,
) -> Iterator[Point]:
    """Places where a base may stand, at least one if there is any, the nearest to a point first.

    rest: more ground where it may not stand. keep: bases, and the gap to leave to them. outline: a zone to be inside.
    near: bases, and how far from each it may be at most. touch: a base to be in contact with.
    legal: whatever else is wanted; exact as long as its limits are among the others'.
    """
    rims = Room(base).on_table(terrain).clear_of(others, but=touch).off(terrain, costs)
    for one, least in keep:
        rims.clear_of(one if isinstance(one, Bases) else (one,), least)
    for other, limit in near:
        rims.within(other, limit)
    if rest:
        rims.off(terrain, rest)
    if outline:
        rims.inside(outline)
    if touch:
        rims.touching(touch, toward)
    zone = tuple(Point(*corner) for corner in outline)

    goings = [Going(terrain, base, costs, others, keep), *([Going(terrain, base, rest)] if rest else [])]

    def stands(spots: Sequence[Point]) -> Iterable[bool]:
        return map(all, zip(*(going.stands(spots) for going in goings)))

    def judged(spot: Point) -> bool:
        end = base.at(*spot)
        return (
            (touch is None or touching(end, touch))
            and all(within(end, other, limit) for other, limit in near)
            and (not zone or within_outline(end, zone))
            and (legal is None or legal(end))
        )

    return rims.places(judged, toward, stands=stands)
