"""One page that tells a person what was found: the answer, the pictures, how it was measured. It asks for nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any

from hexless.ruleset import find
from hexless.ruleset.disk import write_path

from .answers import Answer, answer, write
from .charts import Picture, pictures
from .folder import Folder

__all__ = ["page", "write_report"]

_STYLE = """
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fff; --line: #ddd; --mark: #0072B2; --link: #005a8c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e6; --paper: #16191d; --line: #3a4048; --mark: #4fa8dc; --link: #7cc0ea; }
}
body { font: 16px/1.5 system-ui, "DejaVu Sans", sans-serif; color: var(--ink); background: var(--paper);
  max-width: 56rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.7rem; line-height: 1.2; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
.answer { font-size: 1.2rem; border-left: 4px solid var(--mark); padding: .2rem 0 .2rem 1rem; }
.chart { overflow-x: auto; } table { border-collapse: collapse; font-size: .9rem; }
th, td { text-align: left; padding: .15rem .9rem .15rem 0; border-bottom: 1px solid var(--line); }
summary { cursor: pointer; color: var(--link); } code { overflow-wrap: anywhere; }
"""
_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:"
_DRAW = """
const paint = getComputedStyle(document.documentElement);
const ink = paint.getPropertyValue("--ink"), line = paint.getPropertyValue("--line");
const labels = { labelColor: ink, titleColor: ink };
const config = { background: "transparent", axis: { ...labels, gridColor: line, domainColor: ink, tickColor: ink },
  legend: labels, header: labels, text: { color: ink } };
document.querySelectorAll(".chart").forEach((place) => {
  const spec = JSON.parse(place.querySelector("script").textContent), narrow = place.clientWidth < 640;
  if (narrow) {
    for (const part of [spec, spec.spec ?? {}])
      if (part.width) part.width = Math.min(part.width, Math.max(120, place.clientWidth - 170));
    if (spec.columns) spec.columns = 1;
    config.legend = { ...labels, orient: "bottom", columns: 2 };
  }
  vegaEmbed(place.querySelector("div"), spec, { actions: false, renderer: "svg", ast: true, config });
});
"""


def write_report(folder: Folder) -> tuple[Answer, Path]:
    """Leave answer and page in the folder."""
    found = answer(folder)
    write(folder, found)
    path = folder.path / "report.html"
    write_path(path, [page(folder, found).encode()])
    return found, path


def page(folder: Folder, found: Answer) -> str:
    """The whole page; the drawing library is inside it, and its policy lets it load nothing."""
    drawn = pictures(found, list(folder.games.values()))
    library = _library()
    head = (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(found.name)}</title><style>{_STYLE}</style></head><body><main>"
    )
    body = [f"<h1>{escape(found.name)}</h1>", f'<p class="answer">{escape(found.sentence)}</p>', _measure(found)]
    body += [_picture(each) for each in drawn]
    body += [_method(folder, found)]
    scripts = f'<script type="module">{library}\n{_DRAW}</script>'
    return f"{head}{''.join(body)}</main>{scripts}</body></html>\n"


@cache
def _library() -> str:
    """Vega, Vega-Lite and their embedding as one script; vl-convert needs seconds to put them together."""
    vl_convert: Any = import_module("vl_convert")
    script: str = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")
    return script.replace("</script", "<\\/script")


def _measure(found: Answer) -> str:
    state = "" if found.finished else " The run was broken off; this is what was known then."
    played = f"{found.games} games of {found.title}, played by {', '.join(found.bots)}"
    return f"<p>{escape(played)}; intervals hold with {found.confidence:.0%} confidence, each by itself.{state}</p>"


def _picture(picture: Picture) -> str:
    spec = json.dumps(picture.spec).replace("</", "<\\/")
    label = f"{picture.title}: {picture.says} The numbers are in the table below."
    return (
        f"<section><h2>{escape(picture.title)}</h2><p>{escape(picture.says)}</p>"
        f'<div class="chart"><div role="img" aria-label="{escape(label)}"></div>'
        f'<script type="application/json">{spec}</script></div>'
        f"<details><summary>The numbers</summary>{_table(picture.head, picture.rows)}</details></section>"
    )


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    lines = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table>"


def _method(folder: Folder, found: Answer) -> str:
    plan, run, stop = folder.plan, folder.run, folder.plan.stop
    until = [f"{stop.games} games at most"]
    if stop.within is not None:
        until.append(f"until an interval reaches no further than {100 * stop.within:g} points")
    if stop.decide is not None:
        until.append(f"until it is known to be above {100 * stop.decide[0]:g} % or below {100 * stop.decide[1]:g} %")
    facts = {
        "Design": f"{len(plan.cells)} games a deal: the same dice in each, forces and bots in every seat in turn",
        "Stopped": "; ".join(until),
        "Intervals": "confidence sequences by betting, valid whenever one stops; a draw is shared",
        "Ruleset": f"{find(run.game).title}, revision {run.revision}, sheet {run.content[:16]}",
        "Seed": run.seed,
        "Identity of the games": run.identity[:16],
        "Versions": ", ".join(f"{name} {number}" for name, number in run.versions.items()),
        "Begun": run.begun,
        "Repeat": "hexless lab run experiment.json",
    }
    rows = "".join(f'<tr><th scope="row">{escape(k)}</th><td>{escape(v)}</td></tr>' for k, v in facts.items())
    ends = [(r.group, end, str(n)) for r in found.rates for end, n in sorted(r.ends.items(), key=lambda e: -e[1])]
    more = [
        (r.group, str(r.games), f"{r.turns:.1f}", f"{r.decisions:.0f}", f"{100 * r.asked_first:.0f} %")
        for r in found.rates
    ]
    return (
        f"<section><h2>How it was measured</h2><table>{rows}</table>"
        f"<h2>The games</h2>{_table(('scenario', 'games', 'turns', 'decisions', 'won by who was asked first'), more)}"
        f"<h2>What ended them</h2>{_table(('scenario', 'how', 'games'), ends)}</section>"
    )
