"""One study, once, as the window does it: python -m tools.bench_job OUT DRAFTS RETURN...

Drafts to their report, all returns checked, imported when they are ready, and both
reports written beside each other under the name OUT. What dev.py bench measures.
"""

from __future__ import annotations

import sys
from pathlib import Path

from evalcore import read_drafts
from evalcore.documents.exports import json_bytes
from evalcore.drafts.metrics import DraftTally
from evalcore.returns.check import judge, read_returns
from evalcore.returns.rates import tally_of
from evalcore.returns.settled import NOTHING_SETTLED


def main(arguments: list[str]) -> int:
    """Return 0, or 1 if the returns are not ready."""
    out, drafts, *paths = arguments
    tally = DraftTally()
    tally.add_all(read_drafts(drafts))
    Path(f"{out}.drafts.json").write_bytes(json_bytes(tally.report()))
    returns = read_returns(tally.revisions, paths)
    if not judge(returns).ready:
        return 1
    reviews = tally_of(returns, NOTHING_SETTLED)
    Path(f"{out}.reviews.json").write_bytes(json_bytes(reviews.report()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
