"""Who made the rows: one reviewer twice on a draft, and aliases that may not be one person each.

The latter is only asked: the answer is not in the files.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from ..io.json_reader import CancelToken
from .problems import Problem, counted, found, joined, named, pairs, ranges
from .reader import ReturnFile
from .rows import HERE, ReturnRow, check_cancel, watched

_FEW = 5
"""So many rows twice within one file are told one by one; more are one problem."""

_LEAST_SHARED = 20
"""So many drafts two aliases must share, for their equal decisions to be more than chance."""
_MOST_REVIEWERS = 40
"""A draft with more reviewers is left out: no study has so many, and pairs grow by the square."""
_FEW_DRAFTS = 10
"""A committee has decided at most one of so many drafts."""

_Pair = tuple[str, str]


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
    copy_of = {}
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
            copy_of[file.number] = first[key]
    return copy_of


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
                older_files, rows_of_both = folded[row.file, within]
                older_files.add(older)
                rows_of_both += [row] if within else [*before, row]
            own.append(row)
    return single + [_version(file, *both) for (file, _), both in folded.items()]


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
    return found(
        "reviewer_twice",
        file=row.file,
        row=row.number,
        field="reviewer_id",
        drafts=(row.draft,),
        rows=((first.file, first.number), (row.file, row.number)),
        draft=row.draft,
        where="this file" if first.file == row.file else f"file {first.file}",
        row_before=first.number,
    )


def _version(file: int, older: set[int], rows: Sequence[ReturnRow]) -> Problem:
    drafts = sorted({row.draft for row in rows})
    if older == {file}:
        kind, earlier = "rows_twice", ""
    elif len(older) == 1:
        kind, earlier = "newer_version", named("file", sorted(older))
    else:
        kind, earlier = "newer_than_several", joined(ranges(sorted(older)))
    count = counted(len(drafts), "draft")
    return found(kind, file=file, drafts=drafts, rows=pairs(rows), earlier=earlier, count=count)


# questions


def question_problems(
    by_draft: Sequence[Sequence[ReturnRow]], whole: bool, cancel: CancelToken | None = None
) -> list[Problem]:
    """Return the questions that the rows leave; ``by_draft`` has those of each draft, from 1.

    ``whole``: all rows of all files are there. Where they are not, or it is not known who made
    one, somebody with few drafts may have many.
    """
    alike = _alike(by_draft, cancel)
    counts = Counter([row.reviewer for rows in by_draft for row in rows])
    drafts = len(by_draft) - 1
    few = {who for who, count in counts.items() if _FEW_DRAFTS * count <= drafts}
    if not whole or counts[""] or not few:
        few = set()
    if not alike and not few:
        return []
    asked = few.union(*alike)
    rows_of: dict[str, list[ReturnRow]] = {who: [] for who in asked}
    for rows in by_draft:
        for row in rows:
            if row.reviewer in asked:
                rows_of[row.reviewer].append(row)
    first = {who: min((row.file, row.number) for row in rows) for who, rows in rows_of.items()}
    order = sorted(rows_of, key=first.__getitem__)
    questions = []
    for place, who in enumerate(order):
        before = next((one for one in order[:place] if tuple(sorted((one, who))) in alike), None)
        if before is not None:
            questions.append(_same_answers(rows_of[before], rows_of[who]))
    usual = {n for n, rows in enumerate(by_draft) if any(row.reviewer not in few for row in rows)}
    for who in order:
        if who in few and {row.draft for row in rows_of[who]} <= usual:
            questions.append(_committee_row(rows_of[who]))
    return questions


def _alike(by_draft: Sequence[Sequence[ReturnRow]], cancel: CancelToken | None) -> set[_Pair]:
    """Return the pairs of reviewers, each in order, who decided alike on all that both have.

    Where all these decisions are the same word, nothing follows from it.
    """
    shared: dict[_Pair, int] = {}
    first: dict[_Pair, str] = {}
    varied: set[_Pair] = set()
    for draft, rows in enumerate(by_draft):
        if draft % 1024 == 0:
            check_cancel(cancel)
        if not 2 <= len(rows) <= _MOST_REVIEWERS:
            continue
        for one, other in combinations(rows, 2):
            a, b = one.reviewer, other.reviewer
            if not (a and b and one.current and other.current) or a == b:
                continue
            pair = (a, b) if a < b else (b, a)
            count = shared.get(pair, 0)
            if count < 0:
                continue
            decision = one.decision
            if decision != other.decision or not decision:
                shared[pair] = -1
                continue
            shared[pair] = count + 1
            if first.setdefault(pair, decision) != decision:
                varied.add(pair)
    return {pair for pair in varied if shared[pair] >= _LEAST_SHARED}


def _same_answers(first: Sequence[ReturnRow], second: Sequence[ReturnRow]) -> Problem:
    before = sorted({row.file for row in first})
    files = sorted({row.file for row in second})
    if before == files:
        return found("same_answers_together", rows=pairs(second), where=named("file", files))
    where = f"{named('File', files)} {'has' if len(files) == 1 else 'have'}"
    return found("same_answers", rows=pairs(second), where=where, before=named("file", before))


def _committee_row(rows: Sequence[ReturnRow]) -> Problem:
    return found("few_drafts_alone" if len(rows) > 1 else "one_draft_alone", rows=pairs(rows))
