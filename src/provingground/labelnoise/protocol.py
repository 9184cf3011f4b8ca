"""How cells are made; apart from the code that makes them, so that reading parameters imports no algorithm."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Protocol:
    """How cells are made: splits and noise (paper 1, protocol steps 3 and 4).

    Parameters
    ----------
    levels
        Noise levels rho, as multiples of the minority share.
    folds, repeats
        Number of folds and of repetitions of the stratified k-fold.
    split_seed
        Seed of the splits; 56 gives the published ones.
    noise_model
        Name of a registered noise model.
    noise_seed
        Seed from which every label-flip draw and every fit's seed is derived.
    nested
        Whether a higher level only adds flips to those of a lower one.
    """

    levels: tuple[float, ...]
    folds: int = 5
    repeats: int = 5
    split_seed: int = 56
    noise_model: str = "ncar"
    noise_seed: int = 0
    nested: bool = True
