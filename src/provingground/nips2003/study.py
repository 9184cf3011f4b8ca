"""What notebook 4 calls: prepare, verify, run the baselines as submissions, score them, all from the settings."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd
from tqdm import tqdm

from provingground.nips2003 import baselines, madelon_check, verification
from provingground.nips2003.benchmark import Benchmark, read_benchmark, write_benchmark
from provingground.nips2003.formats import SPLITS
from provingground.nips2003.preparation import prepare, raw_files, raw_folder
from provingground.nips2003.published import PUBLISHED
from provingground.nips2003.ranking import Pair, compare_all
from provingground.nips2003.scoring import score, score_table
from provingground.nips2003.settings import Nips2003Settings
from provingground.nips2003.submission import Phase, Submission, open_submission, validate, write_results, zip_results


@dataclass(frozen=True)
class Study:
    """One run over the chosen data sets.

    Parameters
    ----------
    settings
        Section ``nips2003`` of a profile.
    folder
        Gets ``<data set>/data``, ``<data set>/truth`` and ``submissions/<baseline>.zip``.
    mirror
        ``data.mirror`` of ``params.yaml``; looked at only if ``settings.from_mirror``.
    """

    settings: Nips2003Settings
    folder: Path
    mirror: str | None = None

    def prepare_all(self) -> dict[str, Benchmark]:
        """Prepare every chosen data set, write it, and read it back from its files."""
        raw = raw_folder(self.mirror) if self.settings.from_mirror else None
        made: dict[str, Benchmark] = {}
        for name in tqdm(self.settings.datasets, desc="prepare", unit="data set"):
            data, truth = self.folder / name / "data", self.folder / name / "truth"
            write_benchmark(prepare(name, self.settings, raw, progress=True), data, truth)
            made[name] = read_benchmark(data, name, truth=truth)
        return made

    def distributed(self) -> dict[str, Benchmark]:
        """Read the distributed data sets that the mirror has with matrices and validation labels."""
        if not self.settings.from_mirror:
            return {}
        root = raw_folder(self.mirror) / "nips2003"
        return {
            name: read_benchmark(root / name, name)
            for name in self.settings.datasets
            if (root / name / f"{name}_valid.data.gz").is_file()
        }

    def raw_files(self) -> pd.DataFrame:
        """Files of the mirror or of a package that data sets are made from or compared with, and their checksums.

        Returns
        -------
        ``dataset``, ``use``, ``source``, ``path`` (relative to the mirror's folder ``raw``), ``bytes``, ``sha256``.
        MADELON is made from none.
        """
        raw = raw_folder(self.mirror) if self.settings.from_mirror else None
        rows = []
        for name in self.settings.datasets:
            uses = {"made from": raw_files(name, self.settings, raw)}
            uses["compared with"] = sorted((raw / "nips2003" / name).glob("*")) if raw else []
            rows += [(name, use, *_origin(path, raw)) for use, paths in uses.items() for path in paths]
        return pd.DataFrame(rows, columns=["dataset", "use", "source", "path", "bytes", "sha256"])

    def madelon_tables(self) -> dict[str, pd.DataFrame]:
        """Place the distributed MADELON, and two from scikit-learn, in the band of new draws."""
        settings = self.settings
        draws = madelon_check.band(settings.madelon, range(settings.band_seeds), progress=True)
        observed = {
            "distributed files": verification.reference_statistics()["madelon"],
            "make_classification, tuned + noise": _from_scikit_learn(settings.seed, tuned=True),
            "make_classification, defaults": _from_scikit_learn(settings.seed, tuned=False),
        }
        return {name: madelon_check.compare(statistics, draws) for name, statistics in observed.items()}

    def run_baselines(self, benchmarks: Mapping[str, Benchmark], label: str) -> list[Submission]:
        """Fit every baseline on every data set, and write, zip and validate the submissions."""
        submissions: list[Submission] = []
        if not benchmarks:
            return submissions
        for name in tqdm(self.settings.baselines, desc="baselines", unit="method"):
            target = self.folder / "submissions" / label / f"{name}.zip"
            with TemporaryDirectory() as folder:
                for dataset, benchmark in benchmarks.items():
                    result = baselines.run(benchmark, name, seed=self.settings.seed, folds=self.settings.folds)
                    write_results(Path(folder), dataset, result.decisions, result.fitted.features)
                zip_results(Path(folder), target)
            submissions.append(open_submission(target))
        return submissions


def problems_table(submissions: Sequence[Submission], benchmarks: Mapping[str, Benchmark]) -> pd.DataFrame:
    """Validate submissions of the final phase: one row each, with the number of problems and the first of them."""
    params = {name: benchmark.param for name, benchmark in benchmarks.items()}
    rows = []
    for submission in submissions:
        problems = validate(submission, params, Phase.FINAL)
        first = str(problems[0]) if problems else ""
        counts = {"files": len(submission.files), "problems": len(problems)}
        rows.append({"submission": submission.name, **counts, "first problem": first})
    return pd.DataFrame(rows)


def score_all(submissions: Sequence[Submission], benchmarks: Mapping[str, Benchmark]) -> pd.DataFrame:
    """Score submissions on every split whose labels are known."""
    truths = {name: benchmark.truth for name, benchmark in benchmarks.items()}
    return score_table(row for submission in submissions for row in score(submission, truths))


def validation_table(submissions: Sequence[Submission], distributed: Mapping[str, Benchmark]) -> pd.DataFrame:
    """Balanced error rates on the distributed validation sets, with the organisers' sample method and who was best.

    Without distributed files the table has no rows.
    """
    rows = [
        {"data set": row.dataset, "method": row.submission, "BER (%)": 100 * row.ber, "s.e. (%)": 100 * row.ber_error,
         "features": row.features, "best entry in 2003": PUBLISHED[row.dataset].best_entries[1]}
        for submission in [*_sample_method(distributed), *submissions]
        for row in score(submission, {name: benchmark.truth for name, benchmark in distributed.items()})
        if row.split == "valid"
    ]  # fmt: skip
    columns = ["data set", "method", "BER (%)", "s.e. (%)", "features", "best entry in 2003"]
    return pd.DataFrame(rows, columns=columns).sort_values(["data set", "BER (%)"], kind="stable")


def compare_submissions(
    submissions: Sequence[Submission], benchmarks: Mapping[str, Benchmark], settings: Nips2003Settings
) -> list[Pair]:
    """Compare every two submissions on the test sets by the document's rules."""
    truths = {name: benchmark.truth for name, benchmark in benchmarks.items()}
    return compare_all(submissions, truths, "test", settings.alpha)


def published_table() -> pd.DataFrame:
    """The five data sets as published, how close our preparation can come, and who was best in 2003."""
    return pd.DataFrame(
        {
            "data set": entry.name,
            "task": entry.topic,
            "type": entry.param.kind.value,
            "features": entry.param.n_features,
            "of these probes": entry.n_probes,
            **{split: entry.param.split(split).total for split in SPLITS},
            "our preparation": entry.fidelity.value,
            "best entry, 1 / 8 December 2003": " / ".join(entry.best_entries),
        }
        for entry in PUBLISHED.values()
    )


def shape_table(benchmarks: Mapping[str, Benchmark]) -> pd.DataFrame:
    """Exact checks of all data sets in one table."""
    return _together({name: verification.exact_checks(benchmark) for name, benchmark in benchmarks.items()})


def sums_table(benchmarks: Mapping[str, Benchmark]) -> pd.DataFrame:
    """Mean value of each split, from the published check-sum and ours."""
    return _together({name: verification.check_sums(benchmark) for name, benchmark in benchmarks.items()})


def probes_table(benchmarks: Mapping[str, Benchmark]) -> pd.DataFrame:
    """Tests of the probes of all data sets in one table."""
    return _together({name: verification.probe_checks(benchmark) for name, benchmark in benchmarks.items()})


def statistics_table(benchmarks: Mapping[str, Benchmark]) -> pd.DataFrame:
    """Statistics beside those of the distributed files, for data sets whose matrices are public (MADELON apart)."""
    chosen = [name for name in benchmarks if name in verification.reference_statistics() and name != "madelon"]
    return _together({n: verification.compare(n, verification.describe(benchmarks[n])) for n in chosen})


def band_summary(tables: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Count the statistics outside the band, beside the number that chance allows."""
    return pd.DataFrame(
        {
            "source": name,
            "statistics": len(table),
            "outside the band": int((~table["inside"]).sum()),
            "allowed by chance (99 %)": madelon_check.allowed_misses(len(table)),
            "accepted": madelon_check.judge(table),
        }
        for name, table in tables.items()
    )


def _origin(path: Path, raw: Path | None) -> tuple[str, str, int, str]:
    """Source, name in it, size and checksum of a raw file."""
    source, name = ("mirror", path.relative_to(raw).as_posix()) if raw else ("package", path.name)
    content = path.read_bytes()
    return source, name, len(content), hashlib.sha256(content).hexdigest()


def _from_scikit_learn(seed: int, *, tuned: bool) -> dict[str, float]:
    return madelon_check.statistics(madelon_check.from_scikit_learn(seed, tuned=tuned))


def _sample_method(benchmarks: Mapping[str, Benchmark]) -> list[Submission]:
    """The method "lambda" as a submission for the validation sets."""
    if not benchmarks:
        return []
    with TemporaryDirectory() as folder:
        target = Path(folder) / "lambda"
        for name, benchmark in benchmarks.items():
            model = baselines.LambdaClassifier().fit(benchmark.X["train"], benchmark.y["train"])
            write_results(target, name, {"valid": model.decision_function(benchmark.X["valid"])}, model.features_)
        return [open_submission(target)]


def _together(tables: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    if not tables:
        return pd.DataFrame({"data set": []})
    return pd.concat(tables, names=["data set"]).reset_index()
