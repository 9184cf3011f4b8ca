"""What paper 1 states in Sections 4 and 5, as named tests on any cells: the authors', reproduced or corrected ones.

The paper judges by eye. Each claim says which number the words are taken to mean, over which blocks it is averaged,
and from which value on the words would hold; that reading is ours and stands in the table. How a verdict comes about:
:mod:`provingground.statistics.claims`. How the numbers are made: :mod:`provingground.labelnoise.effects`.
"""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from provingground.labelnoise.effects import (
    ASYMMETRIC,
    FORESTS,
    KHIOPS,
    LINEAR,
    NASA_NAMED,
    SYMMETRIC,
    above_chance_on,
    at,
    best_lead,
    beyond_066,
    collapse,
    collapse_on,
    difference,
    forests_gap,
    largest_change_on,
    lead,
    loss_at_one,
    minority_and_unhinged,
    nasa_excess_spread,
    noisy,
    size_and_kept,
    smallest_decrease_on,
    squared_error_lead,
    symmetric_lead_on,
    up_to_066,
    up_to_one,
)
from provingground.labelnoise.evidence import Evidence
from provingground.labelnoise.panel import require_cells, require_one_variant
from provingground.plotting import PALETTE
from provingground.statistics import Claim

_LEVELS_NOISY = "mean over levels 0 < ρ ≤ 1"

