"""Checking a saved review report: its cells, and how they bound each other.

Of A drafts with one decision among n, J adjudicated among those that differ, and
u rows "unclear" among r: the second denominator is n - A; a draft has at least
two rows, so r >= 2n; where decisions differ at least one is not "unclear", so
r - u >= n - A; if all drafts agree and have two rows each, u is even.
"""

from __future__ import annotations

from ..metrics import RATES, ReviewCount
from ..vocabulary import MAX_REVIEW_ROWS, REVIEWS_SCHEMA
from .cells import Seen, check_cell, check_heading
from .inconsistencies import Inconsistencies, Path, members

REVIEW_KEYS = (
    "schema_version",
    "minimum_cell_size",
    "notice",
    "reviewer_confirmation_required",
    "rates",
)

_DISAGREE = "rates_disagree"
_FIELDS = ("numerator", "denominator")
_DIFFERING = "The drafts that differ are not those that do not agree."
_ROWS = "There are fewer than two reviews for each draft."
_CLEAR = "There are fewer decisions other than unclear than drafts that differ."
_PAIRS = "Two reviewers who agree on every draft give an even number of unclear decisions."
_TWICE = "This is counted by another rate too, and is another number there."
_MANY = "There are more reviews or drafts than one import can have."


def check_review_report(report: object, found: Inconsistencies) -> None:
    """Note all that does not agree in a review report."""
    given = members(report, REVIEW_KEYS, (), found)
    if given is None:
        return
    minimum = check_heading(given, REVIEWS_SCHEMA, found)
    if "rates" not in given:
        return
    rates = members(given["rates"], RATES, ("rates",), found)
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
    said: dict[ReviewCount, int] = {}
    places: dict[ReviewCount, Path] = {}
    for code, rate in RATES.items():
        pair = cells[code].counts if code in cells else None
        counts = zip(_FIELDS, (rate.numerator, rate.denominator), pair or (), strict=False)
        for field, count, value in counts:
            if said.setdefault(count, value) != value:
                return _DISAGREE, (code, field), _TWICE
            places.setdefault(count, (code, field))
    differing = said.get(ReviewCount.DIFFERING)
    drafts = said.get(ReviewCount.DRAFTS)  # as many as there are at least
    if drafts is None and differing is not None:
        # agreement is hidden for a few drafts that do agree
        drafts = differing + ("agreement" in cells)
    elif drafts is not None and ReviewCount.AGREED in said:
        rest = drafts - said[ReviewCount.AGREED]
        if differing is not None and differing != rest:
            return _DISAGREE, places[ReviewCount.DIFFERING], _DIFFERING
        differing = rest
    if drafts is not None and 2 * drafts > MAX_REVIEW_ROWS:
        place = places.get(ReviewCount.DRAFTS) or places[ReviewCount.DIFFERING]
        return "invalid_counts", place, _MANY
    rows, unclear = said.get(ReviewCount.DECISIONS), said.get(ReviewCount.UNCLEAR)
    if rows is not None:
        if rows > MAX_REVIEW_ROWS:
            return "invalid_counts", places[ReviewCount.DECISIONS], _MANY
        if drafts is not None and rows < 2 * drafts:
            return _DISAGREE, places[ReviewCount.DECISIONS], _ROWS
    if rows is not None and unclear is not None:
        if differing is not None and rows - unclear < differing:
            return _DISAGREE, places[ReviewCount.UNCLEAR], _CLEAR
        if differing == 0 and drafts is not None and rows == 2 * drafts and unclear % 2:
            return _DISAGREE, places[ReviewCount.UNCLEAR], _PAIRS
    elif "unclear" in cells and differing == 0 and minimum == 2:
        # one row alone cannot be unclear, nor all but one, where all drafts agree
        return "suppressed_without_reason", ("unclear",), None
    return None
