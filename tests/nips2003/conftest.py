"""Settings for the property tests of this part: the first example of a kind compiles its kernel, so no deadline."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("no-deadline", deadline=None)
settings.load_profile("no-deadline")
