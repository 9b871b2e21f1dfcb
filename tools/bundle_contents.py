"""What goes into the bundle and what stays out; used by packaging/review-desk.spec."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Iterable
from pathlib import Path

Entry = tuple[str, str, str]
"""Where to, from where, and what it is; as PyInstaller has it."""

# Nothing here opens a connection, a database, a terminal or a debugger.
UNUSED_MODULES = [
    *("PySide6.QtNetwork", "PySide6.QtDBus", "PySide6.QtOpenGL", "PySide6.QtXml"),
    *("_bz2", "_curses", "_dbm", "_gdbm", "_lzma", "_sqlite3", "_ssl", "_tkinter", "asyncio"),
    *("bz2", "curses", "dbm", "doctest", "email", "ftplib", "getpass", "http", "imaplib"),
    *("lzma", "mailbox", "mimetypes", "multiprocessing", "netrc", "pdb", "pip", "pkg_resources"),
    *("pydoc", "pyexpat", "readline", "rlcompleter", "setuptools", "sqlite3", "ssl", "tkinter"),
    *("unittest", "urllib.request", "xml", "xmlrpc"),
    # Python's own SHA-256 does; that of OpenSSL is faster, and 5 MB large.
    "_hashlib",
    # for names of characters and of domains
    *("unicodedata", "stringprep"),
]
# Every system but Windows has its texts in UTF-8, so none in these.
_OLD_ENCODINGS = re.compile(r"_(?:codecs_(?:cn|hk|iso2022|jp|kr|tw)|multibytecodec)\.")
# The plugins of Qt that the window uses, by folder.
PLUGINS = {
    "iconengines": ("qsvgicon",),
    "imageformats": ("qsvg",),
    "platforms": ("qxcb", "qwayland", "qoffscreen", "qwindows", "qcocoa"),
    "platforminputcontexts": ("composeplatforminputcontext", "ibusplatforminputcontext"),
    "printsupport": ("cupsprintersupport",),
    "styles": ("qmodernwindowsstyle", "qmacstyle"),
    "wayland-decoration-client": ("bradient",),
    "wayland-shell-integration": ("xdg-shell",),
}
# Qt's libraries without which those would not load. ICU comes on Linux alone.
QT_MODULES = (
    *("Core", "DBus", "Gui", "PrintSupport", "Svg", "Widgets", "WaylandClient", "XcbQpa"),
)
BINDINGS = ("QtCore", "QtGui", "QtPrintSupport", "QtSvg", "QtWidgets")
_PLUGIN = re.compile(r"plugins[\\/]([\w-]+)[\\/](?:lib)?(.+?)(?:\.so|\.dll|\.dylib)$", re.ASCII)
_QT_LIBRARY = re.compile(r"(?:lib)?Qt6?(\w+?)(?:\.so\.\d+|\.dll|\.dylib|\.framework.*)?$")
_OWN = re.compile(r"(?:libpython3|libffi|libz\.so)[\w.-]*$")


def binaries(found: Iterable[Entry]) -> list[Entry]:
    """Keep Python, the used parts of Qt and its bindings; no library of a Linux system.

    Those come along in a folder of their own (tools/bundle_libraries.py).
    """
    return [entry for entry in found if _may_stay(entry) and _is_used(entry[0])]


def _may_stay(entry: Entry) -> bool:
    """Tell whether an entry is no link: frameworks of macOS need theirs, the others do not."""
    return entry[2] != "SYMLINK" or sys.platform == "darwin"


def _is_used(where: str) -> bool:
    path = Path(where)
    if "plugins" in path.parts:
        plugin = _PLUGIN.search(where)
        return plugin is not None and any(
            plugin[2].startswith(name) for name in PLUGINS.get(plugin[1], ())
        )
    if "lib-dynload" in path.parts or path.suffix.lower() == ".pyd":
        return sys.platform == "win32" or _OLD_ENCODINGS.match(path.name) is None
    if path.parts[0] in ("PySide6", "shiboken6"):
        if path.name.startswith("libQt6") or re.match(r"Qt6\w+\.dll$", path.name):
            module = _QT_LIBRARY.match(path.name)
            return module is not None and module[1] in QT_MODULES
        if ".abi3." in path.name and path.name.startswith("Qt"):
            return path.name.partition(".")[0] in BINDINGS
        return not path.name.startswith("opengl32sw")
    return not sys.platform.startswith("linux") or _OWN.match(path.name) is not None


def data(found: Iterable[Entry]) -> list[Entry]:
    """Keep our own files and the font; no translations of Qt, no records of packages."""
    kept = ("app", "fontpkg_inter", "base_library.zip")
    return [
        entry
        for entry in found
        if Path(entry[0]).parts[0] in kept
        and _may_stay(entry)
        and "Italic" not in Path(entry[0]).name  # nothing is set in italics
    ]


def added_data(root: Path) -> list[tuple[str, str]]:
    """Return what no import leads to: the program's own resources, and the font's files."""
    font = importlib.util.find_spec("fontpkg_inter")
    if font is None or font.origin is None:
        raise ModuleNotFoundError("fontpkg_inter is not installed")
    files = Path(font.origin).parent / "files"
    return [(str(root / "resources"), "app/resources"), (str(files), "fontpkg_inter/files")]