CLAIMS = (
    *(
        Claim(
            f"decrease_{name}",
            f"{name}: performance decreases with noise for all models",
            "4.1",
            smallest_decrease_on(name),
            "decrease from ρ 0 to 1 of the algorithm that decreases least",
            0.0,
            blocks="folds",
        )
        for name in ("breastcancer", "spambase")
    ),
    Claim(
        "trucks_stable",
        "trucks: results are stable for all algorithms",
        "4.1",
        largest_change_on("trucks"),
        "largest mean change against ρ 0 over algorithms and levels up to 1",
        0.02,
        above=False,
        blocks="folds",
    ),
    Claim(
        "collapse",
        "Performance collapses at ρ = 1.25",
        "4.1, 4.2",
        collapse,
        "share kept at ρ 1 less that at 1.25, mean over algorithms",
        0.05,
    ),
    *(
        Claim(
            f"collapse_{name}",
            f"{name}: performance collapses at ρ = 1.25",
            "4.1",
            collapse_on(name),
            "score at ρ 1 less that at 1.25, mean over algorithms",
            0.05,
            blocks="folds",
        )
        for name in ("breastcancer", "spambase", "eyestate", "mushroom", "phishing")
    ),
    *(
        Claim(
            f"small_decrease_{name}",
            f"{name} loses little even at ρ = 1",
            "4.1, 4.3",
            loss_at_one([name]),
            "share lost at ρ 1",
            0.05,
            above=False,
        )
        for name in (*KHIOPS, *LINEAR)
    ),
    *(
        Claim(
            f"{symmetric}_more_robust_than_{asymmetric}",
            f"{symmetric} is more robust than {asymmetric}",
            "4.1, 4.2",
            difference("kept", [symmetric], [asymmetric], noisy),
            f"difference of the shares kept, {_LEVELS_NOISY}",
        )
        for symmetric in SYMMETRIC
        for asymmetric in ASYMMETRIC
    ),
    Claim(
        "symmetric_stable",
        "Symmetric losses are stable",
        "4.3",
        loss_at_one(SYMMETRIC),
        "share lost at ρ 1, mean of both",
        0.05,
        above=False,
    ),
    Claim(
        "forests_alike",
        "Both random forests give the same results",
        "4.1, 4.2",
        forests_gap,
        "absolute difference of their mean scores over levels up to 1",
        0.01,
        above=False,
    ),
    Claim(
        "forests_decrease",
        "Random forests lose significantly under noise",
        "4.1, 4.2",
        loss_at_one(FORESTS),
        "share lost at ρ 1, mean of both",
        0.05,
    ),
    Claim(
        "forests_good_without_noise",
        "Random forests are very good without noise",
        "4.3",
        lead(FORESTS, at(0.0)),
        "their mean score less the median of the others at ρ 0",
    ),
    Claim(
        "forests_worst_under_noise",
        "Random forests are among the worst under noise",
        "4.3",
        lead(FORESTS, at(1.0)),
        "their mean score less the median of the others at ρ 1",
        above=False,
    ),
    Claim(
        "khiops_good",
        "Khiops and KhiopsRF are very good overall",
        "4.3",
        lead(KHIOPS, up_to_one),
        "their mean score less the median of the others, mean over levels up to 1",
    ),
    Claim(
        "linear_good",
        "Logistic regression and linear SVC are surprisingly good overall",
        "4.3",
        lead(LINEAR, up_to_one),
        "their mean score less the median of the others, mean over levels up to 1",
    ),
    Claim(
        "symmetric_below_asymmetric",
        "Asymmetric losses outperform symmetric ones by a large margin, but at very high noise",
        "4.3",
        best_lead(ASYMMETRIC, SYMMETRIC, up_to_066),
        "best asymmetric less best symmetric score, mean over levels up to 0.66",
        0.05,
    ),
    Claim(
        "symmetric_below_others",
        "The other models outperform symmetric losses by a large margin",
        "4.3",
        lead(SYMMETRIC, up_to_one),
        "their mean score less the median of the others, mean over levels up to 1",
        -0.05,
        above=False,
    ),
    *(
        Claim(
            f"{when}_066_{name}",
            f"{name}: symmetric losses outperform asymmetric ones {words} ρ = 0.66",
            "4.3",
            symmetric_lead_on(name, levels),
            f"best symmetric less best asymmetric score, mean over levels {where}",
            above=above,
            blocks="folds",
        )
        for name in ("phishing", "spambase")
        for when, words, levels, where, above in (
            ("not_before", "not up to", up_to_066, "up to 0.66", False),
            ("after", "beyond", beyond_066, "above 0.66 and up to 1", True),
        )
    ),
    *(
        Claim(
            f"near_chance_{name}",
            f"{name}: hardly better than random guesses",
            "4.1",
            above_chance_on(name),
            "score without noise less that of chance, mean over algorithms",
            0.1,
            above=False,
            blocks="folds",
        )
        for name in NASA_NAMED
    ),
    Claim(
        "nasa_high_variance",
        "KC1, KC3 and CM1 show a high variance",
        "4.1",
        nasa_excess_spread,
        "standard deviation over folds at ρ 0, mean of the three less mean of the sets not from NASA",
        blocks="algorithms",
    ),
    *(
        Claim(
            f"size_link_{name}",
            f"{name} keeps more where the training set is larger",
            "5, note",
            size_and_kept(name),
            "Spearman correlation of rows and share kept at ρ 1, where UNHINGED has AUC > 0.7 at ρ 0",
        )
        for name in ("XGB_UNHINGED", "linearSVC", "khiops")
    ),
    Claim(
        "squared_error_better_at_high_noise",
        "Squared error beats unhinged at high noise levels",
        "5, note",
        squared_error_lead,
        "difference of the scores, mean over levels above 0.66 and up to 1, where UNHINGED has AUC > 0.7 at ρ 0",
    ),
    Claim(
        "unhinged_low_on_imbalance",
        "Unhinged is weak where the minority is small",
        "5, note",
        minority_and_unhinged,
        "Spearman correlation of minority share and UNHINGED's score at ρ 0",
    ),
)


AUTHORS = "authors"  # source of the verdicts on all of their rows
AUTHORS_HERE = "authors, our data sets"  # and on their rows of the data sets that ours are of


def evaluate_claims(cells: pd.DataFrame, source: str, metric: str = "test_roc_auc") -> pd.DataFrame:
    """Test every claim on one panel.

    Parameters
    ----------
    cells
        Tidy cells of one panel (:func:`~provingground.labelnoise.panel.panel_cells`).
    source
        Whose cells they are, for the table: ``authors``, ``published``, ``corrected``, ...
    metric
        Test metric that the claims are read on.

    Returns
    -------
    One row per claim: ``claim``, ``statement``, ``section``, ``source``, ``metric``, ``measured`` (what the effect is),
    ``criterion``, ``estimate`` with a 95 % bootstrap interval ``low`` to ``high`` over ``n`` ``blocks``, ``verdict``
    (supported, contradicted, undecided, not testable) and ``why``.
    """
    require_cells(cells, [metric])
    require_one_variant(cells)
    evidence = Evidence(cells, metric)
    table = pd.DataFrame([claim.judge(evidence) for claim in CLAIMS]).assign(source=source, metric=metric)
    return table.reindex(columns=_COLUMNS)


