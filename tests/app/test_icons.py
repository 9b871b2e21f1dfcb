from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QImage
from PySide6.QtWidgets import QApplication

from app.kit.icons import (
    APPLICATION_SIZES,
    CONTROL_GLYPHS,
    IconName,
    application_icon,
    icon,
    icons_folder,
    pixmap,
)
from app.kit.theme import DARK, LIGHT, Theme


def inks(image: QImage) -> set[str]:
    """The colours of the pixels that are fully painted."""
    image = image.convertToFormat(QImage.Format.Format_ARGB32)
    return {
        image.pixelColor(x, y).name()
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alpha() == 255
    }


def test_the_folder_holds_what_the_list_names_and_no_more() -> None:
    files = {path.name for path in icons_folder().iterdir()}
    assert files == {f"{name}.svg" for name in (*IconName, *CONTROL_GLYPHS)}


@pytest.mark.parametrize("name", [*IconName, *CONTROL_GLYPHS])
def test_a_drawing_is_plain_svg_without_outside_references(name: str) -> None:
    root = ElementTree.parse(icons_folder() / f"{name}.svg").getroot()
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert tags <= {"svg", "path", "circle", "rect"}
    assert not any(key.endswith("href") for element in root.iter() for key in element.attrib)


@pytest.mark.parametrize("name", [name for name in IconName if name != IconName.APP_COLOUR])
def test_an_icon_paints_in_the_colour_asked_for(qapp: QApplication, name: IconName) -> None:
    image = pixmap(name, "#A82A25", 24, 4.0).toImage()
    assert image.size() == QSize(96, 96)
    assert inks(image) == {"#a82a25"}
    edge = [image.pixelColor(0, at).alpha() + image.pixelColor(95, at).alpha() for at in range(96)]
    assert not any(edge), "the drawing is cut at its side"


def test_no_two_icons_look_alike(qapp: QApplication) -> None:
    images = [pixmap(name, "#000000", 16).toImage() for name in IconName]
    alike = [
        (one, other)
        for at, one in enumerate(IconName)
        for under, other in enumerate(IconName)
        if at < under and images[at] == images[under]
    ]
    assert not alike


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 1.75, 2.0])
def test_an_icon_is_sharp_at_each_scale_of_the_screen(qapp: QApplication, ratio: float) -> None:
    shown = icon(IconName.DRAFTS, "#17212B", 16).pixmap(QSize(16, 16), ratio)
    drawn = pixmap(IconName.DRAFTS, "#17212B", 16, ratio)
    assert shown.toImage() == drawn.toImage()
    assert shown.devicePixelRatio() == ratio


def test_a_disabled_icon_has_its_own_colour(qapp: QApplication) -> None:
    both = icon(IconName.MINUS, "#000000", 24, disabled="#A82A25")
    faded = both.pixmap(QSize(24, 24), 3.0, QIcon.Mode.Disabled)
    assert inks(faded.toImage()) == {"#a82a25"}


def test_a_gap_is_left_at_the_right(qapp: QApplication) -> None:
    image = pixmap(IconName.MONITOR, "#000000", 16, 1.0, 4).toImage()
    assert (image.width(), image.height()) == (20, 16)
    right = [image.pixelColor(x, y).alpha() for x in range(16, 20) for y in range(16)]
    assert not any(right)


def test_the_program_has_an_icon_in_colour(qapp: QApplication) -> None:
    program = application_icon()
    assert {size.width() for size in program.availableSizes()} == set(APPLICATION_SIZES)
    assert len(inks(program.pixmap(64, 64).toImage())) > 2


@pytest.mark.parametrize(("scheme", "colours"), [("light", LIGHT), ("dark", DARK)])
def test_the_style_sheet_glyphs_have_the_colours_of_the_table(scheme: str, colours: object) -> None:
    for name in CONTROL_GLYPHS:
        if not name.endswith(scheme):
            continue
        source = (icons_folder() / f"{name}.svg").read_text("utf-8")
        role = "on_accent" if "check" in name else "text_second"
        assert re.findall(r'stroke="(#\w+)"', source) == [getattr(colours, role)]


def test_the_style_sheet_names_only_files_that_exist(qapp: QApplication) -> None:
    for scheme in ("light", "dark"):
        theme = Theme.for_scheme("dark" if scheme == "dark" else "light")
        names = re.findall(r"url\(icons:([^)]+)\)", theme.stylesheet())
        assert len(set(names)) == 3
        assert all((icons_folder() / name).is_file() for name in names)
        assert QColor(theme.colours.accent).isValid()
