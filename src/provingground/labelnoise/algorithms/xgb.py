"""XGBoost with asymmetric and symmetric losses on one-hot columns: 100 rounds, eta .3, lambda 1.

Variants
--------
``published``
    Exact trees, base_score .5, min_child_weight 0. Squared error on labels -1/+1; hinge on 0/1, whose predictions are
    hard. The original's own objectives see labels -1/+1: unhinged with hessian 1e-32, ramp with hessian 1e-16 and a
    margin of (2p - 1) y, which takes the raw prediction p for a probability.
``published-hinge-state``, ``published-squerr-state``
    The original shared one parameter dictionary between its four fitters and a pool of threads. Whichever fitter wrote
    last decided how unhinged and ramp were predicted: mostly through hinge (hard 0/1), else as raw margins. In the
    hinge state the ramp objective itself saw hard predictions, for which its gradient is the constant -y / 2.
``corrected``
    Own parameters per fit; labels -1/+1, base margin 0, histogram trees, min_child_weight as the library has it, and
    hessian 1 for the symmetric losses, which makes a round a plain gradient step. The score is the margin, threshold 0.
``corrected-sampled``
    The same, with half of the rows per round and half of the columns per node. Without sampling the unhinged gradient
    is constant, so 100 rounds give 100 times the same tree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import xgboost
from numpy.typing import NDArray

from provingground.datasets.table import Table
from provingground.labelnoise.algorithms.base import Algorithm, FloatArray, Labels, Positions, ScoreKind, Session
from provingground.labelnoise.algorithms.encoding import Float32Matrix, one_hot
from provingground.labelnoise.losses import RAMP, SIGMOID, UNHINGED, Loss, Vector, unhinged_l2

L2_STRENGTH = 0.1  # of XGB_UNHINGED_L2; 1 would be the squared error

# Gradients by name, of labels -1/+1 and XGBoost's raw predictions; XGBoost itself has the built-in objectives.
_GRADIENTS: dict[str, Callable[[Vector, Vector], Vector]] = {
    "unhinged": UNHINGED.gradient,
    "ramp": RAMP.gradient,
    "sigmoid": SIGMOID.gradient,
    "unhinged-l2": unhinged_l2(L2_STRENGTH).gradient,
    "ramp-of-probability": lambda y, raw: RAMP.gradient(y, 2 * raw - 1),
    "ramp-of-label": lambda y, raw: RAMP.gradient(y, np.where(raw > 0, 1.0, -1.0)),
}
_OURS = {"rounds", "gradient", "hessian", "shift"}  # parameters that are not XGBoost's


@dataclass(frozen=True)
class XGBoostAlgorithm(Algorithm):
    """XGBoost with a built-in objective, or with a gradient of ours and a constant in place of the hessian.

    ``parameters`` are XGBoost's own, and ``rounds``, and either ``objective`` (XGBoost's name) or ``gradient`` (a key
    of this module's table, or the name of ``loss``) with ``hessian``. With ``shift: training-share`` margins are moved
    so that as many training rows lie above 0 as there are (noisy) training labels +1: a threshold for unequal classes
    that sees no test label.
    """

    optional = frozenset({"shift"})

    loss: Loss | None = field(default=None, repr=False)  # whose gradient it is, where the table lacks it

    def open(self, table: Table, train: Positions, test: Positions) -> Session:
        """Build both matrices once; every level only puts new labels on the training matrix."""
        encoded = one_hot(table)
        return _BoosterSession(self, encoded[train], encoded[test])

    def boost(self, matrix: xgboost.DMatrix, seed: int) -> xgboost.Booster:
        """Train on ``matrix`` with labels set."""
        own = {key: value for key, value in self.parameters.items() if key not in _OURS}
        own |= {"seed": seed, "nthread": 1, "verbosity": 0}
        return xgboost.train(own, matrix, num_boost_round=self.parameters["rounds"], obj=self._objective())

    def _objective(self) -> Any:
        if "gradient" not in self.parameters:
            return None
        hessian = self.parameters["hessian"]
        gradient = self.loss.gradient if self.loss is not None else _GRADIENTS[self.parameters["gradient"]]
        return lambda raw, matrix: (gradient(matrix.get_label(), raw), np.full_like(raw, hessian))


def boosted(loss: Loss, **parameters: Any) -> XGBoostAlgorithm:
    """XGBoost on a loss of one's own, trained like the corrected symmetric losses: hessian 1, margins as scores.

    ``parameters`` go to XGBoost, beside or instead of the paper's.

    Examples
    --------
    >>> from provingground.labelnoise.losses import LOGISTIC
    >>> print(boosted(LOGISTIC, max_depth=3))
    XGB_LOGISTIC (common)
    """
    ours = {"tree_method": "hist", "base_score": 0.0, "gradient": loss.name, "hessian": 1.0}
    declared = _declare(f"XGB_{loss.name.upper()}", "common", ScoreKind.MARGIN, ours | parameters)
    return replace(declared, loss=loss)


class _BoosterSession(Session):
    def __init__(self, algorithm: XGBoostAlgorithm, X_train: Float32Matrix, X_test: Float32Matrix) -> None:
        super().__init__(algorithm, len(X_train))
        self.boost = algorithm.boost
        self.zero_one = str(algorithm.parameters.get("objective", "")).startswith("binary:")
        self.shift = algorithm.parameters.get("shift")
        self.hard = algorithm.score_kind is ScoreKind.LABEL
        self.train, self.test = xgboost.DMatrix(X_train, nthread=1), xgboost.DMatrix(X_test, nthread=1)

    def fit(self, y_train: Labels, seed: int) -> xgboost.Booster:
        self.train.set_label(y_train > 0 if self.zero_one else y_train)
        return self.boost(self.train, seed)

    def score(self, model: xgboost.Booster) -> tuple[FloatArray, FloatArray]:
        train, test = (model.predict(matrix, output_margin=True) for matrix in (self.train, self.test))
        if self.shift == "training-share":
            border = np.quantile(train, np.mean(self.train.get_label() <= 0))
            train, test = train - border, test - border
        return (_hard(train), _hard(test)) if self.hard else (train, test)


def _hard(margins: NDArray[np.float32]) -> FloatArray:
    return np.where(margins > 0, 1.0, -1.0)


def _declare(name: str, variant: str, kind: ScoreKind, parameters: dict[str, Any]) -> XGBoostAlgorithm:
    common = {"rounds": 100, "eta": 0.3, "lambda": 1.0}
    return XGBoostAlgorithm(name, variant, "xgboost", "xgboost", kind, 0.0, common | parameters)


def _published() -> list[XGBoostAlgorithm]:
    trees = {"tree_method": "exact", "min_child_weight": 0.0, "base_score": 0.5}
    # With a constant gradient and hessian all 100 trees are equal: one round with 100 times the step is the same model
    # at a hundredth of the cost (a test compares the two).
    repeated_tree = trees | {"rounds": 1, "eta": 30.0}
    unhinged = repeated_tree | {"gradient": "unhinged", "hessian": 1e-32}
    hard_ramp = repeated_tree | {"gradient": "ramp-of-label", "hessian": 1e-16}
    soft_ramp = trees | {"gradient": "ramp-of-probability", "hessian": 1e-16}
    return [
        _declare("XGB_SQUERR", "published", ScoreKind.MARGIN, trees | {"objective": "reg:squarederror"}),
        _declare("XGB_HINGE", "published", ScoreKind.LABEL, trees | {"objective": "binary:hinge"}),
        _declare("XGB_UNHINGED", "published-hinge-state", ScoreKind.LABEL, unhinged),
        _declare("XGB_UNHINGED", "published-squerr-state", ScoreKind.MARGIN, unhinged),
        _declare("XGB_RAMP", "published-hinge-state", ScoreKind.LABEL, hard_ramp),
        _declare("XGB_RAMP", "published-squerr-state", ScoreKind.MARGIN, soft_ramp),
    ]


def _corrected(variant: str, sampling: dict[str, float]) -> list[XGBoostAlgorithm]:
    # base_score is a probability for the logistic objective and a margin for all others: margin 0 either way.
    losses: dict[str, dict[str, Any]] = {
        "XGB_SQUERR": {"objective": "reg:squarederror", "base_score": 0.0},
        "XGB_HINGE": {"objective": "binary:hinge", "base_score": 0.0},
        "XGB_LOGISTIC": {"objective": "binary:logistic", "base_score": 0.5},
        "XGB_UNHINGED": {"gradient": "unhinged", "hessian": 1.0, "base_score": 0.0},
        "XGB_RAMP": {"gradient": "ramp", "hessian": 1.0, "base_score": 0.0},
        "XGB_SIGMOID": {"gradient": "sigmoid", "hessian": 1.0, "base_score": 0.0},
        "XGB_UNHINGED_L2": {"gradient": "unhinged-l2", "hessian": 1.0, "base_score": 0.0},
    }
    trees = {"tree_method": "hist", **sampling}
    return [_declare(name, variant, ScoreKind.MARGIN, trees | loss) for name, loss in losses.items()]


_SAMPLING = {"subsample": 0.5, "colsample_bynode": 0.5}

ALGORITHMS = (*_published(), *_corrected("corrected", {}), *_corrected("corrected-sampled", _SAMPLING))
