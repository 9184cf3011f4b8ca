"""What the design document of NIPS 2003 states, as tests on the tables of notebook 4.

``published`` looks at what was published about the five data sets, ``reproduced`` at our preparations of them. Nothing
is corrected here. The document's text is at hand up to the sources of ARCENE; two statements about MADELON come from
the organisers' code and pages, and say so.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

import numpy as np
import pandas as pd

from provingground.findings.claims import Tested
from provingground.findings.reports import Reports
from provingground.nips2003.design import size_of_test_set
from provingground.nips2003.published import PUBLISHED
from provingground.statistics import Claim, Fact, Interval, NotTestable, decide
from provingground.statistics.claims import Statement

ALIKE = 0.1  # Kolmogorov-Smirnov distance below which two distributions count as similar; ours
_LINEAR = ("filter", "information", "rfe", "l1")  # baselines that end in a linear SVM


def nips2003_claims() -> tuple[Tested, ...]:
    """Every statement that the tables can test."""
    return (
        *(Tested("NIPS 2003", "published", "nips2003/published", one) for one in _as_published()),
        *(_reproduced("nips2003/shape", one) for name in PUBLISHED for one in _shape(name)),
        *(_reproduced("nips2003/probes", one) for name in PUBLISHED for one in _probes(name)),
        *(_reproduced("nips2003/scores", _test_size(name)) for name in PUBLISHED),
        *(_reproduced("nips2003/pairs", one) for one in _ranking()),
        _reproduced("nips2003/probe_shares", _fewer_probes()),
        *(_reproduced("nips2003/madelon_summary", one) for one in _madelon()),
    )


def _reproduced(evidence: str, test: Statement[Reports]) -> Tested:
    return Tested("NIPS 2003", "reproduced", evidence, test)


def _as_published() -> list[Statement[Reports]]:
    def smaller(_: Reports) -> pd.Series:
        return pd.Series({name: d.param.valid.total < d.param.test.total for name, d in PUBLISHED.items()})

    def kinds(_: Reports) -> pd.Series:
        found = {entry.param.kind.value for entry in PUBLISHED.values()}
        return pd.Series({kind: kind in found for kind in ("non-sparse", "sparse-integer", "sparse-binary")})

    def two_classes(_: Reports) -> pd.Series:
        splits = {f"{n}, {s}": d.param.split(s) for n, d in PUBLISHED.items() for s in ("train", "valid", "test")}
        return pd.Series({name: split.positive > 0 and split.negative > 0 for name, split in splits.items()})

    return [
        Fact("validation_smaller", "The validation set is usually smaller than the test set", "Method", smaller,
             "fewer patterns for validation than for the test", blocks="data sets"),
        Fact("kinds", "Inputs are continuous or binary, sparse or dense", "Background", kinds, "the kind occurs"),
        Fact("two_classes", "All problems have two classes", "Background", two_classes,
             "both classes in every split", blocks="splits"),
    ]  # fmt: skip


def _shape(name: str) -> list[Statement[Reports]]:
    def equal(reports: Reports, pattern: str) -> pd.Series:
        rows = reports.sets("nips2003/shape", name, ["check", "equal", "required"], key="data set")
        chosen = rows[rows["check"].str.contains(pattern)]
        if (~chosen["equal"] & ~chosen["required"]).any():
            raise NotTestable("the source that is here is smaller than the one of 2003")
        return pd.Series(chosen["equal"].to_numpy(), index=chosen["check"])

    def in_range(reports: Reports) -> pd.Series:
        return equal(reports, "values within")

    def sizes(reports: Reports) -> pd.Series:
        return equal(reports, "class|features|probes")

    title = name.upper()
    return [
        Fact(f"{name}_range", f"{title}: values lie within 0 to 999 (binary: 0 or 1)", "Method", in_range, "in range"),
        Fact(f"{name}_size", f"{title} has its published numbers of features, probes and patterns per class",
             "parameter files", sizes, "equal to the published number"),
    ]  # fmt: skip


@dataclass(frozen=True)
class Band(Statement[Reports]):
    """A statement that two samples of features are alike: their Kolmogorov-Smirnov distance is below `ALIKE`.

    A large p-value supports nothing. The distance has a band of the critical value at 5 %,
    1.36 sqrt(1/n + 1/m), and the verdict looks at the band.
    """

    dataset: str
    tests: tuple[str, ...]
    against_permuted: bool
    measured: str

    def _reading(self) -> dict[str, object]:
        return {"measured": self.measured, "criterion": f"< {ALIKE:g}", "blocks": "features"}

    def _result(self, evidence: Reports) -> dict[str, object]:
        rows = evidence.sets("nips2003/probes", self.dataset, ["test", "distance"], key="data set")
        found = rows.loc[rows["test"].isin(self.tests), "distance"]
        if found.empty:
            raise NotTestable(f"{self.dataset} has no such test")
        probes, real = _feature_counts(evidence, self.dataset)
        other = probes if self.against_permuted else real
        half = 1.36 * np.sqrt(1 / probes + 1 / other)
        largest = float(found.max())
        interval = Interval(largest, max(0.0, largest - half), min(1.0, largest + half), min(probes, other))
        verdict, why = decide(interval, ALIKE, above=False, blocks="features")
        return vars(interval) | {"verdict": verdict, "why": why}


def _feature_counts(reports: Reports, name: str) -> tuple[int, int]:
    """Probes and real features of our preparation."""
    rows = reports.sets("nips2003/shape", name, ["check", "found"], key="data set").set_index("check")["found"]
    features, probes = int(rows["features"]), int(rows["probes"])
    return probes, features - probes


def _probes(name: str) -> list[Statement[Reports]]:
    title, section = name.upper(), "Method"
    alike = ("means of probes against real", "non-zero shares of probes against real")
    random = ("probes: signal against permuted",)
    return [
        Band(f"{name}_probes_alike", f"{title}: probes are distributed similarly to real features", section,
             name, alike, False, "largest Kolmogorov-Smirnov distance of means and of non-zero shares"),
        Band(f"{name}_probes_random", f"{title}: probes tell nothing of the classes", section,
             name, random, True, "Kolmogorov-Smirnov distance of class correlations to those of permuted probes"),
    ]  # fmt: skip


def _test_size(name: str) -> Statement[Reports]:
    published = PUBLISHED[name].param.test.total

    def enough(reports: Reports) -> pd.Series:
        rows = reports.sets("nips2003/scores", name, ["submission", "split", "ber"])
        errors = rows[rows["split"] == "test"].set_index("submission")["ber"]
        best = str(errors.idxmin())
        if errors[best] <= 0:
            raise NotTestable("the best baseline makes no error, for which the rule has no answer")
        needed = size_of_test_set(float(errors[best]), margin=0.0)
        return pd.Series({f"{published} test patterns reach {needed}": published >= needed})

    text = f"{name.upper()}: the test set is large enough for significant results, n = 100 / p"
    reading = "published size against 100 / p, p the balanced error of our best baseline"
    return Fact(f"{name}_test_size", text, "Method", enough, reading)


def _ranking() -> list[Statement[Reports]]:
    def decided(reports: Reports) -> pd.Series:
        pairs = reports.table("nips2003/pairs", ["dataset", "first", "second", "winner"])
        names = pairs["dataset"] + ": " + pairs["first"] + " against " + pairs["second"]
        return pd.Series(pairs["winner"].notna().to_numpy(), index=names)

    def no_circle(reports: Reports) -> pd.Series:
        pairs = reports.table("nips2003/pairs", ["dataset", "first", "second", "winner"])
        return pd.Series({name: not _circles(group) for name, group in pairs.groupby("dataset")})

    text = "The rules (error, then features, then probes) name a winner of every pair"
    return [
        Fact("rules_decide", text, "Result rating", decided, "the pair has a winner", blocks="pairs"),
        Fact("rules_rank", "The rules rank the methods", "Result rating", no_circle,
             "no three methods beat each other in a circle", blocks="data sets"),
    ]  # fmt: skip


def _circles(pairs: pd.DataFrame) -> list[tuple[str, str, str]]:
    """Three methods of which each beats the next."""
    won = pairs.dropna(subset="winner")[["first", "second", "winner"]].astype(str).to_numpy().tolist()
    beats = {(winner, second if winner == first else first) for first, second, winner in won}
    methods = sorted({name for pair in beats for name in pair})
    return [(a, b, c) for a, b, c in permutations(methods, 3) if {(a, b), (b, c), (c, a)} <= beats]


def _fewer_probes() -> Statement[Reports]:
    def saved(reports: Reports) -> pd.Series:
        rows = reports.table("nips2003/scores", ["submission", "dataset", "split", "probe_fraction"])
        chosen = rows[rows["split"] == "test"]
        blind = chosen["dataset"].map({name: d.n_probes / d.param.n_features for name, d in PUBLISHED.items()})
        return (blind - chosen["probe_fraction"]).groupby(chosen["submission"]).mean()

    text = "Selecting methods can be told apart by how well they filter out the probes"
    reading = "share of probes of a blind choice less that of the method, mean over data sets"
    return Claim("filter_probes", text, "Method", saved, reading, blocks="methods")


def _madelon() -> list[Statement[Reports]]:
    def accepted(reports: Reports) -> pd.Series:
        rows = reports.table("nips2003/madelon_summary", ["source", "accepted"])
        known = rows[rows["source"] == "distributed files"]
        return pd.Series(known["accepted"].to_numpy(), index=known["source"])

    def beats_linear(reports: Reports) -> pd.Series:
        pairs = reports.sets("nips2003/pairs", "madelon", ["first", "second", "winner", "rule"])
        against = pairs[pairs[["first", "second"]].isin(["forest"]).any(axis=1)]
        linear = against[against[["first", "second"]].isin(_LINEAR).any(axis=1)]
        wins = (linear["winner"] == "forest") & (linear["rule"] == "lower balanced error rate")
        return pd.Series(wins.to_numpy(), index=linear["first"].where(linear["first"] != "forest", linear["second"]))

    return [
        Fact("madelon_generator", "MADELON comes from the given generator: 5 useful, 15 dependent, 480 random features",
             "organisers' code", accepted, "as many statistics inside the band of our new draws as chance allows"),
        Fact("madelon_nonlinear", "MADELON is a highly non-linear problem", "challenge page", beats_linear,
             "a forest has a significantly lower error than each linear baseline", blocks="linear baselines"),
    ]  # fmt: skip
