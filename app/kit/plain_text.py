"""Texts with names in them, for places where Qt takes what looks like markup for markup."""

from __future__ import annotations


def as_it_is(text: str) -> str:
    """Return a text that tool tips and message boxes show as it is: "<b>.json" is a file's name."""
    if "<" not in text and "&" not in text:
        return text
    from html import escape

    return f"<qt>{escape(text, quote=False)}</qt>".replace("\n", "<br>")


def shortened(text: str, longest: int) -> str:
    """Return a text without its middle, if it has more than ``longest`` characters."""
    part = longest // 2
    return text if len(text) <= longest else f"{text[:part]}…{text[-part:]}"
