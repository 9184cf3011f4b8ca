"""One seed per task, derived from the task's key, so that neither order nor number of workers can change a result."""

from __future__ import annotations

import hashlib

_LARGEST = 2**31 - 1  # scikit-learn wants below 2**32, Java's int below 2**31


def derive_seed(*parts: str | int | float) -> int:
    """Turn the parts of a key into a seed between 0 and 2**31 - 1, the same on every machine and in every process.

    Parts are compared as text: ``1`` and ``1.0`` are different parts, ``1`` and ``"1"`` are not.

    Examples
    --------
    >>> derive_seed("nasa_cm1", "skRF", 0, 0.5)
    525225047
    >>> derive_seed("ab", "c") == derive_seed("a", "bc")
    False
    """
    digest = hashlib.sha256("\x1f".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:8], "big") & _LARGEST
