"""Checking the results of a saved claims report: counts, rates, intervals drawn again."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .. import claims_vocabulary as words
from ..figures.bootstrap import rate_interval
from ..io.json_reader import CancelToken
from .inconsistencies import Inconsistencies, Path, members

Assessed = dict[str, list[str]]
"""Class (and ``overall``) -> the states of its claims, in the order of the bootstrap."""

ENDS = ("lower", "upper")

_ALIKE = "Claims that are all alike have resamples that are all alike."

Tally = dict[str, int]
"""State -> number of claims."""


def derived(tally: Tally) -> dict[str, Any]:
    """Return what follows from the four counts at the head of a report and in each result."""
    claims = sum(tally.values())
    unsupported = claims - tally[words.SUPPORTED]
    return {
        "claim_count": claims,
        "unsupported_count": unsupported,
        "unsupported_rate": unsupported / claims if claims else 0.0,
    }


def impossible_ends(ends: Mapping[str, float], tally: Tally) -> tuple[str, list[str], str | None]:
    """Return why no claims with these counts have such an interval.

    That is: a code ("" if it is possible), which ends, and a sentence of its own.
    """
    claims, rate = sum(tally.values()), derived(tally)["unsupported_rate"]
    limits = {"lower": (0.0, rate), "upper": (rate, 1.0)}
    wrong = [name for name, (low, high) in limits.items() if not low <= ends[name] <= high]
    if wrong:
        return "interval_excludes_rate", wrong, None
    wrong = [name for name in ENDS if not _is_share(ends[name], claims)]
    if wrong:
        return "bound_not_possible", wrong, None
    if rate in (0.0, 1.0) and ends["lower"] != ends["upper"]:
        return "bound_not_possible", [name for name in ENDS if ends[name] != rate], _ALIKE
    return "", [], None


def ends_not_drawn(
    ends: Mapping[str, float],
    states: Sequence[str],
    settings: Mapping[str, Any],
    cancel: CancelToken | None,
) -> list[str]:
    """Draw the interval again and return the ends that are not the same to the last bit.

    ``states`` are those of the claims in the order of the bootstrap, ``settings``
    the three of the report. Raises Cancelled.
    """
    flags = bytes(state != words.SUPPORTED for state in states)
    drawn = rate_interval(flags, **settings, cancel=cancel)
    return [name for name, end in zip(ENDS, drawn, strict=True) if ends[name] != end]


def _is_share(end: float, claims: int) -> bool:
    """Tell whether end is a count over claims, written as the evaluator writes it."""
    share = round(end * claims) / claims if claims else 0.0
    return end == share and math.copysign(1.0, end) == 1.0


_RESULT = (
    "bootstrap_ci",
    "claim_class",
    "claim_count",
    "contradicted_count",
    "counts",
    "supported_count",
    "uncited_count",
    "unresolved_count",
    "unsupported_count",
    "unsupported_rate",
)
_INTERVAL = ("alpha", "degenerate", "lower", "n_resamples", "point", "upper")
_STATES = tuple(state.value for state in words.CLAIM_STATES)
_SETTINGS = ("n_resamples", "alpha", "seed")
_OVERALL = "This does not agree with the overall result."


@dataclass(slots=True, repr=False)
class States:
    """What the results are checked against, and what is only seen once all were looked at."""

    given: dict[str, Any]
    assessed: Assessed | None
    settings: dict[str, Any]
    found: Inconsistencies
    # intervals that can be: where, their ends, the states of their claims
    to_draw: list[tuple[Path, dict[str, float], list[str]]] = field(default_factory=list)
    # results that agree with themselves but not with the assessments
    differing: list[Path] = field(default_factory=list)
    # setting -> where a result says otherwise, what it says there, of how many results
    echoes: dict[str, list[tuple[Path, Any, bool]]] = field(
        default_factory=lambda: {"n_resamples": [], "alpha": []}
    )

    def finish(
        self, overall: Tally | None, parts: list[Tally | None], cancel: CancelToken | None
    ) -> None:
        """Note what several results say together: sums, settings, the head of the report."""
        if self._check_settings() and len(self.settings) == len(_SETTINGS):
            self._draw_again(cancel)
        overall_differs = ("overall",) in self.differing
        if overall_differs and len(self.differing) > 1:
            self.found.add("assessments_differ", ("assessments",))
        else:
            for path in self.differing:
                self.found.add("assessments_differ", path, vary=1 if len(path) > 1 else None)
        known = [part for part in parts if part is not None]
        if overall is None:
            return
        if self.assessed is None and len(known) == len(parts):
            total = {state: sum(part[state] for part in known) for state in _STATES}
            wrong = [state for state in _STATES if total[state] != overall[state]]
            if wrong:
                path = ("overall", "counts", *(wrong if len(wrong) == 1 else ()))
                self.found.add("class_sum_differs", path)
        right = derived(overall)
        right["review_required_count"] = right["unsupported_count"]
        for name, value in right.items():
            if name in self.given and not is_same(self.given[name], value):
                self.found.add(_code(value), (name,), _OVERALL)

    def _check_settings(self) -> bool:
        """Note settings that differ; return False if it is the head of the report that does."""
        clear = True
        for name, echoes in self.echoes.items():
            wrong = [(path, said) for path, said, same in echoes if not same]
            alike = all(is_same(said, wrong[0][1]) for _, said in wrong)
            if wrong and len(wrong) == len(echoes) and alike:
                self.found.add("settings_differ", (name,))
                clear = False
                continue
            for path, _ in wrong:
                self.found.add("settings_differ", path, vary=1)
        return clear

    def _draw_again(self, cancel: CancelToken | None) -> None:
        for path, ends, states in self.to_draw:
            wrong = ends_not_drawn(ends, states, self.settings, cancel)
            if wrong:
                note_ends("interval_not_of_draws", path, wrong, None, self.found)


def check_result(value: object, path: Path, name: str | None, states: States) -> Tally | None:
    """Check the result of one class (None: overall); return its counts as far as they are clear."""
    found = states.found
    vary = 1 if name is not None else None
    result = members(value, _RESULT, path, found, vary=vary)
    if result is None:
        return None
    key = words.OVERALL if name is None else name
    if "claim_class" in result and result["claim_class"] != key:
        found.add("class_differs", (*path, "claim_class"), vary=vary)
    inner, ci = {}, {}
    if "counts" in result:
        inner = members(result["counts"], _STATES, (*path, "counts"), found, vary=vary) or {}
    if "bootstrap_ci" in result:
        ci_path = (*path, "bootstrap_ci")
        ci = members(result["bootstrap_ci"], _INTERVAL, ci_path, found, vary=vary) or {}
    figures = _figures(result, inner, ci, path, found, vary)
    expected = None
    if states.assessed is not None:
        expected = Counter(states.assessed.get(key, []))
    tally = _best(figures, inner, result, expected)
    if tally is not None and name is not None and sum(tally.values()) == 0:
        found.add("invalid_counts", (*path, "claim_count"), vary=vary)
        tally = None
    if tally is not None:
        for place, right in _all_figures(tally).items():
            if place in figures and not is_same(figures[place], right):
                found.add(_code(right), (*path, *place), vary=vary)
        if expected is not None and any(tally[state] != expected[state] for state in _STATES):
            states.differing.append(path)
    _check_interval(ci, path, key, tally, states)
    return tally


def _figures(
    result: dict[str, Any],
    inner: dict[str, Any],
    ci: dict[str, Any],
    path: Path,
    found: Inconsistencies,
    vary: int | None,
) -> dict[Path, Any]:
    """Return all counts and rates of a result that have the right type and size, by place."""
    figures: dict[Path, Any] = {("counts", state): value for state, value in inner.items()}
    figures |= {(name,): value for name, value in result.items() if name.endswith("_count")}
    rates = {("unsupported_rate",): result, ("bootstrap_ci", "point"): ci}
    figures |= {place: of[place[-1]] for place, of in rates.items() if place[-1] in of}
    for place in list(figures):
        value = figures[place]
        code = None
        if type(value) is not (float if place in rates else int):
            code = "wrong_type"
        elif place not in rates and not 0 <= value <= words.MAX_CLAIMS:
            code = "invalid_counts"
        if code is not None:
            found.add(code, (*path, *place), vary=vary)
            del figures[place]
    return figures


def _best(
    figures: dict[Path, Any],
    inner: dict[str, Any],
    result: dict[str, Any],
    expected: Counter[str] | None,
) -> Tally | None:
    """Return the four counts with which the fewest figures disagree, or None without any."""
    candidates: list[Tally] = []
    for places in (
        {state: ("counts", state) for state in _STATES},
        {state: (f"{state}_count",) for state in _STATES},
    ):
        if all(place in figures for place in places.values()):
            candidates.append({state: figures[place] for state, place in places.items()})
    if expected is not None:
        candidates.append({state: expected[state] for state in _STATES})

    def disagreeing(tally: Tally) -> int:
        right = _all_figures(tally)
        return sum(not is_same(value, right[place]) for place, value in figures.items())

    return min(candidates, key=disagreeing, default=None)


def _all_figures(tally: Tally) -> dict[Path, Any]:
    figures: dict[Path, Any] = {("counts", state): count for state, count in tally.items()}
    figures |= {(f"{state}_count",): count for state, count in tally.items()}
    figures |= {(name,): value for name, value in derived(tally).items()}
    figures[("bootstrap_ci", "point")] = figures[("unsupported_rate",)]
    return figures


def _check_interval(
    ci: dict[str, Any], path: Path, key: str, tally: Tally | None, states: States
) -> None:
    found = states.found
    vary = 1 if len(path) > 1 else None
    path = (*path, "bootstrap_ci")
    for name, kind in (("n_resamples", int), ("alpha", float)):
        if name in ci and type(ci[name]) is not kind:
            found.add("wrong_type", (*path, name), vary=vary)
        elif name in ci and name in states.settings:
            same = is_same(ci[name], states.settings[name])
            states.echoes[name].append(((*path, name), ci[name], same))
    if "degenerate" in ci and type(ci["degenerate"]) is not bool:
        found.add("wrong_type", (*path, "degenerate"), vary=vary)
    elif "degenerate" in ci and tally is not None and ci["degenerate"] != (sum(tally.values()) < 2):
        found.add("wrong_degenerate", (*path, "degenerate"), vary=vary)
    bad = [name for name in ENDS if name in ci and type(ci[name]) is not float]
    for name in bad:
        found.add("wrong_type", (*path, name), vary=vary)
    if bad or tally is None or any(name not in ci for name in ENDS):
        return
    ends = {name: ci[name] for name in ENDS}
    code, wrong, message = impossible_ends(ends, tally)
    if code:
        note_ends(code, path, wrong, message, found)
    elif states.assessed is not None:
        own = states.assessed.get(key, [])
        if Counter(own) == Counter(tally):
            states.to_draw.append((path, ends, own))


def note_ends(
    code: str, path: Path, wrong: list[str], message: str | None, found: Inconsistencies
) -> None:
    """Note one end of the interval at path, or the interval if it is both."""
    place = (*path, wrong[0]) if len(wrong) == 1 else path
    found.add(code, place, message, vary=1 if path[0] == "by_claim_class" else None)


def _code(right: object) -> str:
    return "rate_not_of_counts" if type(right) is float else "counts_differ"


def is_same(one: object, other: object) -> bool:
    """Tell whether two numbers are the same to the last bit and of one type; -0.0 is not 0.0."""
    if type(one) is float and type(other) is float:
        return one == other and math.copysign(1.0, one) == math.copysign(1.0, other)
    return type(one) is type(other) and one == other
