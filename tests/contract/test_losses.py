"""What every loss of the package must do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from provingground.labelnoise import contract, losses
from provingground.labelnoise.losses import Loss

LOSSES = [each for each in vars(losses).values() if isinstance(each, Loss)] + [losses.unhinged_l2(0.1)]


@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.name)
@pytest.mark.parametrize("check", contract.LOSS_CHECKS, ids=lambda check: check.__name__)
def test_a_loss_of_the_package(check: Callable[[Loss], None], loss: Loss) -> None:
    check(loss)
