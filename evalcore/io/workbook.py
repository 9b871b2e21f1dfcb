"""Writing a workbook (XLSX) of texts: the same bytes each time.

The parts and elements are those of ECMA-376, as small as programs accept them.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

MOST_LINES = 26
"""In a row: it can be 409 points high, and no more."""
_LINE = 15
"""Points."""
_WHEN = (1980, 1, 1, 0, 0, 0)
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LOOKS_ESCAPED = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_PLAIN, _BOLD, _WRAPPED, _OPEN = range(4)


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, its width in characters, and what may be done in it.

    ``choices``: it may be filled in, with one of these; all other columns are protected.
    """

    heading: str
    width: int
    hidden: bool = False
    choices: tuple[str, ...] = ()


def workbook(
    title: str,
    above: Sequence[str],
    columns: Sequence[Column],
    rows: Sequence[Sequence[str | bool]],
) -> bytes:
    """Return a workbook of one sheet: lines above, the headings, which stay, and the rows."""
    parts = {
        "[Content_Types].xml": _content_types(),
        "_rels/.rels": _relations("officeDocument", "xl/workbook.xml"),
        "xl/workbook.xml": (
            f'<workbook xmlns="{_SHEET}" xmlns:r="{_OFFICE}"><sheets>'
            f'<sheet name={quoteattr(title)} sheetId="1" r:id="rId1"/></sheets></workbook>'
        ),
        "xl/_rels/workbook.xml.rels": (
            f'<Relationships xmlns="{_RELATIONS}">'
            f'<Relationship Id="rId1" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
            f'<Relationship Id="rId2" Type="{_OFFICE}/styles" Target="styles.xml"/>'
            "</Relationships>"
        ),
        "xl/styles.xml": _STYLES,
        "xl/worksheets/sheet1.xml": _sheet(above, columns, rows),
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(zipfile.ZipInfo(name, _WHEN), _HEAD + text, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _sheet(
    above: Sequence[str], columns: Sequence[Column], rows: Sequence[Sequence[str | bool]]
) -> str:
    first = len(above) + 1
    lines = [_row(n, [text], [_BOLD if n == 1 else _PLAIN]) for n, text in enumerate(above, 1)]
    headings = [column.heading for column in columns]
    lines.append(_row(first, headings, [_BOLD] * len(columns)))
    styles = [
        _OPEN if column.choices else _PLAIN if column.hidden else _WRAPPED for column in columns
    ]
    for number, row in enumerate(rows, first + 1):
        high = max(
            shown_lines(cell, column.width) if isinstance(cell, str) and not column.hidden else 1
            for cell, column in zip(row, columns, strict=True)
        )
        lines.append(_row(number, row, styles, min(high, MOST_LINES) * _LINE + 4))
    widths = "".join(_width(n, column) for n, column in enumerate(columns, 1))
    checks = [
        f'<dataValidation type="list" allowBlank="1" showErrorMessage="1" '
        f'sqref="{letters(n)}{first + 1}:{letters(n)}{first + max(len(rows), 1)}">'
        f"<formula1>{escape(quoteattr(','.join(column.choices)))}</formula1></dataValidation>"
        for n, column in enumerate(columns, 1)
        if column.choices
    ]
    checked = f'<dataValidations count="{len(checks)}">{"".join(checks)}</dataValidations>'
    return (
        f'<worksheet xmlns="{_SHEET}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
        '<sheetViews><sheetView workbookViewId="0">'
        f'<pane ySplit="{first}" topLeftCell="A{first + 1}" activePane="bottomLeft" '
        f'state="frozen"/></sheetView></sheetViews><cols>{widths}</cols>'
        f"<sheetData>{''.join(lines)}</sheetData>"
        '<sheetProtection sheet="1" objects="1" scenarios="1" formatColumns="0" formatRows="0"/>'
        f"{checked if checks else ''}"
        '<pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/></worksheet>'
    )


def _width(number: int, column: Column) -> str:
    hidden = ' hidden="1"' if column.hidden else ""
    return f'<col min="{number}" max="{number}" width="{column.width}" customWidth="1"{hidden}/>'


def shown_lines(text: str, width: int) -> int:
    """Return how many lines of so many characters a text takes, about."""
    return sum(max(1, -(-len(line) // width)) for line in text.splitlines() or [""])


def _row(
    number: int, cells: Sequence[str | bool], styles: Sequence[int], height: int | None = None
) -> str:
    made = [
        _cell(f"{letters(column)}{number}", cell, style)
        for column, (cell, style) in enumerate(zip(cells, styles, strict=True), 1)
    ]
    high = f' ht="{height}" customHeight="1"' if height is not None else ""
    return f'<row r="{number}"{high}>{"".join(made)}</row>'


def _cell(place: str, value: str | bool, style: int) -> str:
    if isinstance(value, bool):
        return f'<c r="{place}" s="{style}" t="b"><v>{int(value)}</v></c>'
    if not value:
        return f'<c r="{place}" s="{style}"/>'
    inner = f'<is><t xml:space="preserve">{_text(value)}</t></is>'
    return f'<c r="{place}" s="{style}" t="inlineStr">{inner}</c>'


def _text(text: str) -> str:
    """Return a text so that a spreadsheet shows just it, whatever is in it."""
    plain = _LOOKS_ESCAPED.sub("_x005F_", text).replace("\r\n", "\n").replace("\r", "\n")
    return escape(_NOT_IN_XML.sub(lambda found: f"_x{ord(found.group()):04X}_", plain))


def letters(number: int) -> str:
    """Return the name of a column, from 1: "A", "Z", "AA"."""
    name = ""
    while number:
        number, left = divmod(number - 1, 26)
        name = chr(65 + left) + name
    return name


def _content_types() -> str:
    main = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    return (
        f'<Types xmlns="{_TYPES}">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{main}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{main}.worksheet+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{main}.styles+xml"/></Types>'
    )


def _relations(kind: str, target: str) -> str:
    return (
        f'<Relationships xmlns="{_RELATIONS}">'
        f'<Relationship Id="rId1" Type="{_OFFICE}/{kind}" Target="{target}"/></Relationships>'
    )


_TOP = '<alignment vertical="top" wrapText="1"/>'
_LINE_BELOW = '<bottom style="thin"><color rgb="FFB8C2CA"/></bottom>'
_STYLES = (
    f'<styleSheet xmlns="{_SHEET}">'
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="3"><fill><patternFill patternType="none"/></fill>'
    '<fill><patternFill patternType="gray125"/></fill>'
    '<fill><patternFill patternType="solid"><fgColor rgb="FFDCEEF3"/></patternFill></fill></fills>'
    '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>'
    f"<border><left/><right/><top/>{_LINE_BELOW}<diagonal/></border></borders>"
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>'
    '<xf numFmtId="49" fontId="0" fillId="0" borderId="1" xfId="0" applyBorder="1" '
    f'applyAlignment="1">{_TOP}</xf>'
    '<xf numFmtId="49" fontId="0" fillId="2" borderId="1" xfId="0" applyFill="1" applyBorder="1" '
    f'applyProtection="1" applyAlignment="1">{_TOP}<protection locked="0"/></xf></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
    "</styleSheet>"
)
"""Plain, bold, a text with a line below it, and the same to be filled in."""
