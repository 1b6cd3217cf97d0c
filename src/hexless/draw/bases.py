"""Bases on a page: to scale, hatched by seat, with facing and symbol."""

from __future__ import annotations

from math import hypot

from hexless.ruleset import Token

from .models import figure
from .page import Page, said, text
from .palette import COLOURS, INK, SIGNS, Seat

__all__ = ["LEAST", "badge", "bases", "carrier", "half"]

_FIGURES = 9.0  # pixels: the radius from which on a model stands on a base
LEAST = 6.0  # pixels: the half size below which a base is drawn larger than it is


def bases(page: Page) -> list[str]:
    """Every base: wrecks first, then those who stand; what is carried shows in its carrier's label."""
    tokens = page.scene.tokens
    return [
        *(part for token in tokens if token.gone for part in _wreck(page, token)),
        *(part for token in tokens if not token.gone and carrier(page, token) is None for part in _base(page, token)),
    ]


def carrier(page: Page, token: Token) -> Token | None:
    """The token at the same spot that carries this one."""
    for other in page.scene.tokens:
        if other is not token and other.unit == token.inside and (other.x, other.y) == (token.x, token.y):
            return other
    return None


def _wreck(page: Page, token: Token) -> list[str]:
    x, y = page.at(token.x, token.y)
    r = max(LEAST, half(page, token) * 0.7)
    return [
        f'<g opacity="0.65"><title>{said(token.name, 80)}: destroyed</title>',
        f'<path d="M{x - r:.1f} {y - r:.1f} l{2 * r:.1f} {2 * r:.1f} m0 {-2 * r:.1f} l{-2 * r:.1f} {2 * r:.1f}" '
        'stroke="#5a5f63" stroke-width="2.4" stroke-linecap="round"/>',
        text(x, y + r + 10, f"{token.unit}", 8.5, fill="#5a5f63"),
        "</g>",
    ]


def half(page: Page, token: Token) -> float:
    """Half the size of a base in pixels."""
    return max(token.radius or max(token.length, token.width) / 2, 1) * page.k


def _base(page: Page, token: Token) -> list[str]:
    seat = page.seats[token.seat]
    x, y = page.at(token.x, token.y)
    facts = ", ".join(f"{name} {value}" for name, value in token.stats)
    told = "; ".join(part for part in (f"{token.name} ({token.seat})", facts, ", ".join(token.status)) if part)
    look = f'fill="url(#h-{seat.frame})" stroke="{INK}" stroke-width="1.6"'
    radius = max(LEAST, _short(page, token))
    model = figure(token, seat, radius) if radius >= _FIGURES else ""
    face = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius * 0.82:.1f}" fill="{COLOURS["flock"]}" stroke="{INK}"/>'
    return [
        f"<g><title>{token.unit} {said(told, 300)}</title>",
        _arrow(page, token),
        _outline(page, token, look),
        *(
            [face, f'<g transform="translate({x:.1f} {y:.1f})">{model}</g>']
            if model
            else [_symbol(x, y, radius * 0.68, token.symbol)]
        ),
        "</g>",
    ]


def _short(page: Page, token: Token) -> float:
    return (token.radius or min(token.length, token.width) / 2) * page.k


def _outline(page: Page, token: Token, look: str) -> str:
    x, y = page.at(token.x, token.y)
    if token.radius or not (token.length and token.width):
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{max(LEAST, token.radius * page.k):.1f}" {look}/>'
    fx, fy = token.facing or (1, 0)
    size = hypot(fx, fy) or 1.0
    ux, uy = fx / size * token.length / 2, fy / size * token.length / 2
    vx, vy = -fy / size * token.width / 2, fx / size * token.width / 2
    corners = [(token.x + a * ux + b * vx, token.y + a * uy + b * vy) for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
    return f'<polygon points="{page.points(corners)}" {look} stroke-linejoin="round"/>'


def _arrow(page: Page, token: Token) -> str:
    """A triangle on the edge that the base faces."""
    if not token.facing or token.facing == (0, 0):
        return ""
    x, y = page.at(token.x, token.y)
    fx, fy = token.facing
    size = hypot(fx, fy)
    ux, uy = fx / size, -fy / size
    edge = max(LEAST, (token.radius or token.length / 2) * page.k)
    tip, foot = edge + 10, edge - 1
    corners = ((tip, 0.0), (foot, 8.0), (foot, -8.0))
    points = " ".join(f"{x + along * ux - side * uy:.1f},{y + along * uy + side * ux:.1f}" for along, side in corners)
    return f'<polygon points="{points}" fill="{INK}"/>'


def _symbol(x: float, y: float, size: float, symbol: str) -> str:
    """The unit's sign, light on a dark edge; a letter where there is none."""
    sign = SIGNS.get(symbol)
    if sign is None:
        return text(x, y + size * 0.5, said(symbol[:1].upper()), size * 1.5, font_weight="bold") if symbol else ""
    place = f'transform="translate({x:.1f} {y:.1f}) scale({size:.2f})" fill="none" stroke-linejoin="round"'
    return (
        f'<path d="{sign.path}" {place} stroke="{INK}" stroke-width="0.62" stroke-linecap="round"/>'
        f'<path d="{sign.path}" {place} stroke="#ffffff" stroke-width="0.3" stroke-linecap="round"/>'
    )


def badge(seat: Seat, x: float, y: float, words: str) -> str:
    """A number in the seat's own shape."""
    look = f'fill="{seat.colour}" stroke="{INK}" stroke-width="1.1"'
    shape = {
        "round": f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7.6" {look}/>',
        "square": f'<rect x="{x - 7.2:.1f}" y="{y - 7.2:.1f}" width="14.4" height="14.4" {look}/>',
        "diamond": f'<path d="M{x:.1f} {y - 10:.1f} l10 10 l-10 10 l-10 -10 z" {look}/>',
        "hex": f'<path d="M{x - 5:.1f} {y - 8:.1f} h10 l5 8 l-5 8 h-10 l-5 -8 z" {look}/>',
    }[seat.frame]
    number = f'font-size="9.5" font-weight="bold" text-anchor="middle" fill="{seat.on}"'
    return f'{shape}<text x="{x:.1f}" y="{y + 3.4:.1f}" {number}>{words}</text>'
