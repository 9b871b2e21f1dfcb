"""The quick check of an encounter as it was read: right for certain, or to be looked at closely.

Whole columns are checked at once, in C where that is possible. Nothing is told
of what is wrong: ``drafts_file`` then reads the same text strictly, field by field.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from itertools import chain, islice
from operator import itemgetter
from typing import Any

from ..io.json_scanner import MAX_DEPTH, colons
from ..vocabulary import MAX_CITATIONS, MAX_FACTS
from .encounter import CODED, Coded, Codes, Encounters, FactColumns
from .records import AmbientFact

REQUIRED_KEYS = ("blinded_case_id", "text_digest", "truth", "statements")
LOCAL_KEYS = ("case", "transcript", "roles", "draft_text")
ENCOUNTER_KEYS = frozenset(REQUIRED_KEYS + LOCAL_KEYS)

_Row = dict[str, Any]
_id_of: Callable[[_Row], Any] = itemgetter("fact_id")
_proposition_of: Callable[[_Row], Any] = itemgetter("proposition")
_citations_of: Callable[[_Row], Any] = itemgetter("citations")
_codes_of: Callable[[_Row], Codes] = itemgetter(
    "section", "fact_class", "speaker", "experiencer", "negated", "required"
)
_FACT_KEYS = frozenset(field.name for field in fields(AmbientFact))
_STATEMENT_CODED = {codes: coded for codes, coded in CODED.items() if codes[-1]}
_LEVEL = 3
"""The level of an encounter in the file: within a list within an object."""


def quick_encounters(raws: list[Any], count: Callable[[str], int]) -> Encounters | None:
    """Return encounters that were scanned loosely, or None unless all of it is right.

    ``count`` tells how often something stands in their text.
    """
    try:
        return _encounters(raws, count)
    except (KeyError, TypeError, ValueError):
        return None  # a key that is not there, a list for a word, a digit that is none


def _encounters(raws: list[Any], count: Callable[[str], int]) -> Encounters | None:
    aliases = [raw["blinded_case_id"] for raw in raws]
    digests = [raw["text_digest"] for raw in raws]
    truths = [raw["truth"] for raw in raws]
    says = [raw["statements"] for raw in raws]
    if {*map(type, truths), *map(type, says)} != {list}:
        return None
    true_sizes, said_sizes = list(map(len, truths)), list(map(len, says))
    if not min(true_sizes) or max(*true_sizes, *said_sizes) > MAX_FACTS:
        return None
    true_facts, said_facts = list(chain.from_iterable(truths)), list(chain.from_iterable(says))
    truth, said = _columns(true_facts, CODED), _columns(said_facts, _STATEMENT_CODED)
    if truth is None or said is None or truth.citations.count([]) != len(true_facts):
        return None
    if not {*map(type, said.citations)} <= {list}:
        return None
    for cited in said.citations:
        if len(cited) > 1 and not len(set(cited)) == len(cited) <= MAX_CITATIONS:
            return None
    hexes = [*aliases, *digests, *truth.ids, *truth.propositions, *said.ids, *said.propositions]
    hexes += set().union(*said.citations).difference(truth.ids)  # most name a truth fact
    if not _all_opaque(hexes):
        return None
    keys = sum(map(len, chain(raws, true_facts, said_facts)))
    in_local = sum([_check_local(raw) for raw in raws if len(raw) != len(REQUIRED_KEYS)])
    # Each key in the text has a colon. A key that stands twice is one key here, but has
    # two: then there are more than we know of. (So there are if one is spelt in a string.)
    if count(":") != keys + in_local or (in_local and count("\\u003")):
        return None
    if _repeats(truth.ids, true_sizes) or _repeats(said.ids, said_sizes):
        return None
    return Encounters(aliases, digests, truth, true_sizes, said, said_sizes)


def _repeats(ids: Sequence[str], sizes: list[int]) -> bool:
    """Tell whether an identifier is there twice in one of the lists of those sizes."""
    if len(set(ids)) == len(ids):
        return False  # nor is it in two of them, which would be right
    following = iter(ids)
    return [len(set(islice(following, size))) for size in sizes] != sizes


def _check_local(raw: _Row) -> int:
    """Return the number of colons in the local values. Raises ValueError if one is wrong."""
    if not raw.keys() <= ENCOUNTER_KEYS:
        raise ValueError
    text = raw.get("draft_text")
    if type(text) is str and hashlib.sha256(text.encode()).hexdigest() != raw["text_digest"]:
        raise ValueError
    return sum([colons(raw[key], MAX_DEPTH - _LEVEL) for key in LOCAL_KEYS if key in raw])


def _all_opaque(values: Sequence[Any]) -> bool:
    """Tell whether all are opaque identifiers. Raises TypeError or ValueError if one is far off.

    ``fromhex`` takes capitals and white space anywhere: what comes back from ``hex``
    has none but a blank after every 64 digits, so many values as there should be.
    """
    text = " ".join(values)
    return len(text) == 65 * len(values) - 1 and bytes.fromhex(text).hex(" ", 32) == text


def _columns(facts: list[_Row], table: Mapping[Codes, Coded]) -> FactColumns | None:
    """Return the facts in columns, all right but for their identifiers, or None.

    Raises KeyError or TypeError as well, for what is not among the codes or no dict.
    """
    if {*map(len, facts)} <= {len(_FACT_KEYS)}:
        # nine keys, and none of the nine is missing below: then there is no other
        citations = list(map(_citations_of, facts))
        coded = list(map(table.__getitem__, map(_codes_of, facts)))
    elif {*map(type, facts)} == {dict} and _FACT_KEYS.issuperset(set().union(*facts)):
        citations = [fact.get("citations", []) for fact in facts]
        coded = [
            table[
                fact["section"],
                fact["fact_class"],
                fact["speaker"],
                fact["experiencer"],
                fact.get("negated", False),
                fact.get("required", True),
            ]
            for fact in facts
        ]
    else:
        return None
    ids, propositions = list(map(_id_of, facts)), list(map(_proposition_of, facts))
    return FactColumns(ids, propositions, coded, citations)
