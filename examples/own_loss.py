"""A loss of your own, and XGBoost trained on it: the Savage loss of Masnadi-Shirazi and Vasconcelos (2008).

Try it:    provingground check examples/own_loss.py
Use it:    cp examples/own_loss.py extensions/          # then add XGB_SAVAGE to algorithms.names in params.yaml
           dvc repro                                    # computes its cells, and no other

A loss is a function of the margin z = y f(x), with its slope (first derivative) and curvature (second), vectorised. It
is symmetric where l(z) + l(-z) is constant. `check` compares the derivatives with finite differences and the symmetry
with what is declared, so a wrong sign cannot pass for a robust loss.
"""

from __future__ import annotations

from scipy.special import expit

from provingground.labelnoise.algorithms.xgb import boosted
from provingground.labelnoise.losses import Loss


def value(z):
    """1 / (1 + exp(z)) ** 2: bounded, so a label that contradicts everything else costs no more than 1."""
    return expit(-z) ** 2


def slope(z):
    """First derivative of the value."""
    return -2 * expit(-z) ** 2 * expit(z)


def curvature(z):
    """Second derivative of the value; negative in places, as for every bounded loss."""
    return 2 * expit(-z) ** 2 * expit(z) * (2 - 3 * expit(-z))


SAVAGE = Loss("savage", value, slope, curvature, symmetric=False)

LOSSES = (SAVAGE,)
ALGORITHMS = (boosted(SAVAGE, eta=1.0),)  # XGB_SAVAGE; its gradients are small, so its steps are longer
