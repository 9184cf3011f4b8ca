"""A leaf in words and as a rule: the paper's text, JSON, a pandas query, an SQL condition."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from provingground.perfex.columns import Column
from provingground.perfex.growing import Node
from provingground.perfex.splitting import Split


class Condition(NamedTuple):
    """One condition of a path.

    ``operator`` is one of ``<=``, ``>``, ``==``, ``!=``, ``is missing``, ``is not missing`` (value None),
    ``<= or missing`` and ``> or missing``.
    """

    feature: str
    operator: str
    value: Any

    def __str__(self) -> str:
        if self.value is None:
            return f"{self.feature} {self.operator}"
        comparison, _, missing = self.operator.partition(" or ")
        return f"{self.feature} {comparison} {plain(self.value)}" + (" or is missing" if missing else "")


def plain(value: Any) -> str:
    """A threshold or category as people write it: numbers to four significant digits, whole digits kept.

    Examples
    --------
    >>> plain(10.9583), plain(123456.7), plain(0.00031234), plain(2.0), plain("red")
    ('10.96', '123457', '0.0003123', '2', 'red')
    """
    if isinstance(value, float | np.floating):
        whole_digits = len(str(int(abs(float(value))))) if np.isfinite(value) else 0
        digits = max(4, whole_digits)
        return np.format_float_positional(value, precision=digits, fractional=False, trim="-")
    return str(value)


def conditions_of(split: Split, column: Column) -> tuple[Condition, Condition]:
    """The conditions of the left and the right side of a split."""
    if split.categorical:
        category = column.category(split.threshold)
        if category is None:
            return Condition(column.name, "is missing", None), Condition(column.name, "is not missing", None)
        return Condition(column.name, "==", category), Condition(column.name, "!=", category)
    if np.isinf(split.threshold):
        return Condition(column.name, "is missing", None), Condition(column.name, "is not missing", None)
    left_missing = " or missing" if split.saw_missing and split.missing_left else ""
    right_missing = " or missing" if split.saw_missing and not split.missing_left else ""
    return (
        Condition(column.name, f"<={left_missing}", split.threshold),
        Condition(column.name, f">{right_missing}", split.threshold),
    )


def paths(node: Node, columns: Sequence[Column], so_far: tuple[Condition, ...] = ()) -> list[tuple[Condition, ...]]:
    """Conditions of each leaf from the root down, leaves in tree order."""
    if node.split is None or node.children is None:
        return [so_far]
    left, right = conditions_of(node.split, columns[node.split.feature])
    return paths(node.children[0], columns, (*so_far, left)) + paths(node.children[1], columns, (*so_far, right))


def merge(conditions: Sequence[Condition]) -> list[Condition]:
    """Conditions of a path with the bounds of one feature merged, as in the paper's printout.

    A lower and an upper bound remain at most; missing values remain only if every condition lets them in; an equality
    stands for all inequalities of its feature. Features keep the order of their first condition.

    Examples
    --------
    >>> path = [Condition("a", "<=", 9.0), Condition("b", "==", "x"), Condition("a", ">", 1.0)]
    >>> [str(condition) for condition in merge(path)]
    ['a > 1', 'a <= 9', 'b == x']
    """
    by_feature: dict[str, list[Condition]] = {}
    for condition in conditions:
        by_feature.setdefault(condition.feature, []).append(condition)
    return [merged for group in by_feature.values() for merged in _merge_feature(group)]


def _merge_feature(group: list[Condition]) -> list[Condition]:
    feature = group[0].feature
    final = [c for c in group if c.operator in ("==", "is missing")]
    if final:
        return final[-1:]
    lower = [c.value for c in group if c.operator.startswith(">")]
    upper = [c.value for c in group if c.operator.startswith("<=")]
    if not lower and not upper:
        return list(dict.fromkeys(group))
    missing = " or missing" if all(c.operator.endswith("or missing") for c in group) else ""
    merged = []
    if lower:
        merged.append(Condition(feature, f">{missing}", max(lower)))
    if upper:
        merged.append(Condition(feature, f"<={missing}", min(upper)))
    return merged


def leaf_text(conditions: Sequence[Condition], n: int, metric: str, value: float) -> str:
    """The paper's text for one leaf.

    Examples
    --------
    >>> bounds = [Condition("length", ">", 10.77), Condition("length", "<=", 12.39)]
    >>> print(leaf_text(bounds, 134, "accuracy", 0.6791))
    There are 134 datapoints for which the following conditions hold:
        length > 10.77, length <= 12.39
    and for these datapoints accuracy is 0.68
    """
    if not conditions:
        return (
            f"There are {n} datapoints without any condition\nand for these datapoints {metric} is {value_text(value)}"
        )
    listed = ", ".join(str(condition) for condition in merge(conditions))
    return (
        f"There are {n} datapoints for which the following conditions hold:\n    {listed}\n"
        f"and for these datapoints {metric} is {value_text(value)}"
    )


def value_text(value: float) -> str:
    """Two decimals as in the paper, more where the value is small."""
    if value == 0.0 or abs(value) >= 0.1:
        return str(round(value, 2))
    return f"{value:.2g}"


def even_texts(values: Sequence[float]) -> list[str]:
    """Numbers of one column with equally many decimals: three, fewer where they are large, more where all are small.

    Examples
    --------
    >>> even_texts([0.5, 0.4567, float("nan")]), even_texts([1234.5, 10.0]), even_texts([0.00123, 0.0])
    (['0.500', '0.457', 'not defined'], ['1,234', '10'], ['0.00123', '0.00000'])
    """
    largest = np.abs([value for value in values if np.isfinite(value) and value != 0.0])
    magnitude = int(np.floor(np.log10(largest.max()))) if len(largest) else 0
    decimals = 2 - magnitude if magnitude < -1 else max(0, 3 - max(0, magnitude))
    return [f"{value:,.{decimals}f}" if np.isfinite(value) else "not defined" for value in values]


def p_text(p_value: float) -> str:
    """A p-value with three decimals.

    Examples
    --------
    >>> p_text(0.01), p_text(1.0), p_text(2e-9), p_text(float("nan"))
    ('0.010', '1.000', '< 0.001', 'not defined')
    """
    if np.isnan(p_value):
        return "not defined"
    return "< 0.001" if p_value < 0.001 else f"{p_value:.3f}"


def as_json(leaves: Sequence[dict[str, Any]]) -> str:
    """Leaves as a JSON list; conditions are objects with feature, operator and value."""
    return json.dumps([_jsonable(leaf) for leaf in leaves], indent=2)


def _jsonable(leaf: dict[str, Any]) -> dict[str, Any]:
    return {
        key: [condition._asdict() | {"value": _plain_type(condition.value)} for condition in value]
        if key == "conditions"
        else _plain_type(value)
        for key, value in leaf.items()
    }


def _plain_type(value: Any) -> Any:
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not np.isfinite(value):
        return None
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def as_pandas_query(conditions: Sequence[Condition]) -> str:
    """Expression for ``DataFrame.query(..., engine="python")``; the one of the empty path selects every row.

    Examples
    --------
    >>> print(as_pandas_query([]))
    index.isin(index)
    >>> print(as_pandas_query([Condition("my age", "> or missing", 30.0), Condition("sex", "!=", "F")]))
    (`my age` > 30.0 or `my age`.isna()) and `sex` != 'F'
    """
    return " and ".join(_pandas_term(condition) for condition in merge(conditions)) or "index.isin(index)"


def _pandas_term(condition: Condition) -> str:
    name = f"`{condition.feature}`"
    if condition.value is None:
        return f"{name}.{'isna' if condition.operator == 'is missing' else 'notna'}()"
    comparison, _, missing = condition.operator.partition(" or ")
    term = f"{name} {comparison} {_plain_type(condition.value)!r}"
    return f"({term} or {name}.isna())" if missing else term


def as_sql(conditions: Sequence[Condition]) -> str:
    """Condition for an SQL WHERE clause; text and names are quoted, ``!=`` keeps NULL as the tree does.

    Examples
    --------
    >>> print(as_sql([Condition('an "age" so', "<=", 30.0), Condition("sex", "!=", "O'F")]))
    "an ""age"" so" <= 30.0 AND ("sex" <> 'O''F' OR "sex" IS NULL)
    """
    return " AND ".join(_sql_term(condition) for condition in merge(conditions)) or "1 = 1"


def _sql_term(condition: Condition) -> str:
    name = '"' + condition.feature.replace('"', '""') + '"'
    if condition.value is None:
        return f"{name} IS {'' if condition.operator == 'is missing' else 'NOT '}NULL"
    comparison, _, missing = condition.operator.partition(" or ")
    value = _plain_type(condition.value)
    if isinstance(value, str):
        literal = "'" + value.replace("'", "''") + "'"
    else:
        literal = str(value).upper() if isinstance(value, bool) else repr(value)
    if comparison == "==":
        return f"{name} = {literal}"
    if comparison == "!=":
        return f"({name} <> {literal} OR {name} IS NULL)"
    term = f"{name} {comparison} {literal}"
    return f"({term} OR {name} IS NULL)" if missing else term
