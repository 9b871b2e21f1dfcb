"""What a caller gives, taken in so that no exception of the caller's own comes through.

Its text could hold what the caller read. EvaluationError (a file that is read while it is
iterated over), MemoryError and what is no Exception (KeyboardInterrupt) do pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from .errors import EvaluationError, Place


def items_of(
    given: Any, code: str, place: Callable[[int], Place | None] = lambda position: None
) -> Iterator[Any]:
    """Yield the items of an iterable; one that raises, or is none, raises ``code`` instead.

    ``place`` gives the place of the item that did not come, by its position from 1.
    """
    position = 1
    try:
        for item in given:
            yield item
            position += 1
        return
    except (EvaluationError, MemoryError):
        raise
    except Exception:
        pass  # the new one must not be raised here: it would keep this one as its context
    raise EvaluationError(code, place(position))


def plain_mapping(given: object) -> dict[Any, Any] | None:
    """Return a mapping as a dict, copied unless it is one; None for what is none, or raises."""
    if type(given) is dict:
        return given
    if isinstance(given, Mapping):
        try:
            return dict(given)
        except MemoryError:
            raise
        except Exception:
            pass
    return None
