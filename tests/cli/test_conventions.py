"""What holds for every command: help with an example, a summary without imports, exit codes, JSON, a fast start."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version
from typing import Any

import pytest

from provingground.cli import COMMANDS, load

REPORTING = [["data", "list"], ["data", "card"], ["cells"], ["why"], ["check"], ["doctor"]]
IMPORTS_NONE_OF = {"numpy", "pandas", "sklearn", "pydantic", "rich", "provingground.compendium", "click.testing"}


def commands() -> dict[str, Any]:
    found = {}
    for name in COMMANDS:
        command = load(name)
        found |= {f"{name} {sub}": inner for sub, inner in getattr(command, "commands", {}).items()} or {name: command}
    return found


def provingground(*arguments: str, cwd=None) -> subprocess.CompletedProcess[str]:
    code = "import sys; sys.argv[0] = 'provingground'; from provingground.cli import main; main()"
    return subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, cwd=cwd)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_line_in_the_list_of_commands_is_the_first_of_the_commands_help(name) -> None:
    command = load(name)
    first = command.help.strip().splitlines()[0]
    assert first == COMMANDS[name].summary
    assert len(first) <= 48, "the list is cut in a terminal of 80 columns"


@pytest.mark.parametrize("name", commands())
def test_help_has_an_example_that_begins_with_the_command_and_a_text_for_every_option(name) -> None:
    command = commands()[name]
    assert f"    provingground {name}" in command.help
    options = [parameter for parameter in command.params if parameter.param_type_name == "option"]
    assert [option.name for option in options if not getattr(option, "help", None)] == []


@pytest.mark.parametrize("path", REPORTING, ids=" ".join)
def test_a_command_that_lists_or_reports_has_json(path) -> None:
    [command] = [each for name, each in commands().items() if name == " ".join(path)]
    assert "--json" in [option for parameter in command.params for option in parameter.opts]


def test_listing_the_commands_imports_nothing_heavy() -> None:
    code = (
        "import sys; sys.argv = ['provingground', '--help']\nfrom provingground.cli import main\n"
        "try: main()\nexcept SystemExit: print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "Commands:" in done.stdout
    assert not IMPORTS_NONE_OF & set(done.stdout.splitlines()[-1].split())


def test_version() -> None:
    assert provingground("--version").stdout == f"provingground {version('provingground')}\n"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--help"], 0, ""),
        (["data", "--help"], 0, ""),
        (["run", "nois"], 1, "Error: "),
        (["data", "card", "spambas"], 1, "Error: data set 'spambas': is not in the catalog. Did you mean 'spambase'?"),
        (["cell"], 2, "No such command 'cell'."),
        (["run"], 2, "Missing argument"),
        (["cells", "--profil", "quick"], 2, "No such option"),
        (["data", "fetch"], 2, "name a data set, or pass --all"),
    ],
)
def test_exit_codes_are_0_done_1_bad_input_and_2_wrong_usage(tmp_path, arguments, code, message) -> None:
    done = provingground(*arguments, cwd=tmp_path)
    assert (done.returncode, message in done.stderr) == (code, True), done.stderr
    assert code == 0 or done.stdout == "", "errors go to standard error"
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_completion_offers_commands_and_options(monkeypatch) -> None:
    monkeypatch.setenv("_PROVINGGROUND_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "provingground cells --al")
    monkeypatch.setenv("COMP_CWORD", "2")
    assert "--algorithm" in provingground().stdout
    monkeypatch.setenv("COMP_WORDS", "provingground ch")
    monkeypatch.setenv("COMP_CWORD", "1")
    assert "check" in provingground().stdout
