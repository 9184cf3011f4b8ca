"""MNIST for GISETTE through OpenML; here because the server on this machine is (conftest.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from provingground.errors import SourceError
from provingground.nips2003 import gisette
from provingground.nips2003.preparation import prepare
from provingground.nips2003.settings import GisetteSettings, Nips2003Settings


def mnist_arff(rows: list[tuple[int, int]], n_pixels: int = 784, digits: str = "{0,1,2,3,4,5,6,7,8,9}") -> str:
    """Images of one grey level each, with their digits, as OpenML's mnist_784 writes them."""
    names = "".join(f"@ATTRIBUTE pixel{pixel + 1} INTEGER\n" for pixel in range(n_pixels))
    data = "".join(",".join([str(grey)] * n_pixels) + f",{digit}\n" for grey, digit in rows)
    return f"@RELATION mnist_784\n{names}@ATTRIBUTE class {digits}\n@DATA\n{data}"


def test_mnist_arrives_from_openml_and_is_kept_for_the_next_time(openml_server, tmp_path: Path) -> None:
    openml_server.arff[gisette.OPENML_MNIST] = mnist_arff([(0, 4), (255, 9), (7, 0)])
    images = gisette.openml_mnist(tmp_path)
    assert images.pixels.shape == (3, 784)
    assert images.pixels[:, 5].tolist() == [0, 255, 7]
    assert images.digits.tolist() == [4, 9, 0]
    openml_server.requests.clear()
    assert gisette.openml_mnist(tmp_path).digits.tolist() == [4, 9, 0]
    assert openml_server.requests == []


@pytest.mark.parametrize(
    "content",
    [mnist_arff([(1, 4)], n_pixels=783), mnist_arff([(256, 4)]), mnist_arff([(1, 4)]).replace(",4\n", ",?\n")],
    ids=["a pixel missing", "a pixel out of range", "a digit missing"],
)
def test_what_is_not_mnist_is_refused_and_not_kept(openml_server, tmp_path: Path, content: str) -> None:
    openml_server.arff[gisette.OPENML_MNIST] = content
    with pytest.raises(SourceError, match=r"OpenML 554: .* does not hold 784 pixels"):
        gisette.openml_mnist(tmp_path)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_server_that_is_down_is_named(openml_server, tmp_path: Path) -> None:
    openml_server.faults["/api/"] = ["500"] * 9
    with pytest.raises(SourceError, match="OpenML 554"):
        gisette.openml_mnist(tmp_path)


def test_gisette_can_be_made_from_openml(openml_server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    openml_server.arff[gisette.OPENML_MNIST] = mnist_arff([(200, 4), (150, 9)] * 30)
    settings = Nips2003Settings(gisette=GisetteSettings(images="openml"))
    assert prepare("gisette", settings).param.everything.total > 50
