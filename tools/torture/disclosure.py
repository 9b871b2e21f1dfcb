"""The disclosure check against all small studies: what is certain is found, and nothing else.

What is certain comes from ``tests/evalcore/disclosure_oracle.py`` (review reports) and
``disclosure_draft_oracle.py`` (draft reports), which say what each word here means.
"""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from evalcore.ambient_drafts import AmbientDraft, AmbientFact
from evalcore.disclosure.check import Finding, check_disclosure
from evalcore.vocabulary import REVIEWS_SCHEMA
from tools.torture.parts import Plan, Result

_TESTS = Path(__file__).resolve().parents[2] / "tests" / "evalcore"
MINIMUMS = (2, 3, 4, 5)
LONGEST = 5.0
"""Seconds of processor time; a judgement that takes longer says that it was not finished."""


def oracle(name: str) -> Any:
    """Return a module of tests/evalcore, which is no package."""
    known = sys.modules.get(name)
    if known is not None:
        return known
    spec = importlib.util.spec_from_file_location(name, _TESTS / f"{name}.py")
    if spec is None or spec.loader is None:
        raise ImportError(f"tests/evalcore/{name}.py is missing")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look there for their module
    spec.loader.exec_module(module)
    return module


@dataclass
class Tried:
    """What was compared, and how it went."""

    figures: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    slowest: float = 0.0

    def count(self, name: str, number: int = 1) -> None:
        self.figures[name] = self.figures.get(name, 0) + number

    def check(
        self, present: Sequence[Any], earlier: Sequence[Any] = (), reviewers: int | None = None
    ) -> tuple[Finding, ...]:
        start = time.process_time()
        found = check_disclosure(present, earlier=earlier, reviewers_per_draft=reviewers)
        self.slowest = max(self.slowest, time.process_time() - start)
        if any(one.kind != "small_count" for one in found):
            self.count("not judged")
        return found

    def note(self, kind: str, where: object, missed: object, unfounded: object) -> None:
        """Note what was not found although it is certain, and the other way round."""
        self.count(kind)
        self.count(f"{kind}: certain and not found", bool(missed))
        self.count(f"{kind}: found and not certain", bool(unfounded))
        if missed or unfounded:
            self.faults.append(f"{kind}, {where}: missed {missed}, unfounded {unfounded}")


def run(plan: Plan) -> Result:
    """Compare all small studies, and many that are drawn."""
    tried = Tried()
    rng = Random(plan.seed)
    for reviewers in (2, 3):
        for minimum in MINIMUMS:
            single_reviews(tried, plan.size(14, 3), reviewers, minimum)
    for reviewers, drafts in ((2, plan.size(8, 3)), (3, plan.size(7, 2))):
        for earlier, present in minimums_of_pairs():
            pairs_of_reviews(tried, drafts, reviewers, earlier, present)
    for minimum, most in ((2, plan.size(4, 1)), (3, plan.size(5, 2))):
        single_drafts(tried, most, minimum)
    for _ in range(plan.size(4000, 2)):
        drawn_drafts(tried, rng)
    for _ in range(plan.size(400, 3)):
        from_files(tried, rng, plan.folder)
    if tried.slowest > LONGEST:
        tried.faults.append(f"a judgement took {tried.slowest:.1f} s")
    figures: dict[str, str | int] = {**tried.figures}
    figures["slowest judgement"] = f"{tried.slowest:.2f} s"
    return Result(figures, tried.faults)


def minimums_of_pairs() -> Iterator[tuple[int, int]]:
    """Yield the minimums of an earlier and a present report: alike, and some others."""
    yield from ((minimum, minimum) for minimum in MINIMUMS)
    yield from ((2, 3), (3, 2), (5, 3), (3, 5))


