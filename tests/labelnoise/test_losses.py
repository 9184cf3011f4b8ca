from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import approx_fprime

from provingground.labelnoise import losses
from provingground.labelnoise.losses import Loss, unhinged_l2

ALL = [
    losses.SQUARED_ERROR,
    losses.LOGISTIC,
    losses.HINGE,
    losses.UNHINGED,
    losses.RAMP,
    losses.SIGMOID,
    unhinged_l2(0.1),
]
# Away from the kinks of hinge and ramp at z = -1 and 1, where a difference quotient means nothing.
SCORES = np.array([-3.1, -1.4, -0.6, -0.2, 0.0, 0.3, 0.7, 1.3, 2.9])


def _name(loss: Loss) -> str:
    return loss.name


@pytest.mark.parametrize("sign", [-1.0, 1.0])
@pytest.mark.parametrize("loss", ALL, ids=_name)
def test_the_gradient_is_the_difference_quotient_of_the_value(loss: Loss, sign: float) -> None:
    y = np.full(len(SCORES), sign)
    quotient = (loss.value(y * (SCORES + 1e-6)) - loss.value(y * (SCORES - 1e-6))) / 2e-6
    assert loss.gradient(y, SCORES) == pytest.approx(quotient, abs=1e-7)


@pytest.mark.parametrize("sign", [-1.0, 1.0])
@pytest.mark.parametrize("loss", ALL, ids=_name)
def test_the_hessian_is_the_difference_quotient_of_the_gradient(loss: Loss, sign: float) -> None:
    y = np.full(len(SCORES), sign)
    quotient = (loss.gradient(y, SCORES + 1e-6) - loss.gradient(y, SCORES - 1e-6)) / 2e-6
    assert loss.hessian(y, SCORES) == pytest.approx(quotient, abs=1e-7)


@pytest.mark.parametrize("loss", ALL, ids=_name)
def test_symmetric_losses_and_no_others_add_up_to_a_constant(loss: Loss) -> None:
    z = np.linspace(-4, 4, 81)
    total = loss.value(z) + loss.value(-z)
    assert (np.ptp(total) < 1e-12) == loss.symmetric


@given(st.floats(-50, 50), st.sampled_from([-1.0, 1.0]))
def test_the_l2_regularised_unhinged_loss_of_strength_one_is_the_squared_error(score: float, label: float) -> None:
    y, scores = np.array([label]), np.array([score])
    assert unhinged_l2(1.0).gradient(y, scores) == pytest.approx(losses.SQUARED_ERROR.gradient(y, scores))
    assert unhinged_l2(1.0).hessian(y, scores) == losses.SQUARED_ERROR.hessian(y, scores)


def test_uniform_label_noise_scales_the_risk_of_a_symmetric_loss_and_moves_it_by_a_constant() -> None:
    """Risk under flips with probability r: (1 - 2r) R + r C, with C = l(z) + l(-z) (Charoenphakdee et al. 2019)."""
    z, r = np.random.default_rng(0).normal(size=50), 0.3
    for loss, constant in ((losses.SIGMOID, 1.0), (losses.RAMP, 1.0), (losses.UNHINGED, 2.0)):
        noisy = ((1 - r) * loss.value(z) + r * loss.value(-z)).mean()
        assert noisy == pytest.approx((1 - 2 * r) * loss.value(z).mean() + r * constant)


def test_large_margins_neither_overflow_nor_become_nan() -> None:
    z = np.array([-1e4, 1e4])
    with np.errstate(over="raise", invalid="raise"):
        for loss in ALL:
            for curve in (loss.value, loss.slope, loss.curvature):
                assert np.isfinite(curve(z)).all(), loss.name


def test_a_gradient_vector_matches_scipys_of_the_summed_loss() -> None:
    y = np.array([1.0, -1.0, 1.0])
    at = np.array([0.3, 0.4, -2.0])
    numeric = approx_fprime(at, lambda scores: float(losses.LOGISTIC.value(y * scores).sum()))
    assert losses.LOGISTIC.gradient(y, at) == pytest.approx(numeric, abs=1e-6)
