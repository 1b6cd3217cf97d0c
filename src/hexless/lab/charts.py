"""The pictures of a report, as Vega-Lite; each with the sentence that tells what to see in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import msgspec

from .answers import Answer
from .playing import Game
from .sequence import Interval

__all__ = ["Picture", "pictures"]

Rows = list[dict[str, Any]]
_BLUE, _RED = "#0072B2", "#D55E00"
_SEATS = [_BLUE, _RED, "#00795A", "#8A5A00"]


class Picture(msgspec.Struct, frozen=True):
    """A chart: its heading, what it shows, its specification, and the same numbers as a table."""

    title: str
    says: str
    spec: dict[str, Any]
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def pictures(answer: Answer, games: Sequence[Game]) -> list[Picture]:
    """All that the games have something for."""
    drawn = (
        _findings(answer),
        _ratings(answer),
        _luck(answer),
        _outcomes(answer),
        _lengths(games),
        _scores(games),
        _survival(games),
        _damage(games),
    )
    return [picture for picture in drawn if picture is not None and picture.rows]


def _spec(rows: Rows, build: Callable[[Any, Any], Any]) -> dict[str, Any]:
    """The specification of a chart of these rows."""
    alt: Any = import_module("altair")
    chart = build(alt, alt.Chart(alt.Data(values=rows)))
    spec: dict[str, Any] = chart.configure_view(strokeWidth=0).to_dict()
    return spec


def _dots(rows: Rows, unit: str, middle: float | None) -> dict[str, Any]:
    """A dot and its interval for each row, and a line where nothing is different."""

    def build(alt: Any, chart: Any) -> Any:
        y = alt.Y("what:N", sort=None, title=None, axis=alt.Axis(labelLimit=320))
        tips = ["what:N", *(alt.Tooltip(f"{name}:Q", format=".1f") for name in ("mean", "low", "high")), "deals:Q"]
        x = alt.X("low:Q", title=unit, scale=alt.Scale(zero=False))
        rule = chart.mark_rule(strokeWidth=3, color=_BLUE).encode(y=y, x=x, x2="high:Q")
        dot = chart.mark_point(filled=True, size=90, color=_BLUE, opacity=1).encode(y=y, x="mean:Q", tooltip=tips)
        even = alt.Chart(alt.Data(values=[] if middle is None else [{"x": middle}]))
        line = even.mark_rule(strokeDash=[4, 4], color="#555").encode(x="x:Q")
        return (line + rule + dot).properties(width=460, height=alt.Step(26))

    return _spec(rows, build)


def _row(what: str, found: Interval, scale: float = 100) -> dict[str, Any]:
    return {"what": what, "mean": scale * found.mean, "low": scale * found.low, "high": scale * found.high,
            "deals": found.n}  # fmt: skip


def _told(rows: Rows) -> tuple[tuple[str, ...], ...]:
    return tuple((r["what"], *(f"{r[key]:.1f}" for key in ("mean", "low", "high")), str(r["deals"])) for r in rows)


_HEAD = ("what", "seen", "from", "to", "deals")


def _ratings(answer: Answer) -> Picture:
    """The ladder."""
    rows = [_row(each.bot, each.rating, 1) for each in answer.ratings]
    says = "Ratings of openskill (a new bot has 25), and where they lie when the deals are drawn again."
    return Picture("The ladder", says, _dots(rows, "rating", None), _HEAD, _told(rows))


def _luck(answer: Answer) -> Picture:
    """Dice and decisions."""
    parts = [(share.group, name, getattr(share, name)) for share in answer.luck for name in ("dice", "decisions")]
    rows = [_row(f"{group}: {name} again", found) for group, name, found in parts]
    says = "How much of the variance of the result is there again when only the dice, or only the decisions, are new."
    return Picture("Dice and decisions", says, _dots(rows, "of the variance, %", None), _HEAD, _told(rows))


def _findings(answer: Answer) -> Picture:
    """Every answer with its interval."""
    middle = 0.5 if answer.compare in ("sides", "bots") else 0.0
    rows = [
        _row(each.name if each.group in each.name else f"{each.group}: {each.name}", each.interval)
        for each in answer.findings
    ]
    unit = {
        "sides": "share of the wins, %",
        "bots": "share of the wins, %",
        "arms": "chances moved by, points",
        "luck": "mean square difference, %",
    }[answer.compare]
    says = f"The dot is what was seen, the line where the truth lies with {answer.confidence:.0%} confidence."
    return Picture("The answer", says, _dots(rows, unit, 100 * middle), _HEAD, _told(rows))


def _outcomes(answer: Answer) -> Picture:
    """Wins of every seat, and draws, by scenario."""
    rows: Rows = [
        {"group": rate.group, "who": who, "games": number, "share": 100 * number / rate.games, "order": order}
        for rate in answer.rates
        for order, (who, number) in enumerate([*rate.wins.items(), ("draw", rate.draws)])
    ]
    names = list(dict.fromkeys(row["who"] for row in rows if row["who"] != "draw"))
    colours = [*_SEATS[: len(names)], "#B8B8B8"]

    def build(alt: Any, chart: Any) -> Any:
        bars = chart.mark_bar(stroke="white").encode(
            y=alt.Y("group:N", sort=None, title=None, axis=alt.Axis(labelLimit=320)),
            x=alt.X("share:Q", title="of the games, %", scale=alt.Scale(domain=[0, 100])),
            color=alt.Color("who:N", title=None, scale=alt.Scale(domain=[*names, "draw"], range=colours)),
            order="order:Q",
            tooltip=["group:N", "who:N", "games:Q"],
        )
        return bars.properties(width=460, height=alt.Step(26))

    table = tuple((r["group"], r["who"], str(r["games"]), f"{r['share']:.0f} %") for r in rows)
    return Picture("Who won", "All games of a scenario, forces and bots both ways round.", _spec(rows, build),
                   ("scenario", "who", "games", "share"), table)  # fmt: skip


def _lengths(games: Sequence[Game]) -> Picture:
    """How long the games took."""
    counts: dict[tuple[str, int], int] = {}
    for game in games:
        counts[game.group, game.turns] = counts.get((game.group, game.turns), 0) + 1
    rows: Rows = [{"group": group, "turns": turns, "games": n} for (group, turns), n in sorted(counts.items())]

    def build(alt: Any, chart: Any) -> Any:
        bars = chart.mark_bar(color=_BLUE).encode(
            x=alt.X("turns:O", title="turns played", axis=alt.Axis(labelAngle=0)),
            y=alt.Y("games:Q", title="games"),
            tooltip=["group:N", "turns:O", "games:Q"],
        )
        return bars.properties(width=200, height=110).facet(alt.Facet("group:N", title=None), columns=2)

    table = tuple((r["group"], str(r["turns"]), str(r["games"])) for r in rows)
    says = "In which turn the games ended."
    return Picture("How long", says, _spec(rows, build), ("scenario", "turns", "games"), table)


def _quantile(values: list[float], share: float) -> float:
    return values[min(int(share * len(values)), len(values) - 1)]


def _scores(games: Sequence[Game]) -> Picture | None:
    """What the state was worth to the first seat, turn by turn."""
    by: dict[tuple[str, int], list[float]] = {}
    for game in games:
        for score in game.scores:
            by.setdefault((game.group, score.turn), []).append(float(score.worth[0]))
    rows: Rows = []
    for (group, turn), values in sorted(by.items()):
        values.sort()
        rows.append({"group": group, "turn": turn, "middle": _quantile(values, 0.5), "games": len(values),
                     "low": _quantile(values, 0.25), "high": _quantile(values, 0.75)})  # fmt: skip
    if not rows:
        return None
    seat = games[0].seats[0]

    def build(alt: Any, chart: Any) -> Any:
        x = alt.X("turn:O", title="turn", axis=alt.Axis(labelAngle=0))
        band = chart.mark_area(opacity=0.3, color=_BLUE).encode(x=x, y=alt.Y("low:Q", title="score"), y2="high:Q")
        line = chart.mark_line(color=_BLUE, point=True).encode(x=x, y="middle:Q", tooltip=["turn:O", "middle:Q"])
        both = (band + line).properties(width=200, height=120)
        return both.facet(alt.Facet("group:N", title=None), columns=2).resolve_scale(y="independent")

    table = tuple(
        (r["group"], str(r["turn"]), *(f"{r[key]:.0f}" for key in ("middle", "low", "high")), str(r["games"]))
        for r in rows
    )
    says = f"What the table was worth to {seat} at the end of each turn: the middle game, and the middle half of them."
    return Picture("Score by turn", says, _spec(rows, build),
                   ("scenario", "turn", "middle", "quarter", "three quarters", "games"), table)  # fmt: skip


def _kinds(games: Sequence[Game]) -> list[dict[str, Any]]:
    """The units of each kind of each force, over all games."""
    sums: dict[tuple[str, str], list[float]] = {}
    for game in games:
        for fate in game.fates:
            kept = sums.setdefault((fate.force, fate.kind), [0.0, 0.0, 0.0, 0.0, 0.0])
            for i, more in enumerate((fate.bases, fate.left, fate.points, fate.dealt, 1)):
                kept[i] += more
    return [
        {"force": force, "kind": kind, "lived": 100 * left / bases, "bases": int(bases), "points": cost / seen,
         "dealt": dealt / seen}
        for (force, kind), (bases, left, cost, dealt, seen) in sums.items() if bases
    ]  # fmt: skip


def _by_force(
    channel: Any, alt: Any, rows: Rows, values: Sequence[str] = ("circle", "square", "diamond", "cross")
) -> Any:
    """A colour or a shape for each force; both in one legend."""
    forces = sorted({row["force"] for row in rows})
    scale = alt.Scale(domain=forces, range=([*values] * len(forces))[: len(forces)])
    return channel("force:N", title=None, scale=scale)


def _survival(games: Sequence[Game]) -> Picture:
    """Which units live."""
    rows = sorted(_kinds(games), key=lambda row: (row["force"], -row["lived"]))

    def build(alt: Any, chart: Any) -> Any:
        bars = chart.mark_bar().encode(
            y=alt.Y("kind:N", sort=None, title=None, axis=alt.Axis(labelLimit=320)),
            x=alt.X("lived:Q", title="bases left at the end, %", scale=alt.Scale(domain=[0, 100])),
            color=_by_force(alt.Color, alt, rows, _SEATS),
            tooltip=["force:N", "kind:N", alt.Tooltip("lived:Q", format=".0f"), "bases:Q"],
        )
        return (
            bars.properties(width=460, height=alt.Step(18))
            .facet(row=alt.Facet("force:N", title=None))
            .resolve_scale(y="independent")
        )

    table = tuple((r["force"], r["kind"], f"{r['lived']:.0f} %", str(r["bases"])) for r in rows)
    says = "Of the bases that came to the table, those that were still there when the game ended."
    return Picture("Who lived", says, _spec(rows, build), ("force", "unit", "left", "bases"), table)


def _spread(rows: Rows, most: float) -> None:
    """Give every dot a height for its name at which it covers no other."""
    for row in sorted(rows, key=lambda row: row["dealt"]):
        near = [
            other["label"] for other in rows if "label" in other and abs(other["points"] - row["points"]) < most / 6
        ]
        row["label"] = row["dealt"]
        for label in sorted(near):
            if abs(label - row["label"]) < most / 24:
                row["label"] = label + most / 24


def _damage(games: Sequence[Game]) -> Picture | None:
    """What units do for their points."""
    rows = [row for row in _kinds(games) if row["points"]]
    if not rows:
        return None
    most = max(max(row["points"], row["dealt"]) for row in rows)
    _spread(rows, most)

    def build(alt: Any, chart: Any) -> Any:
        x = alt.X("points:Q", title="points that the units of a kind cost")
        y = alt.Y("dealt:Q", title="points of enemies lost to them, a game")
        dots = chart.mark_point(filled=True, size=80, opacity=0.9).encode(
            x=x, y=y, color=_by_force(alt.Color, alt, rows, _SEATS), shape=_by_force(alt.Shape, alt, rows),
            tooltip=["force:N", "kind:N", alt.Tooltip("points:Q", format=".1f"), alt.Tooltip("dealt:Q", format=".1f")],
        )  # fmt: skip
        names = chart.mark_text(align="left", dx=8, fontSize=11).encode(x=x, y="label:Q", text="kind:N")
        line = alt.Chart(alt.Data(values=[{"a": 0}, {"a": most}])).mark_line(strokeDash=[4, 4], color="#555")
        return (line.encode(x="a:Q", y="a:Q") + dots + names).properties(width=520, height=320)

    table = tuple((r["force"], r["kind"], f"{r['points']:.1f}", f"{r['dealt']:.1f}") for r in rows)
    says = "Above the line a kind takes more than it costs. A loss is counted for the enemy that the log names with it."
    return Picture("Damage against points", says, _spec(rows, build), ("force", "unit", "points", "dealt"), table)
