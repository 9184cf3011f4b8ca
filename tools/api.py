"""Write the documentation of the library to build/api, from its docstrings: ``make api``."""

from __future__ import annotations

from pathlib import Path

import pdoc

from provingground import perfex

for name in perfex.__all__:  # imported when asked for; pdoc lists what is there
    getattr(perfex, name)
pdoc.render.configure(docformat="numpy")
pdoc.pdoc("provingground", "!provingground.cli", output_directory=Path("build/api"))
