"""From the counts that reports of one kind give away to findings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .errors import EvaluationError
from .release_findings import CANNOT_BE_JUDGED, SMALL_COUNT, Finding
from .release_joint import Given, Joint
from .release_order import Counts, arrange, falling
from .release_tables import WHOLE, Model, Published

_Key = tuple[int | None, int, str, int]
_Chains = list[list[int]]


def judge(
    model: Model,
    reports: Sequence[Published],
    earlier: Sequence[Published],
    *,
    otherwise: Model | None = None,
    said: bool = False,
) -> list[Finding]:
    """Return what the reports of one kind give away, alone and together with earlier ones.

    ``otherwise`` is a model with fewer rules, for reports that ``model`` does not
    fit; if the user has ``said`` what ``model`` says more, that is a finding.
    Raises EvaluationError ``report_inconsistent`` for a report that no counts suit.
    """
    past = [one for one in earlier if one not in reports]
    return _Judge([model, *([otherwise] if otherwise else [])], reports, past, said).findings()


class _Judge:
    """Reports by position, those of the release first."""

    def __init__(
        self,
        models: Sequence[Model],
        reports: Sequence[Published],
        past: Sequence[Published],
        said: bool,
    ) -> None:
        self._models = models
        self._said = said
        self._reports = [*reports, *past]
        self._own = set(range(len(reports)))
        self._past = list(range(len(reports), len(self._reports)))
        self._counts = [_counts(models[0], one) for one in self._reports]
        self._found: list[tuple[bool, Given]] = []
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
            alone = {_key(one): one for one in joint.given_away()}
            self._found += [(False, one) for one in alone.values()]
            known = set(alone)
            for length in range(len(chain), 0, -1):
                self._with_past(chain[:length], known, newest=length == len(chain))
                if len(self._arranged([*self._past, *chain])) == 1:
                    break  # so nothing is told by a smaller one that the newest does not tell
        return [*self._unjudged, *self._grouped()]

    def _arranged(self, numbers: Sequence[int]) -> _Chains:
        chains = arrange([self._counts[number] for number in numbers])
        return [[numbers[at] for at in chain] for chain in chains]

    def _joint(self, chains: _Chains) -> Joint | None:
        """Return the joint counts under the first model that they fit, or None."""
        for model in self._models:
            for alike in (True, False):
                joint = Joint(model, self._reports, chains, alike=alike)
                if joint.possible:
                    return joint
                if not joint.alike:
                    break
        return None

    def _with_past(self, chain: list[int], alone: set[_Key], *, newest: bool) -> None:
        """Judge a chain of reports of the release together with the earlier ones.

        What is not contained in the ``newest`` of the release cannot be judged; another
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
            past = None
            for one in joint.given_away():
                touched = {one.span.first, one.span.last} - {None}
                if touched <= self._own:
                    if _key(one) in alone:
                        continue
                elif not touched & self._own:
                    past = self._among_past(chains) if past is None else past
                    if _key(one) in past:
                        continue  # it was out before this release
                self._found.append((True, one))

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
                if joint is not None:
                    pairs = self._pairs(contained, newest) if joint.partial else []
                    return [(chains, joint), *pairs]
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

    def _among_past(self, chains: _Chains) -> set[_Key]:
        """Return what the earlier reports give away without this release."""
        known: set[_Key] = set()
        for chain in chains:
            inner = [number for number in chain if number not in self._own]
            joint = self._joint([inner]) if inner else None
            if joint is not None:
                known |= {_key(one) for one in joint.given_away()}
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

    def _cannot(self, places: Sequence[tuple[str, str]], earlier: bool) -> None:
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
            )
        )

    def _grouped(self) -> Iterable[Finding]:
        """Yield one finding for all slices in which the same metrics are concerned."""
        model = self._models[0]
        metrics: dict[tuple[bool, str, str], set[str]] = {}
        for earlier, one in self._found:
            if one.again and model.single:
                continue  # else the other metrics that it is known by are named too
            group = metrics.setdefault((earlier, one.question.topic, one.slice), set())
            group.update(one.question.metrics)
        slices: dict[tuple[bool, tuple[str, ...]], set[str]] = {}
        for (earlier, _, name), names in metrics.items():
            key = earlier, tuple(metric for metric in model.shown if metric in names)
            slices.setdefault(key, set()).add(name)
        for (earlier, concerned), where in slices.items():
            named = tuple(name for name in model.slices if name in where and name != WHOLE)
            yield Finding(SMALL_COUNT, concerned, named, earlier)


def _counts(model: Model, report: Published) -> Counts:
    return {
        (metric, name, part): count
        for metric, slices in report.cells.items()
        for name, counts in slices.items()
        for part, count in zip(("numerator", "denominator"), counts, strict=True)
    }


def _key(one: Given) -> _Key:
    return one.span.first, one.span.last, one.slice, one.number
