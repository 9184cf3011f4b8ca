"""What a notebook needs to show its work: a place for figures and tables, their captions, data and provenance."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from provingground.files import write_atomically
from provingground.pipeline.drawn import drawn_data
from provingground.pipeline.provenance import FILE_NAME, Provenance, to_json
from provingground.plotting import save_figure

METADATA = "provingground"  # key in the metadata of a notebook's outputs: which figure or table, and its line of code
CAPTIONS = "captions.json"


@dataclass(frozen=True)
class Section:
    """The outputs of one run of one notebook.

    Parameters
    ----------
    results
        Folder for data that later stages read.
    figures, tables
        Folders for figures (SVG, PNG and the data that they show as CSV) and tables (CSV), each with a
        ``captions.json`` and a ``provenance.json`` for the report.
    provenance
        What the run depends on; None where no stage stands behind it.
    """

    results: Path
    figures: Path
    tables: Path
    provenance: Provenance | None = None
    _captions: dict[Path, dict[str, str]] = field(default_factory=dict)
    _made: dict[Path, dict[str, str]] = field(default_factory=dict)

    def figure(self, figure: Figure, name: str, caption: str, *, data: pd.DataFrame | None = None) -> None:
        """Save a figure and its data, show it with its caption, and close it.

        Parameters
        ----------
        data
            The numbers behind the figure, where they say more than what :func:`drawn_data` reads back from it.
        """
        from IPython.display import HTML, Image, display

        line = sys._getframe(1).f_lineno
        svg = save_figure(figure, self.figures, name)
        write_atomically(svg, self._describe(svg.read_text(encoding="utf-8"), name, caption))
        shown, digits = (drawn_data(figure), "%.7g") if data is None else (data, None)
        write_atomically(svg.with_suffix(".csv"), shown.to_csv(index=False, float_format=digits))
        png = svg.with_suffix(".png")
        plt.close(figure)
        width = round(96 * figure.get_figwidth())  # CSS pixels: type in the figure is then the size of the text around
        metadata = {METADATA: {"figure": name, "line": line}}
        display(Image(png.read_bytes(), format="png", width=width, alt=caption), metadata=metadata)
        display(HTML(f"<p><em>{escape(caption)}</em></p>"), metadata={METADATA: {"caption": name}})
        self._note(self.figures, name, caption, [svg, png, svg.with_suffix(".csv")])

    def table(self, frame: pd.DataFrame, name: str, caption: str, *, rows: int = 40, decimals: int = 3) -> None:
        """Save a table in full, and show its first rows with its caption."""
        from IPython.display import HTML, display

        line = sys._getframe(1).f_lineno
        path = write_atomically(self.tables / f"{name}.csv", frame.to_csv(index=False))
        self._note(self.tables, name, caption, [path])
        shown = len(frame) if len(frame) <= rows else rows
        note = "" if shown == len(frame) else f" First {shown} of {len(frame)} rows; all in {name}.csv."
        metadata = {METADATA: {"table": name, "line": line, "rows": shown, "decimals": decimals}}
        display(HTML(_to_html(frame.head(shown), name, caption + note, decimals)), metadata=metadata)

    def metrics(self, numbers: Mapping[str, float]) -> Path:
        """Write ``reports/metrics/<profile>.json``, the numbers that ``dvc metrics`` shows and compares."""
        profile, reports = self.tables.parent.name, self.tables.parents[2]
        target = reports / "metrics" / f"{profile}.json"
        return write_atomically(target, json.dumps(dict(numbers), indent=1, sort_keys=True) + "\n")

    def _describe(self, svg: str, name: str, caption: str) -> str:
        """Put name, caption and provenance into an SVG, for those who hear it and for copies without its folder."""
        made_by = self.provenance
        origin = f" Stage {made_by.stage}, provenance sha256:{made_by.identity}." if made_by else ""
        head, opening, rest = svg.partition("<svg ")
        attributes, close, body = rest.partition(">")
        text = f"\n <title>{escape(name)}</title>\n <desc>{escape(caption + origin)}</desc>"
        return f'{head}{opening}role="img" {attributes}{close}{text}{body}'

    def _note(self, folder: Path, name: str, caption: str, files: list[Path]) -> None:
        captions, made = self._captions.setdefault(folder, {}), self._made.setdefault(folder, {})
        captions[name] = caption
        made.update({file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files})
        write_atomically(folder / CAPTIONS, json.dumps(captions, indent=1, ensure_ascii=False))
        if self.provenance is not None:
            write_atomically(folder / FILE_NAME, to_json(self.provenance, made))


def _to_html(frame: pd.DataFrame, name: str, caption: str, decimals: int) -> str:
    from great_tables import GT  # a second to import

    floats = list(frame.select_dtypes("float").columns)
    table: Any = GT(frame, id=f"table-{name}").tab_source_note(caption).opt_row_striping()
    table = table.tab_options(table_font_size="13px", data_row_padding="3px")
    return str(table.fmt_number(columns=floats, decimals=decimals).sub_missing(missing_text="–").as_raw_html())
