"""One reviewer twice on a draft: single rows, newer versions of files, the same file twice."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from .json_reader import CancelToken
from .return_gathering import ReturnFile
from .return_problems import Problem, counted, joined, named, pairs, ranges
from .return_rows import HERE, ReturnRow, check_cancel, watched
from .return_words import COORDINATOR

_FEW = 5
"""So many rows twice within one file are told one by one; more are one problem."""


def copies(
    files: Sequence[ReturnFile],
    rows: Mapping[int, Sequence[ReturnRow]],
    cancel: CancelToken | None = None,
) -> dict[int, int]:
    """Return the number of the earlier file that each copy of one repeats.

    Copies have the same rows in any order, or, where they could not be read,
    the same bytes. ``rows`` are those of each file that count.
    """
    first: dict[tuple[object, ...], int] = {}
    found = {}
    for file in files:
        check_cancel(cancel)
        counting = rows[file.number]
        if file.whole:
            key: tuple[object, ...] = tuple(sorted([row.mark for row in counting]))
        elif file.digest is not None and len(counting) == len(file.rows):
            key = (file.digest,)
        else:
            continue
        if key and first.setdefault(key, file.number) != file.number:
            found[file.number] = first[key]
    return found


def copy_problem(file: int, earlier: int) -> Problem:
    message = f"The same content as file {earlier}."
    hint = "Set this file aside."
    return Problem(file, None, None, "same_content", COORDINATOR, (), (), message, hint)


def repeated(by_draft: Iterable[Sequence[ReturnRow]]) -> list[list[ReturnRow]]:
    """Return the rows of each reviewer and draft that come more than once, by the second one.

    ``by_draft`` has the rows of each draft, in order.
    """
    again: list[list[ReturnRow]] = []
    for rows in by_draft:
        if len({row.reviewer for row in rows}) == len(rows):
            continue
        by_reviewer: dict[str, list[ReturnRow]] = defaultdict(list)
        for row in rows:
            if row.reviewer:
                by_reviewer[row.reviewer].append(row)
        again += [group for group in by_reviewer.values() if len(group) > 1]
    again.sort(key=lambda group: (group[1].file, group[1].number))
    return again


def duplicate_problems(
    groups: Sequence[Sequence[ReturnRow]],
    rows: Iterable[ReturnRow],
    cancel: CancelToken | None = None,
) -> list[Problem]:
    """Return what to say about ``repeated`` rows: files that repeat others are one problem each."""
    versions = _versions(groups, watched(rows, cancel)) if groups else {}
    single = []
    folded: dict[tuple[int, bool], tuple[set[int], list[ReturnRow]]]
    folded = defaultdict(lambda: (set(), []))
    for number, group in enumerate(groups):
        if number % 1024 == 0:
            check_cancel(cancel)
        met: dict[int | None, list[ReturnRow]] = {group[0].file: [group[0]]}
        for row in group[1:]:
            own = met.setdefault(row.file, [])
            within = bool(own)
            older = versions.get((row.reviewer, row.file, within))
            before = own if within else met.get(older, [])
            if older is None or not before:
                single.append(_twice(own[0] if within else group[0], row))
            else:
                older_files, found = folded[row.file, within]
                older_files.add(older)
                found += [row] if within else [*before, row]
            own.append(row)
    return single + [_version(file, *found) for (file, _), found in folded.items()]


def _versions(
    groups: Sequence[Sequence[ReturnRow]], rows: Iterable[ReturnRow]
) -> dict[tuple[str, int, bool], int]:
    """Return, by reviewer and file, the earlier file over mostly the same drafts of hers.

    With True it is the file itself, if it repeats most of its own rows.
    """
    shared: Counter[tuple[str, int, int]] = Counter()
    for group in groups:
        reviewer = group[0].reviewer
        met: list[int] = []
        for file, count in Counter(row.file for row in group).items():
            for earlier in met:
                shared[reviewer, file, earlier] += count
            if count > 1:
                shared[reviewer, file, file] += count - 1
            met.append(file)
    drafts: dict[tuple[str, int], set[int]] = defaultdict(set)
    for row in rows:
        if row.place == HERE and row.reviewer:
            drafts[row.reviewer, row.file].add(row.draft)
    best: dict[tuple[str, int, bool], tuple[int, int]] = {}
    for (reviewer, file, earlier), count in shared.items():
        # a file that broke off shares nearly all of its drafts, if few of the whole one's
        most = min(len(drafts[reviewer, file]), len(drafts[reviewer, earlier]))
        enough = 2 if file != earlier else _FEW
        if count >= enough and 2 * count > most:
            key = (reviewer, file, file == earlier)
            best[key] = max(best.get(key, (0, 0)), (count, earlier))
    return {key: earlier for key, (_, earlier) in best.items()}


def _twice(first: ReturnRow, row: ReturnRow) -> Problem:
    where = "this file" if first.file == row.file else f"file {first.file}"
    return Problem(
        row.file,
        row.number,
        "reviewer_id",
        "duplicate_reviewer",
        COORDINATOR,
        (row.draft,),
        ((first.file, first.number), (row.file, row.number)),
        f"Draft {row.draft}: the same reviewer is there twice, before in {where}, "
        f"row {first.number}.",
        "Find out which of the two rows counts, and set the other aside.",
    )


def _version(file: int, older: set[int], rows: Sequence[ReturnRow]) -> Problem:
    drafts = tuple(sorted({row.draft for row in rows}))
    hint = "Set the older rows aside, if this is so."
    if older == {file}:
        code = "duplicate_reviewer"
        message = "The rows are in this file twice."
        hint = "Was it pasted twice? Set the repeated rows aside."
    elif len(older) == 1:
        code = "newer_version"
        message = f"A newer version of {named('file', sorted(older))}?"
    else:
        code = "newer_version"
        earlier = joined(ranges(sorted(older)))
        message = f"The same reviews as in files {earlier}: a newer version, or saved progress?"
    message += f" The same reviewer is twice on {counted(len(drafts), 'draft')}."
    return Problem(file, None, None, code, COORDINATOR, drafts, pairs(rows), message, hint)
