"""Making a PDF of Qt's writer the same on every run, and telling its language.

Qt dates the file, numbers the objects of fonts in the order of a hash table
that is seeded afresh, and does not say what language the text is in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_OBJECT = re.compile(rb"(\d+) 0 obj\n(.*)\nendobj", re.DOTALL)
_REFERENCE = re.compile(rb"\b(\d+) 0 R\b")
_DATES = re.compile(rb"/(?:CreationDate|ModDate) \(D:[^)]*\)\n")
_SUBSET = re.compile(rb"/[A-Z]{6}\+")
_BINARY = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"

_MEANINGS = re.compile(rb"\[[^\]]*\]")
_CODE = re.compile(rb"<([0-9A-F]{4})>")


def settled(data: bytes, language: str, letters: Mapping[int, int]) -> bytes:
    """Return a PDF of Qt's writer without dates, its objects in the order of their use.

    ``language`` (BCP 47) is set, and viewers are asked to show the title.
    ``letters`` tells of characters what they are to be when text is copied:
    ``TypeCase.letters``. Raises ValueError for a file of another make.
    """
    objects, root, info, identity = _parsed(data)
    objects[info] = _DATES.sub(b"", objects[info])
    catalog = b"/Type /Catalog\n"
    more = f"/Lang ({language})\n/ViewerPreferences << /DisplayDocTitle true >>\n".encode("ascii")
    objects[root] = objects[root].replace(catalog, catalog + more)
    order = _order(objects, [root, info])
    number = {old: new for new, old in enumerate(order, 1)}
    out = bytearray(_BINARY)
    offsets = []
    subsets = 0
    for old in order:
        head, stream = _parts(objects[old])
        head = _REFERENCE.sub(lambda m: b"%d 0 R" % number[int(m[1])], head)
        if _SUBSET.search(head):
            head = _SUBSET.sub(b"/" + _tag(subsets) + b"+", head)
            subsets += 1
        if b"begincmap" in stream:
            stream = _MEANINGS.sub(lambda m: _meaning(m[0], letters), stream)
        offsets.append(len(out))
        out += b"%d 0 obj\n%b%b\nendobj\n" % (number[old], head, stream)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(order) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<<\n/Size %d\n/Root %d 0 R\n/Info %d 0 R\n/ID %b\n>>\n" % (
        len(order) + 1,
        number[root],
        number[info],
        identity,
    )
    out += b"startxref\n%d\n%%%%EOF\n" % start
    return bytes(out)


def _meaning(codes: bytes, letters: Mapping[int, int]) -> bytes:
    """Return a list of codes with the letters that are meant; of the same length."""

    def right(code: re.Match[bytes]) -> bytes:
        value = int(code[1], 16)
        return b"<%04X>" % letters.get(value, value)

    return _CODE.sub(right, codes)


def _parsed(data: bytes) -> tuple[dict[int, bytes], int, int, bytes]:
    """Return the objects by number, the numbers of the catalogue and of Info, and the ID."""
    start = int(data[data.rindex(b"startxref") + 9 :].split()[0])
    table, _, trailer = data[start:].partition(b"trailer")
    offsets = [
        int(line[:10]) for line in table.split(b"\n")[2:] if line[17:18] == b"n" and int(line[:10])
    ]
    objects = {}
    ends = sorted([*offsets, start])
    for offset in offsets:
        found = _OBJECT.match(data, offset, ends[ends.index(offset) + 1])
        if found is None:
            raise ValueError("not a file of Qt's writer")
        objects[int(found[1])] = found[2]
    root, info = (re.search(rb"/%b (\d+) 0 R" % name, trailer) for name in (b"Root", b"Info"))
    identity = re.search(rb"/ID (\[.*?\])", trailer)
    if root is None or info is None or identity is None:
        raise ValueError("not a file of Qt's writer")
    return objects, int(root[1]), int(info[1]), identity[1]


def _parts(body: bytes) -> tuple[bytes, bytes]:
    """Return what stands before a stream, and the stream."""
    head, word, rest = body.partition(b"\nstream\n")
    return head, word + rest


def _order(objects: dict[int, bytes], first: list[int]) -> list[int]:
    """Return the objects that are used, each after the first one that names it."""
    order: list[int] = []
    seen = set()
    waiting = first[::-1]
    while waiting:
        number = waiting.pop()
        if number in seen or number not in objects:
            continue
        seen.add(number)
        order.append(number)
        head, _ = _parts(objects[number])
        waiting += [int(m) for m in _REFERENCE.findall(head)][::-1]
    return order


def _tag(number: int) -> bytes:
    """Return six capital letters for a subset of a font."""
    letters = []
    for _ in range(6):
        number, rest = divmod(number, 26)
        letters.append(65 + rest)
    return bytes(letters)
