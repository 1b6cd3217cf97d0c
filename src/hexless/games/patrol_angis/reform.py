"""Reform Troop Element: join another, split, or join oneself."""

from __future__ import annotations

from collections.abc import Iterator

from hexless.kernel import Game, OneOf, Split

from ._sheet import rule
from .band import Order, closing
from .march import move, settle
from .measuring import touching
from .model import CM, Element, Figure, PatrolAngis, members
from .movement import may_reach, price

__all__ = ["may_reform", "reform", "valid"]

G = Game[PatrolAngis]
STRICT = (2, 4, 8, 9, 10)


@rule("pa.reform.valid-result", "pa.play.element-sizes")
def valid(s: PatrolAngis, kind: str, figures: tuple[Figure, ...]) -> bool:
    """Infantry of 2 to 10 (1 only for a character), 1 to 3 vehicles, a platform with 1 or 2 crew."""
    count = len(figures)
    if kind == "vehicle":
        return 1 <= count <= 3
    if kind == "portable":
        return sum(f.profile.platform for f in figures) <= 1 and 1 <= sum(not f.profile.platform for f in figures) <= 2
    if count == 1:
        return figures[0].profile.character
    return count in STRICT if s.rulings.strict_element_sizes else 2 <= count <= 10


def partners(s: PatrolAngis, unit: int) -> Iterator[int]:
    """Troop Elements of the same platoon and type that it can reach and join."""
    e = s.units[unit]
    for i, o in enumerate(s.units):
        fits = o.platoon == e.platoon and o.kind == e.kind and o.here and i != unit and not o.watch
        if fits and valid(s, e.kind, (*o.figures, *e.figures)) and reaches(s, unit, i):
            yield i


def reaches(s: PatrolAngis, unit: int, other: int) -> bool:
    """Whether it is in contact with another, or can come into it with one move."""
    e, o = s[unit], s[other]
    far = e.rate + 15 * CM
    if (e.leader.x - o.leader.x) ** 2 + (e.leader.y - o.leader.y) ** 2 > far**2:
        return False
    if touching(e.bases, o.bases):
        return True
    costs = price(s, e)
    near = any(may_reach(s.terrain, costs, e.leader, base, e.rate) for base in o.bases)
    return near and closing(s, unit, joining(s, unit, other))


def joining(s: PatrolAngis, unit: int, other: int) -> Order:
    """The move into contact with a friend."""
    return Order(s[unit].rate, "move to join", join=other)


def parts(s: PatrolAngis, unit: int) -> list[int]:
    """How many figures could go, they and the rest being valid."""
    e = s[unit]
    if e.kind == "portable":
        return []
    return [n for n in range(1, len(e.figures)) if valid(s, e.kind, e.figures[:-n]) and _go(s, e, n)]


def _go(s: PatrolAngis, e: Element, leaving: int) -> list[int]:
    """Who may be among so many that leave, the last first; the leader stays, and only some may go alone."""
    others = [i for i in range(len(e.figures) - 1, 0, -1) if leaving > 1 or valid(s, e.kind, (e.figures[i],))]
    return others if valid(s, e.kind, tuple(e.figures[i] for i in others[:leaving])) else []


def shrunk(e: Element) -> bool:
    return e.full > members(e)


def may_reform(s: PatrolAngis, unit: int) -> bool:
    """Whether there is anything to join or to split."""
    return shrunk(s[unit]) or bool(parts(s, unit)) or any(True for _ in partners(s, unit))


def reform(g: G, unit: int) -> None:
    """One of the three ways."""
    s, e = g.state, g.state[unit]
    ways = {"join": any(True for _ in partners(s, unit)), "split": bool(parts(s, unit)), "self": shrunk(e)}
    words = {"join": "join another", "split": "split up", "self": "join itself"}
    options = tuple(way for way, able in ways.items() if able)
    if not options:
        return
    ask = OneOf(prompt=f"{e.name} reforms", rules=("pa.reform.valid-result",), options=options,
                labels=tuple(words[way] for way in options), about="way")  # fmt: skip
    match g.ask(e.side, ask):
        case "join":
            join(g, unit)
        case "split":
            split(g, unit)
        case _:
            join_self(g, unit)


# ---- join


@rule("pa.reform.join", "pa.reform.valid-result")
def join(g: G, unit: int) -> None:
    """Move into contact with another and become one with it."""
    s, e = g.state, g.state[unit]
    options = list(partners(s, unit))
    ask = OneOf(prompt=f"{e.name} joins", rules=g.cites, options=tuple(options),
                labels=tuple(s[i].name for i in options), about="unit")  # fmt: skip
    other = g.ask(e.side, ask)
    if not touching(e.bases, s[other].bases):
        move(g, unit, joining(s, unit, other))
    s = g.state
    if s[unit].here and s[other].here and touching(s[unit].bases, s[other].bases):
        merge(g, unit, other)


