"""What a notebook needs to show its work: a place for figures and tables, and their captions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.figure import Figure

from provingground.files import write_atomically
from provingground.plotting import save_figure


@dataclass(frozen=True)
class Section:
    """The outputs of one run of one notebook.

    Parameters
    ----------
    results
        Folder for data that later stages read.
    figures, tables
        Folders for figures (SVG and PNG) and tables (CSV), each with a ``captions.json`` for the index page.
    """

    results: Path
    figures: Path
    tables: Path
    _captions: dict[Path, dict[str, str]] = field(default_factory=dict)

    def figure(self, figure: Figure, name: str, caption: str) -> None:
        """Save a figure, show it with its caption, and close it."""
        from IPython.display import Image, Markdown, display

        png = save_figure(figure, self.figures, name).with_suffix(".png")
        plt.close(figure)
        width = round(96 * figure.get_figwidth())  # CSS pixels: type in the figure is then the size of the text around
        display(Image(png.read_bytes(), format="png", width=width, alt=caption))
        display(Markdown(f"*{caption}*"))
        self._note(self.figures, name, caption)

    def table(self, frame: pd.DataFrame, name: str, caption: str, *, rows: int = 40, decimals: int = 3) -> None:
        """Save a table in full, and show its first rows with its caption."""
        from IPython.display import HTML, display

        write_atomically(self.tables / f"{name}.csv", frame.to_csv(index=False))
        self._note(self.tables, name, caption)
        shown = len(frame) if len(frame) <= rows else rows
        note = "" if shown == len(frame) else f" First {shown} of {len(frame)} rows; all in {name}.csv."
        display(HTML(_to_html(frame.head(shown), name, caption + note, decimals)))

    def metrics(self, numbers: Mapping[str, float]) -> Path:
        """Write ``reports/metrics/<profile>.json``, the numbers that ``dvc metrics`` shows and compares."""
        profile, reports = self.tables.parent.name, self.tables.parents[2]
        target = reports / "metrics" / f"{profile}.json"
        return write_atomically(target, json.dumps(dict(numbers), indent=1, sort_keys=True) + "\n")

    def _note(self, folder: Path, name: str, caption: str) -> None:
        captions = self._captions.setdefault(folder, {})
        captions[name] = caption
        write_atomically(folder / "captions.json", json.dumps(captions, indent=1, ensure_ascii=False))


def _to_html(frame: pd.DataFrame, name: str, caption: str, decimals: int) -> str:
    from great_tables import GT  # a second to import

    floats = list(frame.select_dtypes("float").columns)
    table = GT(frame, id=f"table-{name}").tab_source_note(caption).opt_row_striping()
    table = table.tab_options(table_font_size="13px", data_row_padding="3px")
    return str(table.fmt_number(columns=floats, decimals=decimals).sub_missing(missing_text="–").as_raw_html())
