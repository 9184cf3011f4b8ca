"""Algorithms from a file of the user's own: known by the file's content, carried to workers as its text.

A worker may be another process, or a machine that does not have the file. So what travels is the text, and wherever it
arrives it becomes a module once: pickling an algorithm by its class would look for a module that is not there.
"""

from __future__ import annotations

import hashlib
import sys
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from provingground.errors import InputError


@dataclass(frozen=True)
class Origin:
    """A Python file outside the package. Equal text is the same module, whatever the file is called.

    Examples
    --------
    >>> Origin("mine.py", "ANSWER = 6 * 7").module.ANSWER
    42
    """

    path: str = field(compare=False)  # for messages
    text: str = field(repr=False)

    @classmethod
    def read(cls, path: Path) -> Origin:
        """Read a file.

        Raises
        ------
        InputError
            If it is not there or not text.
        """
        try:
            return cls(str(path), path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(path, f"cannot be read ({error})", "Give a Python file.") from error

    @cached_property
    def sha256(self) -> str:
        """Checksum of the text; part of the key of every cell that the file's algorithms make."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def module(self) -> ModuleType:
        """The module that the text makes, run once per process.

        Raises
        ------
        InputError
            If the text does not run: the line, and what was raised there.
        """
        name = f"provingground_own_{self.sha256[:16]}"
        if name not in sys.modules:
            module = ModuleType(name)
            module.__file__ = self.path
            sys.modules[name] = module  # while it runs, too: data classes look themselves up
            try:
                exec(compile(self.text, self.path, "exec"), module.__dict__)
            except Exception as error:
                del sys.modules[name]
                raise self._broken(error) from error
        return sys.modules[name]

    def _broken(self, error: Exception) -> InputError:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == self.path]
        line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
        remedy = "Correct it; what the file imports has to be installed, for it is run without its folder."
        return InputError(f"{self.path}, line {line}", f"{type(error).__name__}: {error}", remedy)


def restore(origin: Origin, name: str, variant: str, parameters: Mapping[str, Any]) -> Any:
    """Return an algorithm of a file again, in whatever process this is called; an ablation may have set parameters."""
    found = next(each for each in origin.module.ALGORITHMS if (each.name, each.variant) == (name, variant))
    return replace(found, origin=origin, parameters=parameters)
