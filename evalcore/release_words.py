"""Findings of the release check in words, for the window and the command line alike."""

from __future__ import annotations

from .release_findings import Finding


def sentence(finding: Finding) -> str:
    """Return a finding as one plain sentence without any number of a report."""
    return finding.kind
