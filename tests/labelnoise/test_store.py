from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import stat
import time
from functools import partialmethod
from pathlib import Path

import pandas as pd
import pytest

from provingground.errors import InputError
from provingground.labelnoise.store import Store, StoreBusyError


def row(key: str, status: str = "ok", value: float | None = 0.5) -> dict:
    return {"key": key, "status": status, "test_roc_auc": value}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store", seeds=[tmp_path / "seeds"])


def test_rows_come_back_as_they_were_to_the_last_bit(store) -> None:
    value = 0.1 + 0.2
    store.add("toy", "skRF.common.0", [row("a", value=value), row("b", value=None)])
    assert store.rows("toy")["a"]["test_roc_auc"] == value
    assert store.rows("toy")["b"]["test_roc_auc"] is None
    assert store.rows("other") == {}


def test_a_success_replaces_a_failure_of_the_same_cell_whatever_their_order(store) -> None:
    store.add("toy", "z", [row("a", "ok")])
    store.add("toy", "a", [row("a", "failed")])
    assert store.rows("toy")["a"]["status"] == "ok"


def test_a_committed_success_stands_against_the_same_cell_computed_again(store) -> None:
    store.seeds[0].mkdir()
    pd.DataFrame([row("a", value=0.75), row("b", "failed")]).to_parquet(store.seeds[0] / "toy.parquet")
    store.add("toy", "one", [row("a", value=0.5), row("b", "ok", value=0.5)])
    assert store.rows("toy")["a"]["test_roc_auc"] == 0.75
    assert store.rows("toy")["b"]["test_roc_auc"] == 0.5


def test_a_damaged_shard_is_reported_and_left_out_while_others_are_served(store, caplog) -> None:
    store.add("toy", "one", [row("a")])
    store.add("toy", "two", [row("b")])
    shard = next((store.folder / "toy").glob("one.*.jsonl"))
    shard.write_bytes(shard.read_bytes()[:-10])
    with caplog.at_level(logging.WARNING):
        assert set(store.rows("toy")) == {"b"}
    assert "one." in caplog.text
    assert "computed again" in caplog.text


def test_committed_results_are_read_like_shards_and_never_written(store) -> None:
    store.seeds[0].mkdir()
    pd.DataFrame([row("a"), row("b", value=None)]).to_parquet(store.seeds[0] / "toy.parquet")
    before = (store.seeds[0] / "toy.parquet").read_bytes()
    store.add("toy", "one", [row("c")])
    assert set(store.rows("toy")) == {"a", "b", "c"}
    assert store.rows("toy")["b"]["test_roc_auc"] is None
    assert (store.seeds[0] / "toy.parquet").read_bytes() == before


def test_dropping_cells_leaves_their_neighbours_in_the_same_shard(store) -> None:
    store.add("toy", "one", [row("a"), row("b")])
    store.add("toy", "two", [row("c")])
    assert store.drop("toy", {"a", "c", "unknown"}) == 2
    assert set(store.rows("toy")) == {"b"}


def test_a_second_run_on_the_same_data_set_is_told_so(store) -> None:
    second = Store(store.folder)
    with store.exclusive("toy"), pytest.raises(StoreBusyError, match="another run is computing"):
        second.exclusive("toy", wait_seconds=0.1).__enter__()
    with store.exclusive("toy", wait_seconds=0.1):
        pass


def _hold(folder: Path, ready) -> None:
    with Store(folder).exclusive("toy"):
        ready.set()
        time.sleep(60)


def test_a_run_that_was_killed_holds_nothing_and_its_temporary_files_go(store) -> None:
    context = multiprocessing.get_context("spawn")
    ready = context.Event()
    holder = context.Process(target=_hold, args=(store.folder, ready))
    holder.start()
    assert ready.wait(30)
    (store.folder / "toy" / "half.jsonl.1.tmp").write_text("half a row")
    os.kill(holder.pid, signal.SIGKILL)
    holder.join()
    with store.exclusive("toy", wait_seconds=1):
        assert not list((store.folder / "toy").glob("*.tmp"))


@pytest.mark.parametrize("use", ["exclusive", "drop"])
def test_a_store_that_cannot_be_locked_is_an_error_that_says_what_to_do(use, store) -> None:
    (store.folder / "toy" / ".lock").mkdir(parents=True)  # as unusable as in a read-only folder, for root too
    with pytest.raises(InputError, match=r"cannot be locked.*PROVINGGROUND_STORE"):
        store.drop("toy", {"a"}) if use == "drop" else store.exclusive("toy").__enter__()


def test_a_store_whose_place_is_taken_by_a_file_is_an_error_that_says_what_to_do(store) -> None:
    store.folder.write_text("in the way")
    with pytest.raises(InputError, match=r"cannot be created.*PROVINGGROUND_STORE"):
        store.exclusive("toy").__enter__()
    with pytest.raises(InputError, match=r"cannot store results.*PROVINGGROUND_STORE"):
        store.add("toy", "one", [row("a")])


def test_cells_are_not_dropped_under_a_run(store, monkeypatch) -> None:
    monkeypatch.setattr(Store, "exclusive", partialmethod(Store.exclusive, wait_seconds=0.1))
    store.add("toy", "one", [row("a")])
    with Store(store.folder).exclusive("toy"), pytest.raises(StoreBusyError):
        store.drop("toy", {"a"})
    assert set(store.rows("toy")) == {"a"}


@pytest.mark.parametrize("content", [b"not parquet", b""])
def test_committed_results_that_are_damaged_are_an_error_and_not_hours_of_recomputation(content, store) -> None:
    store.seeds[0].mkdir()
    (store.seeds[0] / "toy.parquet").write_bytes(content)
    with pytest.raises(InputError, match=r"toy\.parquet: is not a readable table of cells.*git checkout"):
        store.rows("toy")


def test_committed_results_without_keys_are_an_error(store) -> None:
    store.seeds[0].mkdir()
    pd.DataFrame({"test_roc_auc": [0.5]}).to_parquet(store.seeds[0] / "toy.parquet")
    with pytest.raises(InputError, match="is not a readable table of cells"):
        store.rows("toy")


@pytest.mark.parametrize("damage", [b"", b"\xff\x00", b'{"key": "a", "status": "ok"}\n'])
def test_any_damage_to_a_shard_is_noticed(damage, store) -> None:
    store.add("toy", "one", [row("a")])
    next((store.folder / "toy").glob("*.jsonl")).write_bytes(damage)
    assert store.rows("toy") == {}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_is_an_error_that_says_what_to_do(store) -> None:
    store.folder.mkdir()
    store.folder.chmod(stat.S_IREAD | stat.S_IEXEC)
    with pytest.raises(InputError, match="PROVINGGROUND_STORE"):
        store.add("toy", "one", [row("a")])


def test_a_place_that_cannot_be_written_is_an_error_and_finished_cells_stay(store, monkeypatch) -> None:
    store.add("toy", "one", [row("a")])

    def full(self: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(InputError, match=r"No space left on device.*finished cells are safe"):
        store.add("toy", "two", [row("b")])
    assert set(store.rows("toy")) == {"a"}
    assert not list(store.folder.rglob("*.tmp"))