_COLUMNS = ["claim", "statement", "section", "source", "metric", "measured", "criterion"]
_COLUMNS += ["estimate", "low", "high", "n", "blocks", "verdict", "why"]


def evaluate_panels(
    authors: pd.DataFrame, panels: Mapping[str, pd.DataFrame], metric: str = "test_roc_auc"
) -> pd.DataFrame:
    """Put the authors' verdicts (:meth:`~provingground.labelnoise.record.Record.claims_beside`) and ours together."""
    ours = [evaluate_claims(cells, name, metric) for name, cells in panels.items()]
    return pd.concat([authors, *ours], ignore_index=True)


def readings(claims: pd.DataFrame) -> pd.DataFrame:
    """What each claim is taken to mean, one row per claim."""
    columns = ["claim", "statement", "section", "measured", "criterion", "blocks"]
    return claims.drop_duplicates("claim")[columns].reset_index(drop=True)


def count_verdicts(claims: pd.DataFrame) -> pd.DataFrame:
    """Verdicts per source, and how many claims have the authors' verdict among those that both can test.

    The authors' is the one on our data sets where there is one, else the one on all of theirs.
    """
    counts = claims.groupby("source", sort=False)["verdict"].value_counts().unstack(fill_value=0)
    counts = counts.reindex(columns=list(_VERDICTS), fill_value=0)
    wide = claims.pivot(index="claim", columns="source", values="verdict")
    wide = wide.where(wide != "not testable")
    theirs = AUTHORS_HERE if AUTHORS_HERE in wide else AUTHORS
    for source in counts.index:
        both = wide[wide[theirs].notna() & wide[source].notna()]
        counts.loc[source, "both_testable"] = len(both)
        counts.loc[source, "as_the_authors"] = int((both[theirs] == both[source]).sum())
    return counts.astype(int).reset_index()


_VERDICTS = {
    "supported": PALETTE["sky"],
    "contradicted": PALETTE["vermilion"],
    "undecided": PALETTE["yellow"],
    "not testable": "#E4E4E4",
}


def verdict_figure(claims: pd.DataFrame) -> Figure:
    """Show verdicts side by side: claims down, sources across, the estimate and its interval in each field.

    Parameters
    ----------
    claims
        Tables of :func:`evaluate_claims` for one metric, concatenated over the sources.
    """
    names, sources = list(dict.fromkeys(claims["claim"])), list(dict.fromkeys(claims["source"]))
    criteria = claims.drop_duplicates("claim").set_index("claim")["criterion"]
    figure = Figure(figsize=(4.2 + 2.1 * len(sources), 1.0 + 0.24 * len(names)), layout="constrained")
    axes = figure.subplots()
    for row in claims.to_dict("records"):
        x, y = sources.index(row["source"]), names.index(row["claim"])
        axes.barh(y, 0.96, left=x - 0.48, height=0.9, color=_VERDICTS[row["verdict"]])
        tested = row["verdict"] != "not testable"
        numbers = (
            f"{row['estimate']:.3f} [{row['low']:.3f}, {row['high']:.3f}], n={row['n']}" if tested else "not testable"
        )
        axes.text(x, y, numbers, ha="center", va="center", fontsize=8)
    axes.set_yticks(range(len(names)), [f"{name}  {criteria[name]}" for name in names], fontsize=8)
    axes.set_xticks(range(len(sources)), sources)
    axes.set(xlim=(-0.5, len(sources) - 0.5), ylim=(len(names) - 0.5, -0.5))
    axes.xaxis.tick_top()
    axes.grid(visible=False)
    axes.tick_params(length=0)
    figure.legend(
        handles=[Patch(color=colour, label=verdict) for verdict, colour in _VERDICTS.items()],
        loc="outside lower center",
        ncols=len(_VERDICTS),
    )
    return figure
