"""Complete blocks: the only ones in which every treatment can be compared with every other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from provingground.errors import InputError


@dataclass(frozen=True)
class Blocks:
    """Values of every treatment in every complete block, and a list of the blocks that are not complete.

    Parameters
    ----------
    values
        Shape (n_blocks, n_treatments), no NaN; index: blocks, columns: treatments.
    incomplete
        One row per block that was left out: ``block`` and ``lacking``, the treatments without a value.
    higher_is_better
        Whether larger values are better; decides who has rank 1 and who wins.
    """

    values: pd.DataFrame
    incomplete: pd.DataFrame
    higher_is_better: bool = True

    @property
    def n(self) -> int:
        """Number of complete blocks."""
        return len(self.values)

    @property
    def goodness(self) -> pd.DataFrame:
        """Values with the sign that makes larger better."""
        return self.values if self.higher_is_better else -self.values

    @property
    def ranks(self) -> pd.DataFrame:
        """Rank of each treatment in each block; 1 is best, ties share their mean rank."""
        return self.goodness.rank(axis=1, ascending=False)


def complete_blocks(
    frame: pd.DataFrame, block: str, treatment: str, value: str, higher_is_better: bool = True
) -> Blocks:
    """Arrange a long frame as blocks by treatments; incomplete blocks are listed, never imputed.

    Parameters
    ----------
    frame
        One row per block and treatment.
    block, treatment, value
        Columns. A missing row and a NaN value both make a block incomplete.
    higher_is_better
        Whether larger values are better.

    Raises
    ------
    InputError
        If a column is missing, or a treatment has two rows in a block.

    Examples
    --------
    >>> long = pd.DataFrame({"set": ["a", "a", "b"], "model": ["x", "y", "x"], "auc": [0.9, 0.8, 0.7]})
    >>> blocks = complete_blocks(long, "set", "model", "auc")
    >>> blocks.n, blocks.incomplete.to_dict("records")
    (1, [{'block': 'b', 'lacking': 'y'}])
    """
    missing = [name for name in (block, treatment, value) if name not in frame.columns]
    if missing:
        raise InputError("frame", f"lacks the column(s) {', '.join(missing)}", f"It has {', '.join(frame.columns)}.")
    twice = frame.duplicated([block, treatment])
    if twice.any():
        first = frame.loc[twice, [block, treatment]].iloc[0].tolist()
        raise InputError("frame", f"has more than one row for {first}", "Average or choose before comparing.")
    wide = frame.pivot(index=block, columns=treatment, values=value).astype(float)
    gaps = ~np.isfinite(wide.to_numpy())
    broken = gaps.any(axis=1)
    lacking = [", ".join(map(str, wide.columns[gap])) for gap in gaps[broken]]
    incomplete = pd.DataFrame({"block": wide.index[broken], "lacking": lacking})
    return Blocks(wide.loc[~broken], incomplete, higher_is_better)
