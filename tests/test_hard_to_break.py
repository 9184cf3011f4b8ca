"""Every command against bad input: what it says, how it exits, and that it leaves everything as it was."""

from __future__ import annotations

import hashlib
import io
import re
import shutil
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pandas as pd
import pytest
import yaml

from provingground.cli import COMMANDS, main
from provingground.pipeline.section import _to_html

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
HOSTILE = "<script>alert(1)</script>"
PREDICTIONS = "age,y,yhat\n" + "".join(f"{n},{n % 2},{(n // 3) % 2}\n" for n in range(400))
Setup = Callable[[Path], object]


class Case(NamedTuple):
    """A command, what is wrong, and what is expected of it; it must leave no trace but ``leaves``."""

    arguments: str
    message: str
    setup: Setup = lambda root: None
    code: int = 1
    leaves: str = r"(?!)"  # pattern of the files that may be new or changed


def write(path: str, content: str | bytes) -> Setup:
    def setup(root: Path) -> None:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content.encode() if isinstance(content, str) else content)

    return setup


def params(**data: object) -> Setup:
    def setup(root: Path) -> None:
        content = yaml.safe_load((root / "params.yaml").read_text())
        content["data"] |= data
        (root / "params.yaml").write_text(yaml.safe_dump(content))

    return setup


def extra(path: str = "mine.csv", kind: str = "file", **entry: object) -> Setup:
    source = {"kind": kind, "format": "csv", "files": [{"path": path}]}
    return params(extra={"mine": {"target": "y", "sources": [source], **entry}})


def without(path: str) -> Setup:
    return lambda root: (root / path).unlink()


def both(*setups: Setup) -> Setup:
    return lambda root: [setup(root) for setup in setups]


def spectra(content: bytes) -> Setup:
    return write("raw/seldi/one.tar.gz", content)


