"""One page of claims: what the three papers state, and what their numbers, ours and the corrected ones say to it.

A claim is data: which paper, whose numbers (`PANELS`), where the evidence lies, and a test of
:mod:`provingground.statistics.claims`. Verdicts are computed from the tables and cells that are there; where a section
has not run yet the verdict is *not run*.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pandas as pd

from provingground.findings.reports import Reports
from provingground.labelnoise.claims import AUTHORS, AUTHORS_HERE, evaluate_claims
from provingground.labelnoise.panel import panels_of
from provingground.statistics import VERDICTS
from provingground.statistics.claims import Statement

PAPERS = {
    "label noise": "Do learning algorithms keep their performance under label noise?",
    "NIPS 2003": "Design of experiments for the NIPS 2003 variable selection benchmark",
    "PERFEX": "PERFEX: classifier performance explanations for trustworthy AI systems",
}
PANELS = ("published", "reproduced", "corrected")  # the authors' numbers, ours in their way, ours with faults mended
HERE = "published, our data sets"  # no panel of the page: what ours are compared with where the numbers allow it
_LABEL_NOISE_SOURCES = {AUTHORS: "published", AUTHORS_HERE: HERE, "published": "reproduced", "corrected": "corrected"}
_COLUMNS = ["paper", "claim", "statement", "section", "panel", "measured", "criterion", "estimate", "low", "high"]
_COLUMNS += ["n", "blocks", "verdict", "why", "evidence"]


@dataclass(frozen=True)
class Tested:
    """A statement tested on one panel's numbers.

    Parameters
    ----------
    paper
        A key of `PAPERS`.
    panel
        One of `PANELS`.
    evidence
        Table or figure that shows it, ``<section>/<name>``.
    test
        The statement and its test on the other sections' tables.
    """

    paper: str
    panel: str
    evidence: str
    test: Statement[Reports]

    def judge(self, reports: Reports) -> dict[str, object]:
        """One row of :func:`claims_table`."""
        return {"paper": self.paper, "panel": self.panel, "evidence": self.evidence} | self.test.judge(reports)


def claims_table(
    authors: pd.DataFrame, cells: pd.DataFrame | None, tested: Iterable[Tested], reports: Reports
) -> pd.DataFrame:
    """Judge every claim of the three papers.

    Parameters
    ----------
    authors
        Verdicts on the label-noise authors' own rows
        (:meth:`~provingground.labelnoise.record.Record.claims_beside`).
    cells
        Our cells of the label-noise benchmark; None where none have run.
    tested
        The claims of the other two papers.
    reports
        Tables of the sections that have run.

    Returns
    -------
    One row per claim and panel: ``paper``, ``claim``, ``statement``, ``section``, ``panel``, ``measured``,
    ``criterion``, ``estimate`` with ``low`` and ``high`` over ``n`` ``blocks``, ``verdict``, ``why``, ``evidence``.
    """
    rows = [label_noise_claims(authors, cells), pd.DataFrame([one.judge(reports) for one in tested])]
    return pd.concat([part.reindex(columns=_COLUMNS) for part in rows if len(part)], ignore_index=True)


def label_noise_claims(authors: pd.DataFrame, cells: pd.DataFrame | None) -> pd.DataFrame:
    """Claims of the label-noise paper on its three panels."""
    panels = {} if cells is None else panels_of(cells)
    parts = [authors]
    for source in ("published", "corrected"):
        if source in panels:
            parts.append(evaluate_claims(panels[source], source))
        else:
            empty = dict.fromkeys(["estimate", "low", "high"]) | {"n": 0, "verdict": "not run"}
            every = authors[authors["source"] == AUTHORS]
            parts.append(every.assign(**empty, source=source, why="no data set of this profile has run yet"))
    found = pd.concat(parts, ignore_index=True)
    found["panel"] = found.pop("source").map(_LABEL_NOISE_SOURCES)
    return found.assign(paper="label noise", evidence="retained/claims")


def page(claims: pd.DataFrame) -> pd.DataFrame:
    """One row per claim with the verdict of each panel; empty where a panel has no say.

    Examples
    --------
    >>> long = pd.DataFrame({"paper": "PERFEX", "claim": "c", "statement": "It holds.", "section": "4", "evidence": "e",
    ...                      "panel": ["reproduced", "corrected"], "verdict": ["supported", "contradicted"]})
    >>> page(long)[["published", "reproduced", "corrected"]].iloc[0].tolist()
    ['', 'supported', 'contradicted']
    """
    about = claims.drop_duplicates(["paper", "claim"])[["paper", "claim", "statement", "section", "evidence"]]
    wide = claims.pivot(index=["paper", "claim"], columns="panel", values="verdict").reindex(columns=list(PANELS))
    columns = ["paper", "claim", "section", "statement", *PANELS, "evidence"]
    return about.merge(wide.astype(object).fillna("").reset_index(), on=["paper", "claim"])[columns]


def count_verdicts(claims: pd.DataFrame) -> pd.DataFrame:
    """Claims per paper, panel and verdict, one column per verdict."""
    counts = claims.groupby(["paper", "panel"])["verdict"].value_counts().unstack(fill_value=0)
    order = pd.MultiIndex.from_product([PAPERS, PANELS], names=["paper", "panel"])
    shown = counts.reindex(columns=list(VERDICTS), fill_value=0).reindex(order).dropna().astype(int)
    return shown.rename_axis(columns=None).reset_index()


def changed_verdicts(claims: pd.DataFrame) -> pd.DataFrame:
    """Claims that the published numbers settle one way, and the corrected ones do not: ``from``, ``to`` and both sides.

    Published numbers count on our data sets alone where they are there, so that other data sets change nothing. Nor do
    panels that could not test a claim, or have not run.
    """
    wide = page(claims)
    here = claims[claims["panel"] == HERE].set_index(["paper", "claim"])["verdict"]
    keys = pd.MultiIndex.from_frame(wide[["paper", "claim"]])
    wide["published"] = here.reindex(keys).fillna(pd.Series(wide["published"].to_numpy(), keys)).to_numpy()
    settled = wide["published"].isin(["supported", "contradicted"])
    tested = wide["corrected"].isin(["supported", "contradicted", "undecided"])
    return wide[settled & tested & (wide["published"] != wide["corrected"])].reset_index(drop=True)
