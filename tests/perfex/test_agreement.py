"""Table 1 beside what the authors' package gives over 20 seeds: every cell within the noise of the seeds.

The cells of abalone, car, contraceptive and blobs are those of the committed paper profile. The reference has
occupancy's training file alone, whereas the compendium pools all three files, so that those five are computed here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import OneHotEncoder

from provingground.compendium import Project
from provingground.datasets.table import Table
from provingground.perfex import PerfexTree, experiments
from provingground.perfex.settings import PerfexProfile

# Name in the reference: ours.
MEASURES = {
    "base_acc": "base_accuracy",
    "leaves": "n_leaves",
    "depth": "depth",
    "vmin": "lowest",
    "vmax": "highest",
    "spread": "spread",
    "mae": "mae",
    "std": "std",
    "wmae": "weighted_mae",
    "null_spread": "shuffled_spread",
    "null_mae": "shuffled_mae",
}
DATASETS = {
    "abalone": "abalone/rings3_code",
    "car": "car/onehot",
    "contraceptive": "cmc/raw",
    "occupancy": "occ/train",
    "blobs": "blobs/2000",
}
REFERENCE_SEEDS = 20
# Of some 700 comparisons, four standard errors are exceeded by chance with a probability of about 4 %.
STANDARD_ERRORS = 4.0


@pytest.fixture(scope="module")
def reference(shared: Path) -> pd.DataFrame:
    published = pd.read_csv(shared / "reference" / "perfex" / "authors_package_20_seeds.csv")
    every_value = published[published["stepwise"] == 0]
    return every_value.set_index(["dataset", "clf", "msl"]).sort_index()


def disagreements(ours: pd.DataFrame, reference: pd.DataFrame) -> list[str]:
    """Measures off by more than the standard error of a difference of means; the floor is for those that never vary."""
    found = []
    names = {ours_name: theirs for theirs, ours_name in MEASURES.items()}
    for row in ours[ours["measure"].isin(names)].itertuples():
        cell = reference.loc[(DATASETS[row.dataset], row.classifier, row.leaf_size)]
        sd = max(cell[f"{names[row.measure]}_sd"], row.std, 0.01)
        gap = row.mean - cell[f"{names[row.measure]}_mean"]
        if abs(gap) > STANDARD_ERRORS * sd * np.sqrt(1 / REFERENCE_SEEDS + 1 / row.count):
            found.append(f"{row.dataset} {row.classifier} {row.leaf_size} {row.measure}: off by {gap:.3f}")
    return found


def test_the_committed_table_1_agrees_with_the_authors_package(reference: pd.DataFrame) -> None:
    path = Project.find(Path(__file__).parent).root / "reports/tables/paper/perfex/table_1_all.csv"
    if not path.exists():
        pytest.skip(f"the paper profile has not been run: no {path}")
    ours = pd.read_csv(path)
    assert (ours["count"] == REFERENCE_SEEDS).all()
    # Explained by the test of car's ties below.
    is_tied = (ours["dataset"] == "car") & (ours["classifier"] == "KNN")
    ours = ours[(ours["dataset"] != "occupancy") & ~is_tied]
    assert len(ours[["dataset", "classifier", "leaf_size"]].drop_duplicates()) == 19 * 3
    assert disagreements(ours, reference) == []


@pytest.mark.slow
def test_occupancy_agrees_with_the_authors_package_on_the_training_file(shared: Path, reference: pd.DataFrame) -> None:
    raw = pd.read_csv(shared / "data" / "raw" / "occupancy" / "datatraining.txt.gz")
    table = Table("occupancy", raw[["CO2", "Temperature"]].astype(float), raw["Occupancy"].to_numpy())
    assert disagreements(computed(table, list(experiments.CLASSIFIERS), seeds=4), reference) == []


@pytest.mark.parametrize("name", ["contraceptive", "car", "blobs"])
def test_quick_cells_agree_with_the_authors_package(shared: Path, reference: pd.DataFrame, name: str) -> None:
    tables = {"contraceptive": contraceptive, "car": car, "blobs": lambda shared: None}
    assert disagreements(computed(tables[name](shared), ["LR", "SVM", "DT"], seeds=8), reference) == []


def test_car_knn_hangs_on_how_ties_are_broken(shared: Path, reference: pd.DataFrame) -> None:
    """The one cell outside: the table has .859 +- .012, the authors' package .828 +- .016.

    Car is a full factorial design: among its one-hot rows the third neighbour is nearly always as far away as the
    fourth, and which of them votes depends on their order. In the file's systematic order, with dense columns, the
    authors' values appear; in the random order of a split (the table's), accuracy is .03 higher.
    """
    table = car(shared)
    encoded = OneHotEncoder(sparse_output=False).fit_transform(table.X)
    rows: list[dict[str, float]] = []
    for seed in range(10):
        split = experiments.split_rows(table.y, seed)
        train = np.sort(split.train)
        model = KNeighborsClassifier(n_neighbors=3).fit(encoded[train], table.y[train])
        distances, _ = model.kneighbors(encoded[split.first], n_neighbors=4)
        shuffled = KNeighborsClassifier(n_neighbors=3).fit(encoded[split.train], table.y[split.train])
        first, second = (model.predict(encoded[part]) for part in (split.first, split.second))
        tree = PerfexTree().fit(table.X.iloc[split.first], table.y[split.first], first)
        result = tree.evaluate(table.X.iloc[split.second], table.y[split.second], second)
        rows.append(
            {
                "tied": float(np.isclose(distances[:, 2], distances[:, 3]).mean()),
                "shuffled": float(np.mean(shuffled.predict(encoded[split.first]) == table.y[split.first])),
                "base_accuracy": float(np.mean(first == table.y[split.first])),
                "lowest": tree.leaves_["value"].min(),
                "spread": result.spread,
                "mae": result.mae,
            }
        )
    found = pd.DataFrame(rows)
    assert found["tied"].mean() > 0.9
    assert found["shuffled"].mean() - found["base_accuracy"].mean() > 0.02
    long = found[["base_accuracy", "lowest", "spread", "mae"]].melt(var_name="measure", value_name="value")
    ours = long.groupby("measure")["value"].agg(["mean", "std", "count"]).reset_index()
    assert disagreements(ours.assign(dataset="car", classifier="KNN", leaf_size=100), reference) == []


def computed(table: Table | None, classifiers: list[str], seeds: int) -> pd.DataFrame:
    """Cells as in the paper profile, at the primary leaf size; no table stands for blobs, drawn anew for every seed."""
    settings = PerfexProfile(datasets=(), worked_example="car", seeds=seeds, leaf_sizes=(100,))
    rows: list[dict[str, Any]] = []
    for name in classifiers:
        for seed in range(seeds):
            rows += experiments.table_cell(table or experiments.blobs_table(seed), name, seed, settings)
    return experiments.every_leaf_size(pd.DataFrame(rows))


def contraceptive(shared: Path) -> Table:
    raw = pd.read_csv(shared / "data" / "raw" / "cmc" / "cmc.data.gz", header=None).astype(float)
    raw.columns = [f"c{i}" for i in range(raw.shape[1])]
    return Table("contraceptive", raw.iloc[:, :-1], raw.iloc[:, -1].astype(int).astype(str).to_numpy())


def car(shared: Path) -> Table:
    raw = pd.read_csv(shared / "data" / "raw" / "car" / "car.data.gz", header=None, dtype=str)
    raw.columns = [f"c{i}" for i in range(raw.shape[1])]
    return Table("car", raw.iloc[:, :-1].astype("category"), raw.iloc[:, -1].to_numpy(dtype=str))
