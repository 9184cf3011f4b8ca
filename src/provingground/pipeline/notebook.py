"""Run a notebook through papermill, and leave an executed copy that equal runs make equal."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from provingground.errors import InputError, ProvingGroundError, suggest
from provingground.files import write_atomically

_ANSI = re.compile(r"\x1b\[[0-9;]*m")


class NotebookFailedError(ProvingGroundError, RuntimeError):
    """A cell of a notebook raised."""


def execute(source: Path, target: Path, parameters: Mapping[str, Any], *, failed: Path, cwd: Path) -> Path:
    """Run ``source`` with ``parameters`` and write ``target``.

    Output is streamed while the notebook runs. The file does not appear before the run has succeeded.

    Parameters
    ----------
    source, target
        Notebook with one cell tagged ``parameters``; executed copy.
    parameters
        Values for names that the parameters cell declares.
    failed
        Folder that keeps the partial copy of a run that failed.
    cwd
        Folder that the kernel starts in.

    Raises
    ------
    InputError
        If the notebook does not declare one of the parameters.
    NotebookFailedError
        If a cell raises; the message names the cell and the partial copy.
    """
    papermill = _papermill()
    check_parameters(source, parameters)
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / target.name
        try:
            papermill.execute_notebook(
                str(source),
                str(copy),
                dict(parameters),
                kernel_name="python3",
                cwd=str(cwd),
                log_output=True,
                progress_bar=False,
                extra_arguments=["--log-level=ERROR"],  # of the kernel, which warns about its own transport
            )
        except papermill.PapermillExecutionError as error:
            partial = _keep(copy, failed)
            problem = f"cell {error.exec_count} failed with {error.ename}: {_ANSI.sub('', error.evalue)}"
            raise NotebookFailedError(source, problem, f"The partial copy is {partial}.") from error
        return _write_executed(copy, target)


def check_parameters(source: Path, parameters: Mapping[str, Any]) -> None:
    """Refuse what papermill lets pass: no or several parameters cells, and names that the cell does not declare."""
    papermill = _papermill()
    notebook = read(source)
    tagged = [cell for cell in notebook.cells if "parameters" in cell.metadata.get("tags", [])]
    if len(tagged) != 1:
        remedy = "Tag exactly one code cell `parameters`."
        raise InputError(source, f"has {len(tagged)} cells tagged `parameters` where one was expected", remedy)
    known = list(papermill.inspect_notebook(str(source)))
    for name in parameters:
        if name not in known:
            raise InputError(source, f"does not declare the parameter '{name}'", suggest(name, known))


def _papermill() -> Any:
    # A hint about progress widgets, which no log shows; the variable is for the kernels.
    os.environ.setdefault("PYTHONWARNINGS", "ignore:IProgress not found")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import papermill  # a second that only runs need
    return papermill


def strip(source: Path, target: Path) -> None:
    """Copy a source notebook without what a session in JupyterLab leaves behind (outputs, counts, metadata).

    Stages depend on this copy: running and saving a notebook by hand then makes no stage stale.
    """
    notebook = read(source)
    for cell in notebook.cells:
        tags = cell.metadata.get("tags", [])
        cell.metadata = NotebookNode(tags=tags) if tags else NotebookNode()
        if cell.cell_type == "code":
            cell.outputs = []
            cell.execution_count = None
    notebook.metadata = NotebookNode(kernelspec=_KERNEL)
    _number_cells(notebook)
    write_atomically(target, nbformat.writes(notebook) + "\n")


_KERNEL = NotebookNode(display_name="Python 3", language="python", name="python3")


def read(path: Path) -> NotebookNode:
    """Read a notebook, upgraded to the current format.

    Raises
    ------
    InputError
        If it is missing or not a notebook.
    """
    try:
        return nbformat.read(path, as_version=4)
    except FileNotFoundError as error:
        raise InputError(path, "does not exist", "Check the section's name.") from error
    except (nbformat.reader.NotJSONError, nbformat.ValidationError) as error:
        raise InputError(path, f"is not a notebook ({str(error)[:80]})", "Restore it from git.") from error


def _write_executed(copy: Path, target: Path) -> Path:
    notebook = read(copy)
    for cell in notebook.cells:
        for volatile in ("papermill", "execution"):
            cell.metadata.pop(volatile, None)
        if cell.cell_type == "code":
            cell.outputs = _settle(cell.outputs)
    notebook.metadata = NotebookNode(kernelspec=_KERNEL)
    _number_cells(notebook)
    return write_atomically(target, nbformat.writes(notebook) + "\n")


def _settle(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """Drop stderr (progress, warnings with paths and times) and join stdout chunks, whose cuts depend on timing."""
    settled: list[NotebookNode] = []
    for output in outputs:
        if output.get("name") == "stderr":
            continue
        if output.output_type == "stream" and settled and settled[-1].output_type == "stream":
            settled[-1].text += output.text
        else:
            settled.append(output)
    return settled


def _number_cells(notebook: NotebookNode) -> None:
    for position, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{position}"


def _keep(copy: Path, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / copy.name
    shutil.copy(copy, kept)
    return kept