def single_reviews(tried: Tried, drafts: int, reviewers: int, minimum: int) -> None:
    """Judge the report of every study of up to so many drafts."""
    reviews = oracle("disclosure_oracle")
    most = drafts + minimum - 1  # where adjudication is all that is shown, so many can be hidden
    for cells, group in reviews.singles(most, reviewers, reviewers, minimum).items():
        bound = reviews.most_drafts(cells, minimum, reviewers)
        if bound is not None and bound > most:
            continue
        (study,) = group.first
        found = tried.check([reviews.report(study, minimum)], (), reviewers)
        named = reviews.named(found, False)
        away = reviews.given_away(group.live, {"present": minimum})
        missed = reviews.untold(away, group.live, named) if bound is not None else ()
        where = f"{reviewers} reviewers, minimum {minimum}, {study}"
        tried.note("review reports", where, missed, reviews.unfounded(away, named))


def pairs_of_reviews(tried: Tried, drafts: int, reviewers: int, earlier: int, present: int) -> None:
    """Judge the reports of all pairs of nested studies, the larger of up to so many drafts."""
    reviews = oracle("disclosure_oracle")
    minimums = {"earlier": earlier, "present": present, "added": max(earlier, present)}
    alone: dict[int, dict[Any, set[int]]] = {}
    for minimum in {earlier, present}:
        groups = reviews.singles(drafts + minimum - 1, reviewers, reviewers, minimum)
        alone[minimum] = {
            cells: {number for _, number in reviews.given_away(group.live, {"present": minimum})}
            for cells, group in groups.items()
        }
    for (before, now), group in reviews.pairs(
        drafts, reviewers, reviewers, earlier, present
    ).items():
        bound = reviews.most_drafts(now, present, reviewers)
        if bound is not None and bound > drafts:
            continue
        whole, first, _ = group.first
        given = reviews.report(whole, present), reviews.report(first, earlier)
        found = tried.check(given[:1], given[1:], reviewers)
        known = {("present", number) for number in alone[present][now]}
        known |= {("earlier", number) for number in alone[earlier][before]}
        away = reviews.given_away(group.live, minimums) - known
        named = reviews.named(found, True)
        missed = reviews.untold(away, group.live, named) if bound is not None else ()
        where = f"{reviewers} reviewers, minimums {earlier} and {present}, {first} in {whole}"
        tried.note("pairs of review reports", where, missed, reviews.unfounded(away, named))