@rule("pa.reform.share-tokens", "pa.reform.losses-reset")
def merge(g: G, unit: int, other: int) -> None:
    """One Troop Element with all figures and tokens; it counts as whole."""
    e, o = g.state[unit], g.state[other]
    figures = (*o.figures, *e.figures)
    tokens, fear = e.tokens + o.tokens, e.fear + o.fear
    both = min(tokens, fear)
    g.change(
        other, figures=figures, full=len(figures) - sum(f.profile.platform for f in figures), tokens=tokens - both,
        fear=fear - both, did=(*o.did, *e.did), moved=o.moved or e.moved, jets=min(o.jets, e.jets),
        shell=o.shell and e.shell, protected=False, calmed=o.calmed or e.calmed, charge=0,
        burning=max(o.burning, e.burning), banner=o.banner or e.banner,
    )  # fmt: skip
    g.change(unit, figures=(), tokens=0, fear=0, watch=False, protected=False, burning=0, banner=False,
             last=(e.leader.x, e.leader.y))  # fmt: skip
    settle(g, other)
    g.note("joined", unit=unit, other=other, figures=len(figures))


# ---- split


@rule("pa.reform.split", "pa.reform.valid-result")
def split(g: G, unit: int) -> None:
    """Parts go off as Troop Elements of their own; each may move."""
    born = [unit]
    while options := parts(g.state, unit):
        more = len(born) > 1
        labels = (*(f"{n} figures" for n in options), *["no more"] * more)
        ask = OneOf(
            prompt="split off", rules=g.cites, options=(*options, *[None] * more), labels=labels, about="figures"
        )
        leaving = g.ask(g.state[unit].side, ask)
        if leaving is None:
            break
        born.append(part(g, unit, leaving))
    share_tokens(g, unit, born)
    for each in born:
        if g.state[each].here:
            move(g, each, Order(g.state[each].rate, f"{g.state[each].name} moves"))


def part(g: G, unit: int, leaving: int) -> int:
    """The figures that leave form a new Troop Element; its leader is the first of them."""
    e = g.state[unit]
    gone = chosen(g, e, leaving, _go(g.state, e, leaving))
    going = tuple(f for i, f in enumerate(e.figures) if i in gone)
    staying = tuple(f for i, f in enumerate(e.figures) if i not in gone)
    number = sum(o.name.startswith(f"{e.name}/") for o in g.state.units) + 2
    goes = e.banner and new_bearers(staying, going)
    new = e.with_(name=f"{e.name}/{number}", figures=going, full=len(going), tokens=0, fear=0, watch=False, charge=0,
                  banner=goes)  # fmt: skip
    g.set(units=(*g.state.units, new))
    g.change(unit, figures=staying, full=len(staying), charge=0, banner=e.banner and not goes)
    both = (unit, len(g.state.units) - 1)
    for each in both:
        settle(g, each)
    g.note("split", unit=unit, new=both[1], figures=leaving)
    return both[1]


def new_bearers(staying: tuple[Figure, ...], going: tuple[Figure, ...]) -> bool:
    """Whether a stored re-roll goes along: only with the last who carry the banner."""
    stay, go = (any("valour" in f.profile.skills for f in figures) for figures in (staying, going))
    return go and not stay


def chosen(g: G, e: Element, leaving: int, able: list[int]) -> list[int]:
    """Who leaves: figures that are alike are counted, not named; those farthest back go first."""
    groups: dict[tuple[str, bool], list[int]] = {}
    for i in able:
        f = e.figures[i]
        groups.setdefault((f.profile.name, f.commander), []).append(i)
    slots = tuple(name + " (Commander)" * boss for name, boss in groups)
    caps = tuple(len(group) for group in groups.values())
    shares = g.ask(e.side, Split(prompt="who leaves", rules=g.cites, total=leaving, slots=slots, caps=caps))
    return [i for group, n in zip(groups.values(), shares) for i in group[:n]]


@rule("pa.reform.share-tokens", "pa.reform.losses-reset")
def share_tokens(g: G, unit: int, born: list[int]) -> None:
    """Activation and Re-motivate tokens are divided as the player likes."""
    for field, word in (("tokens", "Activation"), ("fear", "Re-motivate")):
        total = getattr(g.state[unit], field)
        if total:
            names = tuple(g.state[i].name for i in born)
            ask = Split(prompt=f"share {word} tokens", rules=g.cites, total=total, slots=names,
                        caps=(total,) * len(born))  # fmt: skip
            for i, n in zip(born, g.ask(g.state[unit].side, ask)):
                g.change(i, **{field: n})
    g.note("reformed", unit=unit)


# ---- join oneself


@rule("pa.reform.join-self", "pa.reform.losses-reset")
def join_self(g: G, unit: int) -> None:
    """The present size becomes the full size."""
    g.change(unit, full=members(g.state[unit]))
    g.note("reformed", unit=unit)
