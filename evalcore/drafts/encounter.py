"""Checked encounters in columns: what scoring and the revision need of its facts.

A study has hundreds of thousands of facts, so an encounter from a file is
never made into objects: its facts' values stand in lists of their own, one
look-up each tells that six of the nine are right, and what they give to the
canonical text and to the counts is in the table that is looked into.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import islice, product

from ..vocabulary import CLASSES, DRAFTS_SCHEMA, ROLES, SECTIONS

Codes = tuple[str, str, str, str, bool, bool]
"""Section, class, speaker, experiencer, negated, required."""

Coded = tuple[int, str, str, str]
"""The bits of a fact's codes, and its canonical text after the citations up to the
``fact_id``, from there up to the proposition, and after it."""

# One bit a code, in the order of SLICES without "overall"; then the two flags.
SLICE_BITS = len(SECTIONS) + len(CLASSES) + 2 * len(ROLES)
SECTION = (1 << len(SECTIONS)) - 1
CLASS = ((1 << len(CLASSES)) - 1) << len(SECTIONS)
PERSON = ((1 << 2 * len(ROLES)) - 1) << (len(SECTIONS) + len(CLASSES))
NEGATED = 1 << SLICE_BITS
REQUIRED = 1 << (SLICE_BITS + 1)


def _coded(codes: Codes) -> Coded:
    section, fact_class, speaker, experiencer, negated, required = codes
    bits = 1 << SECTIONS.index(section)
    bits |= 1 << (len(SECTIONS) + CLASSES.index(fact_class))
    bits |= 1 << (len(SECTIONS) + len(CLASSES) + ROLES.index(speaker))
    bits |= 1 << (len(SECTIONS) + len(CLASSES) + len(ROLES) + ROLES.index(experiencer))
    bits |= NEGATED * negated | REQUIRED * required
    return (
        bits,
        f'],"experiencer":"{experiencer}","fact_class":"{fact_class}","fact_id":"',
        f'","negated":{str(negated).lower()},"proposition":"',
        f'","required":{str(required).lower()},"section":"{section}","speaker":"{speaker}"}}',
    )


_FLAGS = (False, True)
CODED: dict[Codes, Coded] = {
    codes: _coded(codes) for codes in product(SECTIONS, CLASSES, ROLES, ROLES, _FLAGS, _FLAGS)
}
"""All 1,980 combinations of codes. (1 would be found for True: look up bools alone.)"""


class FactColumns:
    """Facts, all checked: four sequences with an element a fact."""

    __slots__ = ("citations", "coded", "ids", "propositions")

    def __init__(
        self,
        ids: Sequence[str],
        propositions: Sequence[str],
        coded: Sequence[Coded],
        citations: Sequence[Sequence[str]],
    ) -> None:
        self.ids = ids
        self.propositions = propositions
        self.coded = coded
        self.citations = citations

    def canonical(self) -> list[str]:
        """Return the canonical JSON of each fact (contract, section 2).

        Every value has been checked and needs no JSON escape, so the text is
        put together directly.
        """
        rows = zip(self.citations, self.coded, self.ids, self.propositions, strict=True)
        return [
            f'{{"citations":["{_QUOTES.join(cited)}"{before}{fact_id}{between}{proposition}{after}'
            if cited
            else f'{{"citations":[{before}{fact_id}{between}{proposition}{after}'
            for cited, (_, before, between, after), fact_id, proposition in rows
        ]


_QUOTES = '","'


class Encounters:
    """Some encounters, all checked, with the facts of one after those of the other.

    ``truth_sizes`` and ``statement_sizes`` tell how many of the facts each has.
    """

    __slots__ = ("aliases", "digests", "statement_sizes", "statements", "truth", "truth_sizes")

    def __init__(
        self,
        aliases: Sequence[str],
        digests: Sequence[str],
        truth: FactColumns,
        truth_sizes: Sequence[int],
        statements: FactColumns,
        statement_sizes: Sequence[int],
    ) -> None:
        self.aliases = aliases
        self.digests = digests
        self.truth = truth
        self.truth_sizes = truth_sizes
        self.statements = statements
        self.statement_sizes = statement_sizes

    def revisions(self) -> list[str]:
        """Return the SHA-256, in hex, of the canonical JSON of each draft with its truth.

        Returns in the field carry it: it must never change (contract, section 2).
        """
        truth = _lists(self.truth.canonical(), self.truth_sizes)
        statements = _lists(self.statements.canonical(), self.statement_sizes)
        texts = [
            f'{{"blinded_case_id":"{alias}","schema":"{DRAFTS_SCHEMA}","statements":[{said}],'
            f'"text_digest":"{digest}","truth":[{true}]}}'
            for alias, digest, true, said in zip(
                self.aliases, self.digests, truth, statements, strict=True
            )
        ]
        return [hashlib.sha256(text.encode("ascii")).hexdigest() for text in texts]


def _lists(facts: list[str], sizes: Sequence[int]) -> list[str]:
    if len(sizes) == 1:
        return [",".join(facts)]
    following = iter(facts)
    return [",".join(islice(following, size)) for size in sizes]