def zipped(*members: tuple[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return buffer.getvalue()


def tarred(name: str, content: bytes) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        member = tarfile.TarInfo(name)
        member.size = len(content)
        archive.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


def declaring(content: bytes, size: int) -> bytes:
    """A zip whose directory says that every member unpacks to ``size`` bytes."""
    changed = bytearray(content)
    for entry in re.finditer(b"PK\x01\x02", content):
        changed[entry.start() + 24 : entry.start() + 28] = size.to_bytes(4, "little")
    return bytes(changed)


BOMB = declaring(zipped(*((f"madelon_{n}.resu", b"1\n") for n in range(5))), 60_000_000)
LIAR = declaring(zipped(("madelon_valid.resu", b"1\n" * 4_000)), 600)
ONE_COLUMN = tarred("cancer.csv", b"a\n")
MIRRORED = extra("a/b.csv", "mirror")
EVIL_YAML = "data: !!python/object/apply:os.system ['touch pwned']\n"

CASES = [
    # data
    Case("data list", "params.yaml: is not readable as YAML", write("params.yaml", "data: [\n")),
    Case("data list", "params.yaml: is not readable as YAML (could not determine", write("params.yaml", EVIL_YAML)),
    Case("data list", "params.yaml: holds no section `data` with named fields", write("params.yaml", "- 1\n")),
    Case("data list", "unknown key 'traget' (did you mean 'target'?)", params(extra={"mine": {"traget": "y"}})),
    Case("data list", "data set '../mine': is no name for a file", params(extra={"../mine": {"target": "y"}})),
    Case("data fetch spambas", "Did you mean 'spambase'?"),
    Case("data fetch", "name a data set, or pass --all", code=2),
    Case("data fetch mine", "mirror: none is set", MIRRORED),
    Case("data fetch mine", "mine.csv: cannot be read", extra()),
    Case("data fetch mine", "seems to be data, not a header", both(extra(), write("mine.csv", "1,2\n"))),
    Case("data fetch nasa_cm1 --out README", "README", write("README", "a file")),
    Case("data fetch mine --mirror http://mirror.invalid", "mirror.invalid/raw/: is not https", MIRRORED),
    Case("data fetch mine --mirror https://mirror.invalid", "has no sha256", MIRRORED),
    Case("data list", "leaves its folder", extra("../../b.csv", "mirror")),
    Case("data card spambase", "spambase.json: does not exist"),
    Case("data card spambase", "not readable as JSON", write("data/standardized/quick/spambase.json", "{")),
    # run, index, strip-notebook
    Case("run nois", "section 'nois': is not one of"),
    Case("run", "Missing argument", code=2),
    Case("run noise --profile fast --dataset nasa_cm1", "profile 'fast': is not one of quick, paper"),
    Case("run retained", "3-retained-performance.ipynb", without("notebooks/3-retained-performance.ipynb")),
    Case("run retained", "key 'noise' is missing", write("params.yaml", "data: {mirror: null, extra: {}}\n")),
    Case("report", "params.yaml: is not readable as YAML", write("params.yaml", "a: [")),
    Case("index", "reports: File exists", write("reports", "a file")),
    Case("report", "has no executed notebook of profile quick. Run `dvc repro` first."),
    Case("report --profile fast", "profile 'fast'"),
    Case("why nowhere.svg", "nowhere.svg: does not exist"),
    Case("why params.yaml", "is no figure or table of the report"),
    Case("index", "is not inside a checkout", without("params.yaml")),
    Case("strip-notebook nowhere.ipynb out.ipynb", "nowhere.ipynb"),
    Case("strip-notebook bad.ipynb out.ipynb", "bad.ipynb", write("bad.ipynb", "{")),
    # cells
    Case("cells --status fine", "--status fine: is not among"),
    Case("cells --export cells.xlsx", "is neither a .csv nor a .parquet file"),
    Case("cells --export nowhere/cells.csv", "nowhere"),
    Case("cells --profile fast", "profile 'fast'"),
    # nips2003
    Case("nips2003 validate nothing.zip", "nothing.zip: is neither a folder nor a zip file"),
    Case("nips2003 validate bad.zip", "bad.zip: is not a readable zip file", write("bad.zip", b"PK\x03\x04")),
    Case("nips2003 validate bad.zip", "lies in a folder", write("bad.zip", zipped(("../../evil", b"1"), ("a", b"1")))),
    Case("nips2003 validate bad.zip", "does not belong", write("bad.zip", zipped(("/etc/evil", b"1"), ("a", b"1")))),
    Case("nips2003 validate bad.zip", "unpacks to more than", write("bad.zip", BOMB)),
    Case("nips2003 validate bad.zip", "is not a readable zip file", write("bad.zip", LIAR)),
    Case("nips2003 score bad.zip --truth nowhere", "nowhere", write("bad.zip", zipped(("a", b"1")))),
    Case("nips2003 prepare madelo --output out", "madelo"),
    Case("nips2003 prepare arcene --raw raw --output out", "raw"),
    Case("nips2003 prepare arcene --raw raw --output out", "one.tar.gz: is not a readable", spectra(b"no tar")),
    Case("nips2003 prepare arcene --raw raw --output out", "cancer.csv: does not have", spectra(ONE_COLUMN)),
    Case("nips2003 verify madelon nowhere", "nowhere"),
    Case("nips2003 verify mine nowhere", "mine: was not published in 2003"),
    Case("nips2003 design --data nowhere.csv --target y --positive 1 --output out", "nowhere.csv: does not exist"),
    Case("nips2003 design --data p.csv --target z --positive 1 --output out", "z", write("p.csv", PREDICTIONS)),
    # perfex
    Case("perfex nowhere.csv --label y --prediction yhat", "nowhere.csv"),
    Case("perfex p.csv --label y --prediction yhat", "p.csv", write("p.csv", "")),
    Case("perfex p.csv --label y --prediction z", "z", write("p.csv", PREDICTIONS)),
    Case("perfex p.csv --label y --prediction yhat --metric acuracy", "acuracy", write("p.csv", PREDICTIONS)),
    Case("perfex p.csv --label y --prediction yhat --rules yaml", "yaml", write("p.csv", PREDICTIONS)),
    Case("perfex p.csv --label y --prediction yhat --html p.csv/out.html", "p.csv", write("p.csv", PREDICTIONS)),
    Case("perfex p.csv", "Missing option", write("p.csv", PREDICTIONS), code=2),
    # check, doctor
    Case("check extensions/mine.py", "mine.py, line 1: SyntaxError", write("extensions/mine.py", "def (:\n")),
    Case("check nowhere", "nowhere: is no file, algorithm, loss or data set"),
    Case("check mine.yaml", "is not readable as YAML", write("mine.yaml", EVIL_YAML)),
    Case("doctor --jso", "No such option", code=2),
]  # fmt: skip


@pytest.fixture
def checkout(tmp_path, monkeypatch) -> Path:
    for name in ("params.yaml", "dvc.yaml"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "notebooks", tmp_path / "notebooks")
    monkeypatch.chdir(tmp_path)
    for name in ("PROVINGGROUND_MIRROR", "PROVINGGROUND_STORE"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def content_of(root: Path) -> dict[str, str]:
    files = (path for path in root.rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.arguments}: {case.message}"[:90])
def test_bad_input(case: Case, checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    case.setup(checkout)
    before = content_of(checkout)
    monkeypatch.setattr("sys.argv", ["provingground", *case.arguments.split()])
    with pytest.raises(SystemExit) as stopped:
        main()
    printed = capsys.readouterr()
    assert case.message in printed.out + printed.err
    assert stopped.value.code == case.code
    assert "Traceback" not in printed.err
    after = content_of(checkout)
    changed = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    assert {path for path in changed if not re.fullmatch(case.leaves, path)} == set()


def test_the_table_covers_every_command() -> None:
    assert {case.arguments.split()[0] for case in CASES} == set(COMMANDS)


def test_a_column_named_with_a_script_tag_is_text_in_the_perfex_report(checkout, monkeypatch) -> None:
    rows = PREDICTIONS.replace("age,", f"{HOSTILE},")
    rows += "".join(f"{n},0,1\n" for n in range(400, 700))  # so that the column is worth a condition
    (checkout / "p.csv").write_text(rows)
    command = "perfex p.csv --label y --prediction yhat --html out.html --permutations 9 --min-samples-leaf 50"
    monkeypatch.setattr("sys.argv", ["provingground", *command.split()])
    with pytest.raises(SystemExit) as stopped:
        main()
    page = (checkout / "out.html").read_text()
    assert not stopped.value.code
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert HOSTILE not in page


def test_a_data_value_with_a_script_tag_is_text_in_a_notebooks_table() -> None:
    frame = pd.DataFrame({HOSTILE: [HOSTILE, "b"], "n": [1.0, 2.0]})
    html = _to_html(frame, "mine", f"Caption {HOSTILE}", decimals=2)
    assert html.count("&lt;script&gt;") == 3
    assert HOSTILE not in html


@pytest.mark.parametrize(
    "call", [r"\byaml\.(load|full_load|unsafe_load)\(", r"\beval\(", r"\bshell=True", r"verify=False"]
)
def test_the_source_has_no_call_that_runs_what_a_file_says(call) -> None:
    assert [str(path) for path in SOURCES if re.search(call, path.read_text())] == []


@pytest.mark.parametrize(
    ("call", "allowed"),
    [
        # between processes that one run has started, or a Dask cluster that params.yaml names: never from a file
        (r"\bpickle\.loads?\b", {"workers.py", "contract.py"}),
        (r"\bjoblib\.load\b|np\.load\(|allow_pickle", set()),
        (r"\bexec\(", {"origin.py"}),  # a Python file that the user put into extensions/, or names
        (r"\.extractall\(|\.extract\(", set()),  # archives are read in memory
    ],
)
def test_code_that_could_run_data_is_where_it_is_meant_and_nowhere_else(call, allowed) -> None:
    assert {path.name for path in SOURCES if re.search(call, path.read_text())} == allowed
