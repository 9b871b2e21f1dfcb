"""What a judgement may cost: counted in steps, never in seconds, and stopped at once by cancel."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import Cancelled
from ..io.json_reader import CancelToken

MOST_STEPS = 12_000_000
"""Numbers that the search for whole solutions may change in one judgement: some seconds."""

_LOOK = 2_000
"""Steps after which cancel is looked at: about a millisecond."""


class OutOfSteps(Exception):
    """The search took all steps that it may take."""


class Steps:
    """Counts the numbers that are changed. ``most`` limits the search alone."""

    __slots__ = ("_cancel", "_floor", "_left", "_most", "_searching", "_since", "taken")

    def __init__(self, most: int = MOST_STEPS, cancel: CancelToken | None = None) -> None:
        self._most = self._left = most
        self._floor = 0
        self._cancel = cancel
        self._since = 0
        self._searching = False
        self.taken = 0
        """All steps so far."""

    def __repr__(self) -> str:
        return "Steps(...)"

    def take(self, number: int) -> None:
        """Count steps. Raises Cancelled once cancel is set; OutOfSteps in a search."""
        self.taken += number
        self._since += number
        if self._since >= _LOOK:
            self._since = 0
            if self._cancel is not None and self._cancel.is_set():
                raise Cancelled
        if self._searching:
            self._left -= number
            if self._left < self._floor:
                raise OutOfSteps

    @contextmanager
    def search(self, part: int) -> Iterator[None]:
        """Count steps against the limit within; no more than one ``part`` of all may be taken."""
        self._searching = True
        self._floor = max(0, self._left - self._most // part)
        try:
            yield
        finally:
            self._searching = False
