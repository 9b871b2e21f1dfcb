"""A report in the form in which runs of several benchmarks are kept together."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import EvaluationError, value_free
from ..given import plain_mapping
from .fields import canonical, plain_text


@dataclass(frozen=True, slots=True, repr=False)
class BenchmarkReport:
    """One run of a suite: what was run, where and when as the caller says, and its metrics.

    ``fixture_count`` is the number of claims, ``metrics`` the report's dict,
    ``metadata`` any JSON values of the caller's, of which a copy is kept. There is
    no date unless one is given. Raises EvaluationError ``invalid_benchmark_label``
    (``model_name``, ``device`` or ``generated_at`` is no text) or
    ``invalid_benchmark_metadata``.
    """

    suite: str
    model_name: str
    device: str
    fixture_count: int
    generated_at: str | None
    metrics: Mapping[str, Any]
    metadata: Mapping[str, Any]

    def __post_init__(self) -> None:
        for name in ("model_name", "device", "generated_at"):
            text = plain_text(getattr(self, name))
            if text is None and (name, self.generated_at) != ("generated_at", None):
                raise EvaluationError("invalid_benchmark_label")
            object.__setattr__(self, name, text)
        object.__setattr__(self, "metadata", _copy(self.metadata))

    def __repr__(self) -> str:
        return "BenchmarkReport(...)"

    def to_dict(self) -> dict[str, Any]:
        """Return the record as JSON types, a new dict at every call."""
        plain = {name: getattr(self, name) for name in self.__slots__}
        return {**plain, "metrics": _copy(self.metrics), "metadata": _copy(self.metadata)}


def _copy(given: object) -> Any:
    """Return a mapping of JSON values as a dict that shares nothing with it."""
    copied = None
    plain = plain_mapping(given)
    if plain is not None:
        try:
            copied = json.loads(canonical(plain))
        except (TypeError, ValueError, RecursionError):
            pass  # no JSON, or too deep; the message may hold a value
    if copied is None:
        raise EvaluationError("invalid_benchmark_metadata")
    return copied


# The generated __init__ would keep the arguments in the traceback of an error.
BenchmarkReport.__init__ = value_free(BenchmarkReport.__init__)  # type: ignore[method-assign]
