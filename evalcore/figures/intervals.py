"""The Wilson score interval."""

from __future__ import annotations

import math

from ..errors import EvaluationError, value_free

Z_95 = 1.959963984540054
"""The 97.5th percentile of the standard normal distribution."""


@value_free
def wilson_interval(numerator: int, denominator: int) -> tuple[float, float]:
    """Return the 95 % Wilson score interval of numerator / denominator as (lower, upper).

    Without continuity correction (E. B. Wilson, JASA 22, 1927). Both ends are
    in [0, 1] and hold the rate between them; the end is exactly 0.0 at
    numerator 0 and exactly 1.0 at numerator = denominator.

    Raises EvaluationError ``invalid_counts`` unless both are int and
    0 <= numerator <= denominator, 1 <= denominator.
    """
    if type(numerator) is not int or type(denominator) is not int:
        raise EvaluationError("invalid_counts")
    if not 0 <= numerator <= denominator or denominator == 0:
        raise EvaluationError("invalid_counts")
    rate = numerator / denominator
    z2_n = Z_95 * Z_95 / denominator
    centre = rate + z2_n / 2
    # sqrt(z2/n * p * q + (z2/n)^2 / 4), taken so that n may be of any size
    half = math.sqrt(z2_n * rate * (1 - rate) + z2_n * z2_n / 4)
    lower = (centre - half) / (1 + z2_n) if numerator else 0.0
    upper = (centre + half) / (1 + z2_n) if numerator < denominator else 1.0
    # rounding may put an end a bit past the rate or past 1: the rate is the bound
    return max(0.0, min(lower, rate)), min(1.0, max(upper, rate))
