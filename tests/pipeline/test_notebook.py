from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from provingground.errors import InputError
from provingground.pipeline.notebook import NotebookFailedError, check_parameters, execute, strip


def write(path: Path, *cells: str, tag: str = "parameters") -> Path:
    parameters = new_code_cell("x = 1\nname = 'a'", metadata={"tags": [tag]})
    notebook = new_notebook(cells=[new_markdown_cell("# A title"), parameters, *map(new_code_cell, cells)])
    notebook.metadata["kernelspec"] = {"name": "python3", "language": "python", "display_name": "Python 3"}
    nbformat.write(notebook, path)
    return path


def run(source: Path, folder: Path, **parameters: object) -> Path:
    target = folder / "out" / "copy.ipynb"
    return execute(source, target, parameters, failed=folder / "failed", cwd=folder)


def test_a_run_leaves_a_notebook_that_a_second_run_makes_again_byte_by_byte(tmp_path) -> None:
    source = write(
        tmp_path / "n.ipynb",
        "import sys, time\nfor i in range(3):\n    print(i, flush=True)\n    time.sleep(0.02)",
        "print('a warning', file=sys.stderr)",
        "x * 2",
    )
    target = run(source, tmp_path, x=21)
    first = target.read_bytes()
    run(source, tmp_path, x=21)
    assert target.read_bytes() == first
    executed = nbformat.read(target, as_version=4)
    assert executed.cells[-1].outputs[0].data["text/plain"] == "42"
    assert [output.text for output in executed.cells[-3].outputs] == ["0\n1\n2\n"]
    assert executed.cells[-2].outputs == []


def test_a_failing_cell_is_named_and_its_partial_copy_kept_while_no_result_appears(tmp_path) -> None:
    source = write(tmp_path / "n.ipynb", "print('before')", "1 / 0")
    with pytest.raises(NotebookFailedError, match=r"cell 3 failed with ZeroDivisionError: division by zero"):
        run(source, tmp_path)
    assert "before" in (tmp_path / "failed" / "copy.ipynb").read_text()
    assert not (tmp_path / "out").exists()


def test_a_parameter_that_the_notebook_does_not_declare_is_an_error(tmp_path) -> None:
    source = write(tmp_path / "n.ipynb")
    with pytest.raises(InputError, match=r"does not declare the parameter 'nmae'\. Did you mean 'name'"):
        check_parameters(source, {"nmae": 1})


def test_a_notebook_without_a_parameters_cell_is_refused(tmp_path) -> None:
    with pytest.raises(InputError, match="has 0 cells tagged `parameters`"):
        check_parameters(write(tmp_path / "n.ipynb", tag="other"), {})


def test_a_file_that_is_no_notebook_is_named(tmp_path) -> None:
    (tmp_path / "n.ipynb").write_text("hello")
    with pytest.raises(InputError, match=r"n.ipynb: is not a notebook"):
        check_parameters(tmp_path / "n.ipynb", {})


def test_stripping_a_saved_run_gives_the_bytes_of_the_stripped_source(tmp_path) -> None:
    source = write(tmp_path / "n.ipynb", "x + 1")
    executed = run(source, tmp_path)
    saved = nbformat.read(executed, as_version=4)
    saved.cells = [cell for cell in saved.cells if "injected-parameters" not in cell.metadata.get("tags", [])]
    nbformat.write(saved, executed)
    strip(source, tmp_path / "a.ipynb")
    strip(executed, tmp_path / "b.ipynb")
    assert (tmp_path / "a.ipynb").read_bytes() == (tmp_path / "b.ipynb").read_bytes()
