"""The claims as a page: a table per paper, coloured verdicts, and a link from each claim to its evidence."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

import pandas as pd
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from provingground.findings.claims import PANELS, PAPERS
from provingground.plotting import PALETTE
from provingground.statistics import VERDICTS

_HUES = (PALETTE["sky"], PALETTE["vermilion"], PALETTE["yellow"], PALETTE["grey"], "#FFFFFF")


def _lighter(hue: str) -> str:
    """Half of a colour, half white: dark text on it has a contrast of at least 7."""
    red, green, blue = to_rgb(hue)
    return to_hex(((1 + red) / 2, (1 + green) / 2, (1 + blue) / 2))


COLOURS = {verdict: _lighter(hue) for verdict, hue in zip(VERDICTS, _HUES, strict=True)}
_CELL = 'style="text-align:left;vertical-align:top;padding:3px 8px"'


@dataclass(frozen=True)
class Links:
    """Where evidence lies in the site of a profile, seen from the page of notebook 6.

    Parameters
    ----------
    reports
        The folder ``reports``.
    profile
        Name of the profile.
    """

    reports: Path
    profile: str

    def of(self, evidence: str) -> str | None:
        """Page of the figure, the table or else the notebook of ``<section>/<name>``; None where none has been made."""
        section = evidence.partition("/")[0]
        pages = {
            f"figures/{self.profile}/{evidence}.svg": f"figures/{evidence}.html",
            f"tables/{self.profile}/{evidence}.csv": f"tables/{evidence}.html",
            f"notebooks/{self.profile}/{section}.ipynb": f"{section}.html",
        }
        return next((page for made, page in pages.items() if (self.reports / made).exists()), None)


def claims_html(page: pd.DataFrame, links: Links) -> str:
    """The page of :func:`provingground.findings.claims.page` as HTML, every value escaped."""
    parts = []
    for paper, title in PAPERS.items():
        rows = page[page["paper"] == paper]
        if len(rows):
            body = "".join(_row(row, links) for row in rows.to_dict("records"))
            header = "".join(f"<th {_CELL}>{name}</th>" for name in ("Section", "Statement", *PANELS, "Evidence"))
            parts.append(
                f"<h3>{escape(title)}</h3><table><thead><tr>{header}</tr></thead><tbody>{body}</tbody></table>"
            )
    return "".join(parts)


def _row(row: Mapping[Hashable, object], links: Links) -> str:
    cells = [_plain(str(row["section"])), _plain(str(row["statement"]))]
    cells += [_verdict(str(row[panel])) for panel in PANELS]
    cells.append(_evidence(str(row["evidence"]), links))
    return f"<tr>{''.join(cells)}</tr>"


def _plain(text: str) -> str:
    return f"<td {_CELL}>{escape(text)}</td>"


def _verdict(verdict: str) -> str:
    if not verdict:
        return f"<td {_CELL}></td>"
    style = _CELL.removesuffix('"') + f';background:{COLOURS[verdict]};color:#222222;white-space:nowrap"'
    return f"<td {style}>{escape(verdict)}</td>"


def _evidence(evidence: str, links: Links) -> str:
    link = links.of(evidence)
    if link is None:
        return _plain(evidence)
    return f'<td {_CELL}><a href="{escape(link)}">{escape(evidence)}</a></td>'


def counts_figure(counts: pd.DataFrame) -> Figure:
    """Claims by verdict: a bar per paper and panel, the number of claims in each part.

    Parameters
    ----------
    counts
        From :func:`provingground.findings.claims.count_verdicts`.
    """
    figure = Figure(figsize=(8.5, 0.8 + 0.42 * len(counts)), layout="constrained")
    axes = figure.subplots()
    names = [f"{paper}, {panel}" for paper, panel in zip(counts["paper"], counts["panel"], strict=True)]
    start = pd.Series(0, index=counts.index)
    for verdict in VERDICTS:
        width = counts[verdict]
        axes.barh(names, width, left=start, color=COLOURS[verdict], edgecolor=PALETTE["grey"], linewidth=0.6)
        for place, (left, n) in enumerate(zip(start, width, strict=True)):
            if n:
                axes.text(left + n / 2, place, str(n), ha="center", va="center", fontsize=8.5)
        start += width
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.set_xlabel("claims")
    patches = [Patch(facecolor=COLOURS[name], edgecolor=PALETTE["grey"], label=name) for name in VERDICTS]
    figure.legend(handles=patches, loc="outside lower center", ncols=len(VERDICTS))
    return figure
