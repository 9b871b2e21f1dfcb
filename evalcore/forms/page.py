"""A form as one HTML file that works offline: script, style and data in it, and no connection.

The policy in its head allows the script and the style that are in it, by their hashes, and
nothing else. Data stand in a script element that is no script: in ASCII, without "<", so
that whatever a text holds is text.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from ..vocabulary import NOTICE

_SHIELD = (
    '<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">'
    '<path d="M12 3l7 3v5c0 4.6-2.9 8.1-7 10-4.1-1.9-7-5.4-7-10V6zM12 8v5M12 16v.1"/></svg>'
)


def form_page(script: str, title: str, data: Mapping[str, Any]) -> bytes:
    """Return the file of a form: ``script`` names its own script, ``data`` is what it shows."""
    code = f"(() => {{\n{_part('form.js')}\n{_part(f'{script}.js')}}})();\n"
    style = _part("form.css")
    policy = (
        f"default-src 'none'; script-src {_hash(code)}; style-src {_hash(style)}; "
        "base-uri 'none'; form-action 'none'"
    )
    given = {"notice": NOTICE, "title": title, **data}
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{escape(_plain(' · '.join(filter(None, (title, data['round'])))))}</title>\n"
        f"<style>{style}</style>\n</head>\n<body>\n"
        f'<div class="banner">{_SHIELD}<span>{NOTICE}</span></div>\n'
        f'<main class="bare" id="bare"><h1>{escape(title)}</h1>\n'
        "<p>Save this file and open it in a browser: Edge, Chrome, Firefox or Safari.</p>\n"
        "<p>What you see now is a preview, in which a form cannot be filled in.</p></main>\n"
        f'<script type="application/json" id="form">{_in_script(given)}</script>\n'
        f"<script>{code}</script>\n</body>\n</html>\n"
    ).encode()


def _in_script(value: Mapping[str, Any]) -> str:
    """Return JSON that no parser of HTML takes for anything but text."""
    text = json.dumps(value, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"


def _plain(text: str) -> str:
    """Return a text without half characters, which have no form in a file."""
    return text.encode("utf-8", "replace").decode()


def _part(name: str) -> str:
    return (_folder() / name).read_text("utf-8")


def _folder() -> Path:
    """Return where the parts are: in a wheel or bundle with the window, else in the checkout."""
    root = Path(__file__).resolve().parents[2]
    installed = root / "app" / "resources" / "forms"
    return installed if installed.is_dir() else root / "resources" / "forms"
