"""From the counts that reports of one kind give away to findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..errors import EvaluationError
from .findings import CANNOT_BE_JUDGED, SMALL_COUNT, Finding
from .joint import Given, Joint, Key
from .order import Counts, arrange, falling
from .steps import Steps
from .tables import WHOLE, Model, Published

_Chains = list[list[int]]


def judge(
    model: Model,
    reports: Sequence[Published],
    earlier: Sequence[Published],
    *,
    otherwise: Model | None = None,
    said: bool = False,
    steps: Steps | None = None,
) -> list[Finding]:
    """Return what the reports of one kind give away, alone and together with earlier ones.

    ``otherwise`` is a model with fewer rules, for reports that ``model`` does not
    fit; if the user has ``said`` what ``model`` says more, that is a finding. So is what
    could not be gone through in ``steps``.
    Raises EvaluationError ``report_inconsistent`` for a report that no counts suit;
    Cancelled.
    """
    # an earlier draft report that shows nothing may be of no statement and no fact at all
    past = [one for one in earlier if one not in reports and (one.cells or model.single)]
    models = [model, *([otherwise] if otherwise else [])]
    return _Judge(models, reports, past, said, steps or Steps()).findings()


class _Judge:
    """Reports by position, the present ones first."""

    def __init__(
        self,
        models: Sequence[Model],
        reports: Sequence[Published],
        past: Sequence[Published],
        said: bool,
        steps: Steps,
    ) -> None:
        self._models = models
        self._steps = steps
        self._said = said
        self._reports = [*reports, *past]
        self._own = set(range(len(reports)))
        self._past = list(range(len(reports), len(self._reports)))
        self._counts = [_counts(models[0], one) for one in self._reports]
        self._found: list[tuple[bool, Given]] = []
        self._open: list[tuple[bool, Given]] = []
        """What was not decided for want of steps."""
        self._unjudged: list[Finding] = []

    def __repr__(self) -> str:
        return "_Judge(...)"

    def findings(self) -> list[Finding]:
        chains = self._arranged(sorted(self._own))
        if len(chains) > 1:
            self._cannot(self._differing(chains), False)
        for chain in chains:
            joint = self._joint([chain])
            if joint is None and len(chain) > 1:
                self._cannot([], False)
                chains += [[number] for number in chain]
                continue
            if joint is None:
                raise EvaluationError("report_inconsistent")
            if self._said and joint.model is not self._models[0]:
                self._cannot([], False)
            if not joint.found:
                self._cannot([], False, unfinished=True)
            given = list(joint.given_away())
            self._note(False, joint, given)
            self._open += [(False, one) for one in joint.undecided]
            known = {one.key for one in (*given, *joint.undecided)}
            for length in range(len(chain), 0, -1):
                self._with_past(chain[:length], known, newest=length == len(chain))
                if len(self._arranged([*self._past, *chain])) == 1:
                    break  # so nothing is told by a smaller one that the newest does not tell
        undecided = self._grouped(self._open, CANNOT_BE_JUDGED, unfinished=True)
        return [*self._unjudged, *undecided, *self._grouped(self._found, SMALL_COUNT)]

    def _arranged(self, numbers: Sequence[int]) -> _Chains:
        chains = arrange([self._counts[number] for number in numbers])
        return [[numbers[at] for at in chain] for chain in chains]

    def _joint(self, chains: _Chains) -> Joint | None:
        """Return the joint counts under the first rules that they fit, or None.

        A draft report may hide more than it must. If not all can be explained together,
        those that cannot be by themselves are taken to hide without reason, else all.
        """
        for model in self._models:
            joint = self._fitting(model, chains, set())
            if joint is None and not model.single:
                numbers = {number for chain in chains for number in chain}
                each = {n for n in numbers if self._fitting(model, [[n]], set()) is None}
                for without in [each, numbers] if each and each != numbers else [numbers]:
                    joint = joint or self._fitting(model, chains, without)
            if joint is not None:
                return joint
        return None

    def _fitting(self, model: Model, chains: _Chains, unreasoned: set[int]) -> Joint | None:
        for alike in (True, False):
            joint = Joint(
                model,
                self._reports,
                chains,
                alike=alike,
                unreasoned=unreasoned,
                steps=self._steps,
            )
            if joint.possible:
                return joint
            if not joint.alike:
                break
        return None

    def _with_past(self, chain: list[int], alone: set[Key], *, newest: bool) -> None:
        """Judge a chain of present reports together with the earlier ones.

        What is not contained in the ``newest`` present one cannot be judged; another
        one may be smaller than an earlier report.
        """
        contained = []
        for number in self._past:
            fallen = falling(self._counts[number], self._counts[chain[-1]])
            if not fallen:
                contained.append(number)
            elif newest:
                self._cannot(fallen, True)
        for chains, joint in self._joined(chain, contained):
            given = list(joint.given_away(without=alone))
            before = {one.key for one in given if not {one.span.first, one.span.last} & self._own}
            # what was out before is none of its findings
            out = self._among_past(chains, before) if before else set()
            self._note(True, joint, [one for one in given if one.key not in out])
            self._open += [(True, one) for one in joint.undecided]

    def _note(self, earlier: bool, joint: Joint, given: Sequence[Given]) -> None:
        """Take counts as findings; of drafts all metrics are named that they are known by."""
        told = joint.distinct(given) if joint.model.single else given
        self._found += [(earlier, one) for one in told]

    def _joined(self, chain: list[int], contained: list[int]) -> list[tuple[_Chains, Joint]]:
        """Return the joint counts of a chain with the earlier reports that it can contain.

        Together as far as that is possible, else one by one.
        """
        newest = chain[-1]
        while contained:
            inner = self._arranged([*contained, *chain[:-1]])
            nested = [[*one, newest] for one in inner]
            beside = [[number, newest] for number in contained]
            beside += [chain] if len(chain) > 1 else []
            for chains in (nested, beside):
                joint = self._joint(chains)
                if joint is not None and joint.found:
                    return [(chains, joint)]
                if joint is not None:
                    self._cannot([], True, unfinished=True)
                    return self._pairs(contained, newest)
            alone = [number for number in contained if self._joint([[number, newest]]) is None]
            if not alone:
                break
            self._cannot([], True)
            contained = [number for number in contained if number not in alone]
        else:
            return []
        self._cannot([], True)
        return self._pairs(contained, newest)

    def _pairs(self, contained: Sequence[int], newest: int) -> list[tuple[_Chains, Joint]]:
        """Return the joint counts of each of these reports with the newest one alone."""
        pairs = [[[number, newest]] for number in contained]
        return [(pair, joint) for pair in pairs if (joint := self._joint(pair)) is not None]

    def _among_past(self, chains: _Chains, asked: set[Key]) -> set[Key]:
        """Return which of these counts the earlier reports give away without the present ones."""
        known: set[Key] = set()
        for chain in chains:
            inner = [number for number in chain if number not in self._own]
            joint = self._joint([inner]) if inner else None
            if joint is not None:
                known |= {one.key for one in joint.given_away(only=asked)}
        return known

    def _differing(self, chains: _Chains) -> list[tuple[str, str]]:
        """Return where reports of different chains are both larger and smaller."""
        heads = [chain[-1] for chain in chains]
        return [
            place
            for one in heads
            for other in heads
            for place in falling(self._counts[one], self._counts[other])
        ]

    def _cannot(
        self, places: Sequence[tuple[str, str]], earlier: bool, *, unfinished: bool = False
    ) -> None:
        """Note that something cannot be judged; without places it is all that is shown."""
        metrics = {metric for metric, _ in places} or {
            metric for one in self._reports for metric in one.cells
        }
        slices = {name for _, name in places} - {WHOLE}
        model = self._models[0]
        self._unjudged.append(
            Finding(
                CANNOT_BE_JUDGED,
                tuple(metric for metric in model.shown if metric in metrics),
                tuple(name for name in model.slices if name in slices),
                earlier,
                unfinished,
            )
        )

    def _grouped(
        self, given: Iterable[tuple[bool, Given]], kind: str, *, unfinished: bool = False
    ) -> Iterator[Finding]:
        """Yield one finding for all slices in which the same metrics are concerned."""
        model = self._models[0]
        metrics: dict[tuple[bool, str, str], set[str]] = {}
        for earlier, one in given:
            group = metrics.setdefault((earlier, one.question.topic, one.slice), set())
            group.update(one.question.metrics)
        slices: dict[tuple[bool, tuple[str, ...]], set[str]] = {}
        for (earlier, _, name), names in metrics.items():
            key = earlier, tuple(metric for metric in model.shown if metric in names)
            slices.setdefault(key, set()).add(name)
        for (earlier, concerned), where in slices.items():
            named = tuple(name for name in model.slices if name in where and name != WHOLE)
            yield Finding(kind, concerned, named, earlier, unfinished)


def _counts(model: Model, report: Published) -> Counts:
    return {
        (metric, name, part): count
        for metric, slices in report.cells.items()
        for name, counts in slices.items()
        for part, count in zip(("numerator", "denominator"), counts, strict=True)
    }
