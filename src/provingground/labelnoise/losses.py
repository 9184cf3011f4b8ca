"""Losses of the margin z = y f(x): values, gradients and hessians, vectorised.

With labels y of -1/+1 every loss here is a function of z alone, so its derivatives with respect to the score f are
``y * slope(z)`` and ``curvature(z)``. A loss is *symmetric* where l(z) + l(-z) is constant: then uniform label noise
only scales the expected risk and moves it by a constant (Charoenphakdee, Lee and Sugiyama 2019, Section 3).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

Vector = NDArray[np.floating[Any]]  # shape (n,); single or double precision, as the caller has it
_Curve = Callable[[Vector], Vector]


@dataclass(frozen=True)
class Loss:
    """A loss by its value, slope and curvature as functions of the margin z.

    Examples
    --------
    >>> UNHINGED.gradient(np.array([1.0, -1.0]), np.array([0.3, 0.3]))
    array([-1.,  1.])
    """

    name: str
    value: _Curve
    slope: _Curve
    curvature: _Curve
    symmetric: bool

    def gradient(self, y: Vector, scores: Vector) -> Vector:
        """First derivative of the loss with respect to the scores, shape (n,); labels are -1/+1."""
        return y * self.slope(y * scores)

    def hessian(self, y: Vector, scores: Vector) -> Vector:
        """Second derivative of the loss with respect to the scores, shape (n,); 0 where a loss is piecewise linear."""
        return self.curvature(y * scores)


def _inside(z: Vector) -> Vector:
    return (np.abs(z) <= 1).astype(z.dtype)


def _sigmoid_slope(z: Vector) -> Vector:
    p: Vector = expit(z)
    return -p * (1 - p)


def _sigmoid_curvature(z: Vector) -> Vector:
    p: Vector = expit(z)
    return p * (1 - p) * (2 * p - 1)


def unhinged_l2(strength: float) -> Loss:
    """Unhinged loss plus ``strength / 2 * f ** 2``, which keeps the scores from growing without end.

    The penalty is what van Rooyen, Menon and Williamson (2015) put on the weights of a linear model, here on the
    scores. With strength 1 it is the squared error but for a constant, so robustness is bought with small strengths.
    """
    return Loss(
        "unhinged_l2",
        value=lambda z: 1 - z + strength / 2 * z**2,
        slope=lambda z: strength * z - 1,
        curvature=lambda z: np.full_like(z, strength),
        symmetric=False,
    )


SQUARED_ERROR = Loss("squared_error", lambda z: (1 - z) ** 2 / 2, lambda z: z - 1, np.ones_like, symmetric=False)
LOGISTIC = Loss(
    "logistic", lambda z: np.logaddexp(0, -z), lambda z: -expit(-z), lambda z: expit(z) * expit(-z), symmetric=False
)
HINGE = Loss("hinge", lambda z: np.maximum(0, 1 - z), lambda z: -1.0 * (z < 1), np.zeros_like, symmetric=False)
UNHINGED = Loss("unhinged", lambda z: 1 - z, lambda z: -np.ones_like(z), np.zeros_like, symmetric=True)
RAMP = Loss("ramp", lambda z: np.clip((1 - z) / 2, 0, 1), lambda z: -_inside(z) / 2, np.zeros_like, symmetric=True)
SIGMOID = Loss("sigmoid", lambda z: expit(-z), _sigmoid_slope, _sigmoid_curvature, symmetric=True)
