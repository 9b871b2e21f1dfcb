"""The icon as each system wants it, and the version resource of Windows; drawn from the SVG."""

from __future__ import annotations

import struct
import sys
from collections.abc import Sequence
from pathlib import Path

from evalcore.version import VERSION

ROOT = Path(__file__).resolve().parent.parent
SIZES_ICO = (16, 20, 24, 32, 48, 64, 128, 256)
# Apple's names of the sizes that are stored as PNG.
TYPES_ICNS = {"ic04": 16, "ic05": 32, "ic07": 128, "ic08": 256, "ic09": 512, "ic10": 1024}
_VERSION_FILE = """\
VSVersionInfo(
  ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3f, flags=0x0, OS=0x40004,
                    fileType=0x1, subtype=0x0, date=(0, 0)),
  kids=[
    StringFileInfo([StringTable("080904B0", [
      StringStruct("FileDescription", "Review Desk"),
      StringStruct("FileVersion", "{version}"),
      StringStruct("InternalName", "{name}"),
      StringStruct("LegalCopyright", "Apache-2.0; see LICENCES.txt"),
      StringStruct("OriginalFilename", "{name}.exe"),
      StringStruct("ProductName", "Review Desk"),
      StringStruct("ProductVersion", "{version}"),
    ])]),
    VarFileInfo([VarStruct("Translation", [0x0809, 1200])]),
  ],
)
"""


def icon_file(folder: Path) -> str | None:
    """Write the icon of this system into a folder; None on Linux, whose programs have none."""
    content = b""
    if sys.platform == "win32":
        content = ico([(side, png(side)) for side in SIZES_ICO])
    if sys.platform == "darwin":
        content = icns([(name, png(side)) for name, side in TYPES_ICNS.items()])
    if not content:
        return None
    path = folder / f"review-desk.{'ico' if sys.platform == 'win32' else 'icns'}"
    path.write_bytes(content)
    return str(path)


def ico(pictures: Sequence[tuple[int, bytes]]) -> bytes:
    """Return an icon of Windows from square PNG pictures by their side in pixels, at most 256."""
    head = struct.pack("<HHH", 0, 1, len(pictures))
    at = len(head) + 16 * len(pictures)
    entries = b""
    for side, content in pictures:
        entries += struct.pack("<BBBBHHII", side % 256, side % 256, 0, 0, 1, 32, len(content), at)
        at += len(content)
    return head + entries + b"".join(content for _, content in pictures)


def icns(pictures: Sequence[tuple[str, bytes]]) -> bytes:
    """Return an icon of macOS from PNG pictures by Apple's name of their size."""
    parts = [
        name.encode("ascii") + struct.pack(">I", 8 + len(data)) + data for name, data in pictures
    ]
    return b"icns" + struct.pack(">I", 8 + sum(map(len, parts))) + b"".join(parts)


def png(side: int) -> bytes:
    """Draw the program's icon as PNG, ``side`` pixels square."""
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
    from PySide6.QtGui import QImage, QImageWriter, QPainter
    from PySide6.QtSvg import QSvgRenderer

    image = QImage(side, side, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(ROOT / "resources" / "icons" / "app-colour.svg")).render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(buffer, QByteArray(b"png")).write(image):
        raise OSError("the icon could not be drawn")
    return bytes(buffer.data().data())


def version_file(folder: Path, name: str) -> str:
    """Write what Windows shows of a program in its properties."""
    numbers = tuple(int(part) for part in (*VERSION.split("."), "0"))[:4]
    path = folder / f"{name}-version.txt"
    text = _VERSION_FILE.format(numbers=numbers, version=VERSION, name=name)
    path.write_text(text, "utf-8")
    return str(path)
