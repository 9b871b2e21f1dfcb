"""How one field of a claim or of a row of evidence is read (contract, section 5).

Every function returns the field's normal form or raises EvaluationError with a
code and the place it was given. Public functions elsewhere wrap these in
``value_free``; the frames in here do hold what was read.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, Final

from .. import claims_vocabulary as words
from ..errors import EvaluationError, Place
from ..given import items_of, plain_mapping
from ..vocabulary import CLASSES

ABSENT: Final = object()
"""What ``pick`` returns for a field that is not there, or is null."""

_IDENTIFIER = re.compile(rf"[^\x00-\x1f\x7f]{{1,{words.MAX_IDENTIFIER}}}")
_NOT_IN_CLASS = re.compile(r"[^a-z0-9]+")
_CLASS_TOKEN = re.compile(r"class_[0-9a-f]{16}")
_FINGERPRINT = re.compile(r"sha256:[0-9a-f]{64}")
_RELATION = re.compile(r"[\W_]*([a-z]+)[\W_]*")
_SAME_NODES = 100_000
_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False)


def record(row: object, code: str, place: Place) -> Mapping[Any, Any]:
    """Return row as a plain mapping; a mapping of another kind is copied."""
    copy = plain_mapping(row)
    if copy is None:
        raise EvaluationError(code, place)
    return copy


def pick(row: Mapping[Any, Any], names: tuple[str, ...], place: Place) -> Any:
    """Return the value that row has under any of names, or ABSENT; null counts as absent.

    Raises ``conflicting_names`` if two names hold values that differ as given.
    """
    found: Any = ABSENT
    for name in names:
        value = row.get(name)
        if value is None:
            continue
        if found is ABSENT:
            found = value
        elif not _same(found, value):
            raise EvaluationError("conflicting_names", place)
    return found


def plain_text(value: object) -> str | None:
    """Return a string as it is, a member of a str enum as its value, anything else as None."""
    return str.__str__(value) if isinstance(value, str) else None


def _same(one: Any, other: Any) -> bool:
    """Tell whether two values are the same JSON: 1, 1.0, true and "1" all differ."""
    pairs = [(one, other)]
    for _ in range(_SAME_NODES):
        if not pairs:
            return True
        a, b = pairs.pop()
        if isinstance(a, str) and isinstance(b, str):
            a, b = plain_text(a), plain_text(b)
        if isinstance(a, list | tuple) and isinstance(b, list | tuple):
            if len(a) != len(b):
                return False
            pairs.extend(zip(a, b, strict=True))
        elif type(a) is dict and type(b) is dict:
            if a.keys() != b.keys():
                return False
            pairs.extend((value, b[key]) for key, value in a.items())
        elif type(a) is not type(b):
            return False
        elif type(a) is float:
            if repr(a) != repr(b):
                return False
        elif a is not b and (type(a) not in (str, int) or a != b):
            return False
    return False


def identifier(value: object, code: str, place: Place) -> str:
    """Return an identifier as trimmed text: 1 to 256 characters, no control characters."""
    text = (plain_text(value) or "").strip()
    if type(value) is int and value.bit_length() <= 4 * words.MAX_IDENTIFIER:
        text = str(value)
    if _IDENTIFIER.fullmatch(text) is None:
        raise EvaluationError(code, place)
    return text


def claim_class(value: object, place: Place) -> str:
    """Return a class: one of the eleven, or ``class_`` and 16 hex digits of a SHA-256."""
    label = _NOT_IN_CLASS.sub("_", (plain_text(value) or "").lower()).strip("_")
    if not 1 <= len(label) <= words.MAX_CLASS:
        raise EvaluationError("invalid_claim_class", place)
    if is_claim_class(label):
        return label
    return "class_" + hashlib.sha256(label.encode("ascii")).hexdigest()[:16]


def is_claim_class(value: object) -> bool:
    """Tell whether value is a class in the form that ``claim_class`` returns."""
    return type(value) is str and (value in CLASSES or _CLASS_TOKEN.fullmatch(value) is not None)


def is_fingerprint(value: object) -> bool:
    """Tell whether value is ``sha256:`` and 64 lower-case hex digits."""
    return type(value) is str and _FINGERPRINT.fullmatch(value) is not None


def canonical(value: object) -> bytes:
    """Return the canonical JSON of value: keys sorted, no white space, ASCII escapes."""
    return _ENCODER.encode(value).encode("ascii")


def key_fingerprint(value: Any, place: Place) -> str:
    """Return ``sha256:`` and the SHA-256 of the canonical JSON; a fingerprint stays itself."""
    text = plain_text(value)
    if text is not None and is_fingerprint(text):
        return text
    data = None
    if _is_key(value):
        try:
            data = canonical(value)
        except ValueError:  # the interpreter's own limit on digits, if set lower
            data = None
    if data is None:
        raise EvaluationError("invalid_claim_key", place)
    return "sha256:" + hashlib.sha256(data).hexdigest()


def _is_key(value: Any) -> bool:
    """Tell whether value is JSON within the limits; level by level, without recursion."""
    nodes = 1
    level: list[Any] = [value]
    for depth in range(words.MAX_KEY_LEVELS + 1):
        below: list[Any] = []
        for node in level:
            if type(node) is dict:
                if not all(isinstance(k, str) and len(k) <= words.MAX_KEY_NAME for k in node):
                    return False
                children: Iterable[Any] = node.values()
            elif type(node) is list or type(node) is tuple:
                children = node
            elif _is_leaf(node):
                continue
            else:
                return False
            nodes += len(node)
            if nodes > words.MAX_KEY_NODES or (node and depth == words.MAX_KEY_LEVELS):
                return False
            below.extend(children)
        if not below:
            return True
        level = below
    return False


def _is_leaf(node: object) -> bool:
    if isinstance(node, str):
        return len(node) <= words.MAX_KEY_STRING
    if type(node) is int:
        return abs(node) < words.HUGE_INTEGER
    if type(node) is float:
        return math.isfinite(node)
    return node is None or type(node) is bool


def citations(value: Any, place: Place) -> tuple[str, ...]:
    """Return the distinct evidence identifiers that a claim cites, in the order given."""
    given: list[Any] | None = None
    if value is ABSENT:
        return ()
    if isinstance(value, str) or type(value) is int:
        given = [value]
    elif isinstance(value, Iterable) and not isinstance(
        value, str | Mapping | bytes | bytearray | memoryview
    ):
        items = items_of(value, "invalid_claim_citations", lambda _: place)
        given = list(islice(items, words.MAX_CLAIM_CITATIONS + 1))
    if given is None or len(given) > words.MAX_CLAIM_CITATIONS:
        raise EvaluationError("invalid_claim_citations", place)
    return tuple(dict.fromkeys(_citation(item, place) for item in given))


def _citation(item: object, place: Place) -> str:
    if isinstance(item, Mapping):
        row = record(item, "invalid_claim_citations", place)
        item = pick(row, words.EVIDENCE_ID_NAMES, place)
    return identifier(item, "invalid_claim_citations", place)


def approval(value: object, place: Place) -> bool:
    """Return an approval, which is true or false and nothing else."""
    if value is True or value is False:
        return value
    raise EvaluationError("invalid_evidence_approval", place)


def relation(value: object, place: Place) -> words.ClaimState:
    """Return what a relation's word means; case and punctuation around it do not matter."""
    if value is True:
        return words.SUPPORTED
    if value is False:
        return words.CONTRADICTED
    word = _RELATION.fullmatch((plain_text(value) or "").lower())
    found = words.RELATION_WORDS.get(word.group(1)) if word else None
    if found is None:
        raise EvaluationError("invalid_evidence_relation", place)
    return found


def relation_of(row: Mapping[Any, Any], place: Place) -> words.ClaimState:
    """Return what a row of evidence says, from the relation's names and its flags."""
    names = [name for name in words.RELATION_NAMES if name in row]
    if any(row[name] is None for name in names):
        raise EvaluationError("invalid_evidence_relation", place)
    value = pick(row, words.RELATION_NAMES, place)
    said = set() if value is ABSENT else {relation(value, place)}
    denied = set()
    for name, meaning in words.RELATION_FLAGS.items():
        flag = row.get(name, ABSENT)
        if flag is True:
            said.add(meaning)
        elif flag is False:
            denied.add(meaning)
        elif flag is not ABSENT:
            raise EvaluationError("invalid_evidence_relation", place)
    if len(said) > 1 or said & denied:
        raise EvaluationError("conflicting_relations", place)
    return said.pop() if said else words.UNRESOLVED
