"""The table as an SVG picture, drawn to scale; the table's near edge (y = 0) is at the bottom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from hexless.moves.witness import Stroke, strokes
from hexless.ruleset import Area, Mark, Scene

from .bases import badge, bases
from .labels import labels
from .page import PAD, TICKS, TOP, Page, said, text
from .palette import GROUND, INK, PAPER, SEATS, ground_of, seats_of

__all__ = ["svg"]

_FONT = 'font-family="DejaVu Sans, Verdana, Helvetica, sans-serif"'


def svg(scene: Scene, witnesses: Iterable[Any] = (), size: int = 900) -> str:
    """The picture; `size` is the longer edge of the table in pixels, witnesses are drawn over it."""
    page = Page(scene, size)
    lines = [stroke for witness in witnesses for stroke in strokes(witness)]
    body = [
        *_patterns(),
        f'<rect width="{page.width}" height="{page.height}" fill="#ffffff"/>',
        *_heading(page),
        *_table(page),
        *(part for area in _by_height(scene.areas) for part in _area(page, area)),
        *(part for mark in scene.marks for part in _ring(page, mark)),
        *bases(page),
        *(part for mark in scene.marks for part in _star(page, mark)),
        *(part for stroke in lines for part in _stroke(page, stroke)),
        *labels(page),
        "</g>",
        *_scale_bar(page),
        *_legend(page),
    ]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {page.width} {page.height}" width="{page.width}" '
        f'height="{page.height}" role="img" {_FONT}><title>{said(scene.title or "The table", 200)}</title>'
        f"<desc>{_described(scene)}</desc>"
    )
    return "\n".join([head, *body, "</svg>", ""])


def _described(scene: Scene) -> str:
    count = ", ".join(
        f"{seat}: {sum(t.seat == seat and not t.gone for t in scene.tokens)} on the table" for seat in seats_of(scene)
    )
    return said(f"A table of {scene.width / TICKS:g} by {scene.depth / TICKS:g} {scene.unit}. {count}", 300)


def _patterns() -> list[str]:
    out = ["<defs>"]
    for name, ground in GROUND.items():
        ink = f'fill="{ground.line}"' if ground.solid else f'fill="none" stroke="{ground.line}" stroke-width="1"'
        out.append(
            f'<pattern id="g-{name}" width="16" height="16" patternUnits="userSpaceOnUse">'
            f'<path d="{ground.marks or "M0 0"}" {ink} opacity="0.38"/></pattern>'
        )
    for seat in SEATS:
        ink = "#ffffff" if seat.on == "#ffffff" else INK
        out.append(
            f'<pattern id="h-{seat.frame}" width="6" height="6" patternUnits="userSpaceOnUse">'
            f'<rect width="6" height="6" fill="{seat.colour}"/>'
            f'<path d="{seat.hatch or "M0 0"}" stroke="{ink}" stroke-width="1.4" opacity="0.55"/></pattern>'
        )
    tip = '<path d="M0 0 L8 4 L0 8 z" fill="#5b2a86"/>'
    out.append(f'<marker id="tip" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto">{tip}</marker>')
    return [*out, "</defs>"]


def _heading(page: Page) -> list[str]:
    sizes = f"{page.words(page.scene.width)} × {page.words(page.scene.depth)}"
    return [
        text(PAD, 30, said(page.scene.title or "The table", 90), 19, "start", font_weight="bold"),
        text(PAD, 48, sizes, 11, "start", fill="#4a5257"),
    ]


def _table(page: Page) -> list[str]:
    """The table top with a faint grid, six steps to its longer edge or so; everything on it is clipped to it."""
    (x, y), (w, h) = page.at(0, page.scene.depth), page.table
    step = _round_step(max(page.scene.width, page.scene.depth) / 8)
    grid = []
    for n in range(step, max(page.scene.width, page.scene.depth), step):
        if n < page.scene.width:
            grid.append(f"M{PAD + n * page.k:.1f} {y:.1f} v{h:.1f}")
        if n < page.scene.depth:
            grid.append(f"M{x:.1f} {page.at(0, n)[1]:.1f} h{w:.1f}")
    return [
        f'<clipPath id="table"><rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}"/></clipPath>',
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" fill="{PAPER}" '
        f'stroke="{INK}" stroke-width="3"/>',
        f'<path d="{" ".join(grid) or "M0 0"}" stroke="#c9ccb4" stroke-width="0.8" fill="none"/>',
        '<g clip-path="url(#table)">',
    ]


def _round_step(ticks: float) -> int:
    """A round number of units near this length."""
    units = max(1.0, ticks / TICKS)
    ten = 1
    while ten * 10 <= units:
        ten *= 10
    return max(n for n in (1, 2, 5, 10) if n * ten <= max(units, ten)) * ten * TICKS


def _by_height(areas: Sequence[Area]) -> list[Area]:
    """Zones first, then terrain in table order."""
    return sorted(areas, key=lambda area: ground_of(area) != "zone")


def _area(page: Page, area: Area) -> list[str]:
    if len(area.outline) < 3:
        return []
    name = ground_of(area)
    look, points = GROUND[name], page.points(area.outline)
    if name == "zone":
        return [
            f'<polygon points="{points}" fill="{look.line}" fill-opacity="0.07" stroke="{look.line}" stroke-width="1.6"'
            ' stroke-dasharray="9 5"/>'
        ]
    high = f"{page.words(area.height)} high" if area.height else ""
    told = ", ".join(part for part in (name, high, said(", ".join(area.traits), 60)) if part)
    return [
        f"<g><title>{said(area.name, 80)}: {told}</title>",
        f'<polygon points="{points}" fill="{look.fill}" stroke="{look.line}" stroke-width="1.8"/>',
        f'<polygon points="{points}" fill="url(#g-{name})"/></g>',
    ]


def _ring(page: Page, mark: Mark) -> list[str]:
    """What a rule measures around a mark; it lies under the bases."""
    if not mark.radius:
        return []
    (x, y), seat = page.at(mark.x, mark.y), page.seats.get(mark.seat or "")
    return [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{mark.radius * page.k:.1f}" fill="{seat.colour if seat else "#ffffff"}" '
        f'fill-opacity="0.12" stroke="{INK}" stroke-width="1.2" stroke-dasharray="2 4" stroke-linecap="round"/>'
    ]


def _star(page: Page, mark: Mark) -> list[str]:
    """The mark itself, above the bases."""
    (x, y), seat = page.at(mark.x, mark.y), page.seats.get(mark.seat or "")
    held = f", held by {said(mark.seat)}" if seat else ""
    star = " ".join(f"{x + dx * 9:.1f},{y - dy * 9:.1f}" for dx, dy in _STAR)
    return [
        f"<g><title>{said(mark.name, 80)}: {said(mark.kind)}{held}</title>",
        f'<polygon points="{star}" fill="{seat.colour if seat else "#ffffff"}" stroke="{INK}" stroke-width="1.6" '
        'stroke-linejoin="round"/></g>',
    ]


_STAR = (
    (0, 1), (0.24, 0.33), (0.95, 0.31), (0.38, -0.12), (0.59, -0.81),
    (0, -0.4), (-0.59, -0.81), (-0.38, -0.12), (-0.95, 0.31), (-0.24, 0.33),
)  # fmt: skip


def _stroke(page: Page, stroke: Stroke) -> list[str]:
    """A witness on the table: a dark line in a white casing, with its length."""
    if stroke.look in ("area", "circle"):
        return [_region(page, stroke)]
    colour, dash = _LINES[stroke.look]
    points = page.points(stroke.points)
    tip = ' marker-end="url(#tip)"' if stroke.look == "route" else ""
    out = [
        f'<polyline points="{points}" fill="none" stroke="#ffffff" stroke-width="5" opacity="0.8"/>',
        f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"{tip}/>',
    ]
    if stroke.cross:
        x, y = page.at(*stroke.cross)
        out.append(f'<path d="M{x - 5:.1f} {y - 5:.1f} l10 10 m0 -10 l-10 10" stroke="{colour}" stroke-width="3"/>')
    if stroke.length is not None:
        (ax, ay), (bx, by) = page.at(*stroke.points[0]), page.at(*stroke.points[-1])
        out.append(
            text((ax + bx) / 2, (ay + by) / 2 - 5, page.words(stroke.length), 10.5, font_weight="bold", fill=colour)
        )
    return out


_LINES = {
    "clear": ("#00634a", "none"),
    "stopped": ("#a11212", "7 4"),
    "gap": (INK, "2 3"),
    "route": ("#5b2a86", "none"),
    "crossing": ("#5b2a86", "6 3"),
}


def _region(page: Page, stroke: Stroke) -> str:
    look = 'fill="#5b2a86" fill-opacity="0.12" stroke="#5b2a86" stroke-width="2" stroke-dasharray="5 3"'
    if stroke.look == "area":
        return f'<polygon points="{page.points(stroke.points)}" {look}/>'
    x, y = page.at(*stroke.points[0])
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{(stroke.length or 0) * page.k:.1f}" {look}/>'


def _scale_bar(page: Page) -> list[str]:
    """A bar of a round length, in two halves, under the table."""
    step = _round_step(max(page.scene.width, page.scene.depth) / 6)
    x, y = PAD, TOP + page.table[1] + 14
    half = step * page.k / 2
    return [
        f'<rect x="{x}" y="{y:.1f}" width="{half:.1f}" height="6" fill="{INK}" stroke="{INK}"/>',
        f'<rect x="{x + half:.1f}" y="{y:.1f}" width="{half:.1f}" height="6" fill="#ffffff" stroke="{INK}"/>',
        text(x, y + 19, "0", 10, "middle"),
        text(x + 2 * half, y + 19, page.words(step), 10, "middle"),
    ]


def _legend(page: Page) -> list[str]:
    """Who is who, and what the ground is."""
    x, y = PAD * 2 + page.table[0], TOP + 12.0
    out: list[str] = []
    for name, seat in page.seats.items():
        tokens = [token for token in page.scene.tokens if token.seat == name]
        left = sum(not token.gone for token in tokens)
        out.append(
            f'<rect x="{x:.1f}" y="{y - 11:.1f}" width="22" height="15" fill="url(#h-{seat.frame})" stroke="{INK}"/>'
        )
        out.append(badge(seat, x + 33, y - 3.5, "n"))
        out.append(text(x + 46, y + 1, said(name, 20), 13, "start", font_weight="bold"))
        out.append(text(x + 46, y + 15, f"{left} of {len(tokens)} on the table", 10, "start", fill="#4a5257"))
        y += 38
    kinds = sorted({ground_of(area) for area in page.scene.areas}, key=list(GROUND).index)
    for kind in kinds:
        look = GROUND[kind]
        dash = ' stroke-dasharray="4 3"' if kind == "zone" else ""
        for fill in (look.fill, f"url(#g-{kind})"):
            out.append(
                f'<rect x="{x:.1f}" y="{y - 13:.1f}" width="34" height="20" fill="{fill}" stroke="{look.line}"{dash}/>'
            )
        out.append(text(x + 46, y + 2, kind, 11.5, "start"))
        y += 28
    return out
