"""Checking a saved review report: its three cells, and how they bound each other.

Of A drafts with one decision among n, J adjudicated among those that differ, and
u rows "unclear" among r: the second denominator is n - A; a draft has at least
two rows, so r >= 2n; where decisions differ at least one is not "unclear", so
r - u >= n - A; if all drafts agree and have two rows each, u is even.
"""

from __future__ import annotations

from .report_cells import Seen, check_cell, check_heading
from .report_findings import Findings, Path, members
from .vocabulary import MAX_REVIEW_ROWS, REVIEW_RATES, REVIEWS_SCHEMA

REVIEW_KEYS = (
    "schema_version",
    "minimum_cell_size",
    "notice",
    "reviewer_confirmation_required",
    "rates",
)

_DIFFERING = "The drafts that differ are not those that do not agree."
_ROWS = "There are fewer than two reviews for each draft."
_CLEAR = "There are fewer decisions other than unclear than drafts that differ."
_PAIRS = "Two reviewers who agree on every draft give an even number of unclear decisions."
_MANY = "There are more reviews or drafts than one import can have."


def check_review_report(report: object, found: Findings) -> None:
    """Note all that does not agree in a review report."""
    given = members(report, REVIEW_KEYS, (), found)
    if given is None:
        return
    minimum = check_heading(given, REVIEWS_SCHEMA, found)
    if "rates" not in given:
        return
    rates = members(given["rates"], REVIEW_RATES, ("rates",), found)
    if rates is None:
        return
    cells = {}
    for name, cell in rates.items():
        path = ("rates", name)
        cells[name] = check_cell(cell, path, minimum, found)
        if cells[name].unsafe:
            found.add("unsafe_cell", path)
    sound = {name: cell for name, cell in cells.items() if cell.sound}
    broken = _first_broken(sound, minimum)
    if broken is not None:
        code, place, message = broken
        found.add(code, ("rates", *place), message)


def _first_broken(cells: dict[str, Seen], minimum: int) -> tuple[str, Path, str | None] | None:
    agreement, adjudication, unclear = (
        cells[name].counts if name in cells else None for name in REVIEW_RATES
    )
    disagree = "rates_disagree"
    drafts = differing = None  # as many as there are at least
    if adjudication is not None:
        differing = adjudication[1]
        # agreement is hidden for a few drafts that do agree
        drafts = differing + ("agreement" in cells)
    if agreement is not None:
        drafts = agreement[1]
        rest = drafts - agreement[0]
        if differing is not None and differing != rest:
            return disagree, ("adjudication", "denominator"), _DIFFERING
        differing = rest
    if drafts is not None and 2 * drafts > MAX_REVIEW_ROWS:
        name = "agreement" if agreement is not None else "adjudication"
        return "invalid_counts", (name, "denominator"), _MANY
    if unclear is not None:
        count, rows = unclear
        if rows > MAX_REVIEW_ROWS:
            return "invalid_counts", ("unclear", "denominator"), _MANY
        if drafts is not None and rows < 2 * drafts:
            return disagree, ("unclear", "denominator"), _ROWS
        if differing is not None and rows - count < differing:
            return disagree, ("unclear", "numerator"), _CLEAR
        if differing == 0 and drafts is not None and rows == 2 * drafts and count % 2:
            return disagree, ("unclear", "numerator"), _PAIRS
    elif "unclear" in cells and differing == 0 and minimum == 2:
        # one row alone cannot be unclear, nor all but one, where all drafts agree
        return "suppressed_without_reason", ("unclear",), None
    return None