def from_files(tried: Tried, rng: Random, folder: Path) -> None:
    """Import returns whose rows say how many reviewers there are; read what the command says."""
    reviews = oracle("disclosure_oracle")
    low = rng.choice([2, 2, 3, 3, 4])
    high = low + rng.choice([0, 0, 0, 1, 1, 2])
    numbers = [low, high] if low < high else [low]
    numbers += [rng.randint(low, high) for _ in range(rng.randint(0, 9 if low == high else 3))]
    minimum = rng.choice(MINIMUMS)
    odds = [rng.choice([0, 1, 1, 3, 9]) for _ in range(3)]
    drafts, rows, study = [], [], [0] * 6
    for number, reviewers in enumerate(numbers):
        alias = f"{number:064x}"
        fact = AmbientFact("0" * 64, "0" * 64, "plan", "lab", "patient", "patient")
        revision = AmbientDraft(alias, alias, (fact,), ()).revision
        drafts.append(
            {
                "blinded_case_id": alias,
                "text_digest": alias,
                "statements": [],
                "truth": [{**dataclasses.asdict(fact), "citations": []}],
            }
        )
        decisions = rng.choices(
            ["unclear", "accept", "revise"], [n + 0.1 for n in odds], k=reviewers
        )
        if rng.random() < 0.6:
            decisions = decisions[:1] * reviewers
        differ, adjudicated = len(set(decisions)) > 1, rng.random() < 0.7
        study[2 + (not adjudicated) if differ else decisions[0] != "unclear"] += 1
        study[4] += reviewers
        study[5] += decisions.count("unclear")
        rows += [
            {
                "blinded_case_id": alias,
                "draft_revision": revision,
                "reviewer_id": f"{reviewer:064x}",
                "decision": decision,
                "reason": "other" if differ else None,
                "adjudicated": differ and adjudicated,
            }
            for reviewer, decision in enumerate(decisions)
        ]
    (folder / "drafts.json").write_text(json.dumps({"encounters": drafts}))
    (folder / "return.json").write_text(
        json.dumps({"schema_version": REVIEWS_SCHEMA, "rows": rows})
    )
    done = subprocess.run(
        [
            *(sys.executable, "-m", "evalcore", "reviews", str(folder / "drafts.json")),
            *(str(folder / "return.json"), "--minimum-cell-size", str(minimum), "--json", "-"),
        ],
        cwd=_TESTS.parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    whole = tuple(study)
    where = f"{low} to {high} reviewers, minimum {minimum}, {whole}"
    kind = "reports of returns"
    if done.returncode or json.loads(done.stdout) != reviews.report(whole, minimum):
        tried.faults.append(f"{kind}, {where}: exit status {done.returncode}, or another report")
        return
    named = set()
    for line in done.stderr.splitlines():
        what, _, said = line.partition(": ")[2].partition(": ")
        if not said.endswith("can work out a small count."):
            tried.faults.append(f"{kind}, {where}: said {line!r}")
        named |= {rate for rate in reviews.RATES if rate in what.lower()}
    cells = reviews.shown(whole, minimum)
    bound = reviews.most_drafts(cells, minimum, low)
    if bound is None or bound > reviews.MOST_DRAFTS_OF[min(high - low, 2)]:
        tried.count("reports of returns that nothing bounds, or too many drafts")
        return
    group = reviews.Group.of_all(reviews.fitting(cells, minimum, low, high, bound))
    away = reviews.given_away(group.live, {"present": minimum})
    tried.note(
        kind,
        where,
        reviews.untold(away, group.live, named),
        reviews.unfounded(away, named),
    )


def single_drafts(tried: Tried, most: int, minimum: int) -> None:
    """Judge the report of every two classes with up to so many statements each."""
    drafts = oracle("disclosure_draft_oracle")
    nines = list(drafts.all_nines(most))
    seen = set()
    for number, one in enumerate(nines):
        for other in nines[number:]:
            cells = drafts.shown((one, other), minimum)
            if cells not in seen and any(cells):
                seen.add(cells)
                judge_drafts(tried, (one, other), None, (minimum, minimum))


def drawn_drafts(tried: Tried, rng: Random) -> None:
    """Judge a report or a pair that is drawn, of up to some ten statements in a class."""
    drafts = oracle("disclosure_draft_oracle")
    minimums = rng.choice([(2, 2), (3, 3), (4, 4), (5, 5), (2, 3), (3, 2), (3, 5)])
    first = drafts.drawn(rng, minimums[0])
    if rng.random() < 0.25:
        judge_drafts(tried, first, None, minimums)
    else:
        more = drafts.drawn(rng, rng.choice([1, *minimums]))
        judge_drafts(tried, first, more, minimums)


def judge_drafts(tried: Tried, first: Any, more: Any, minimums: tuple[int, int]) -> None:
    """Compare one report, or with ``more`` a pair, of which ``more`` was added to the first."""
    drafts = oracle("disclosure_draft_oracle")
    whole = first if more is None else tuple(map(drafts.add, first, more))
    reports = [drafts.report(whole, minimums[1])]
    if more is not None:
        reports.append(drafts.report(first, minimums[0]))
    seen = [drafts.Seen.of(one) for one in reports]
    answers = [drafts.Answer([one]) for one in seen]
    answers += [drafts.Answer(seen)] if more is not None else []
    last = answers[-1]
    if any(answer.live is None for answer in answers):
        tried.count("draft reports with too many tables")
        return
    found = tried.check(reports[:1], reports[1:])
    known = set(answers[0].live) if more is not None else set()
    if more is not None:
        known |= {("earlier", *key[1:]) for key in answers[1].live}
    away = set(last.live) - known
    names = drafts.named(found, more is not None)
    missed = drafts.untold(away, names) if last.complete else ()
    kind = "draft reports" if more is None else "pairs of draft reports"
    unfounded = [one for one in drafts.unfounded(away, names) if one]
    tried.note(kind, f"minimums {minimums}, {first} and {more}", missed, unfounded)
