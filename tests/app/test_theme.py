from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QFontMetricsF, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.kit.buttons import Button
from app.kit.spin_box import SpinBox
from app.kit.theme import DARK, LIGHT, Colours, Theme, apply_theme, font_family, system_scheme

BACKGROUNDS = ("window", "surface", "sunken", "metric_tint", "selection", "icon_tint", "band")
TINTS = ("good_tint", "warning_tint", "bad_tint")
TEXT_PAIRS = [
    *((ink, back) for ink in ("text", "text_second") for back in (*BACKGROUNDS, *TINTS)),
    *(("text_muted", back) for back in (*BACKGROUNDS, "disabled_fill")),
    *(("accent", back) for back in ("window", "surface", "sunken", "metric_tint", "icon_tint")),
    ("accent", "selection"),
    ("on_accent", "accent"),
    ("on_accent", "accent_hover"),
    ("on_banner", "banner"),
    *(
        (ink, back)
        for ink in ("good", "warning", "bad")
        for back in ("window", "surface", "sunken", "selection", f"{ink}_tint")
    ),
]
MARK_PAIRS = [
    *(("control_border", back) for back in ("window", "surface", "sunken")),
    *((ink, back) for ink in ("interval", "accent") for back in BACKGROUNDS),
    ("accent", "hairline"),
]
SCHEMES = pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])


@pytest.fixture
def plain(qapp: QApplication) -> Iterator[QApplication]:
    """The application, without a style sheet again afterwards."""
    yield qapp
    qapp.setStyleSheet("")


def luminance(colour: str) -> float:
    """Relative luminance of "#RRGGBB" after WCAG 2.2."""

    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_measured_as_the_standard_does() -> None:
    assert contrast("#FFFFFF", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


@SCHEMES
@pytest.mark.parametrize(("ink", "back"), TEXT_PAIRS)
def test_text_can_be_read(colours: Colours, ink: str, back: str) -> None:
    assert contrast(getattr(colours, ink), getattr(colours, back)) >= 4.5


@SCHEMES
@pytest.mark.parametrize(("mark", "back"), MARK_PAIRS)
def test_marks_can_be_seen(colours: Colours, mark: str, back: str) -> None:
    assert contrast(getattr(colours, mark), getattr(colours, back)) >= 3


@SCHEMES
def test_every_colour_is_one(colours: Colours) -> None:
    for value in colours:
        assert len(value) == 7
        assert int(value.removeprefix("#"), 16) >= 0


@pytest.mark.parametrize(("scheme", "colours"), [("light", LIGHT), ("dark", DARK)])
def test_the_palette_and_the_style_sheet_carry_the_table(
    qapp: QApplication, scheme: str, colours: Colours
) -> None:
    theme = Theme.for_scheme("dark" if scheme == "dark" else "light")
    palette = theme.palette()
    assert palette.color(QPalette.ColorRole.Window).name().upper() == colours.window
    assert palette.color(QPalette.ColorRole.Text).name().upper() == colours.text
    assert colours.accent in theme.stylesheet()
    marked = replace(theme, colours=colours._replace(accent="#123456"))
    assert colours.accent not in marked.stylesheet()


def test_fonts_have_the_size_and_weight_and_figures_asked_for(qapp: QApplication) -> None:
    theme = Theme.for_scheme("light")
    font = theme.font(20, 600)
    assert (font.pixelSize(), font.weight(), font.family()) == (20, 600, font_family())
    table = QFontMetricsF(theme.font(13, tabular=True))
    assert table.horizontalAdvance("1111") == table.horizontalAdvance("0000")
    assert Theme.for_scheme("light", 2.0).font(13).pixelSize() == 26
    assert Theme.for_scheme("light", 2.0).font(13, scaled=False).pixelSize() == 13


def test_inter_has_a_face_for_each_weight(qapp: QApplication) -> None:
    assert font_family() == "Inter"
    theme = Theme.for_scheme("light")
    text = "Disclosure check of a report"
    widths = [QFontMetricsF(theme.font(15, w)).horizontalAdvance(text) for w in (400, 500, 600)]
    assert widths[0] < widths[1] < widths[2]


def test_a_font_may_be_changed_without_changing_the_next(qapp: QApplication) -> None:
    theme = Theme.for_scheme("light")
    theme.font(15).setItalic(True)
    assert not theme.font(15).italic()


def test_many_fonts_lose_no_reference_to_none(qapp: QApplication) -> None:
    theme = Theme.for_scheme("light")
    theme.font(13, 400, tabular=True)
    before = sys.getrefcount(None)
    for _ in range(1000):
        theme.font(13, 400, tabular=True)
    assert abs(sys.getrefcount(None) - before) < 100


def test_the_system_font_serves_where_inter_is_not_installed(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "fontpkg_inter", None)
    font_family.cache_clear()
    try:
        general = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
        assert font_family() == general.family()
    finally:
        font_family.cache_clear()


@pytest.mark.parametrize(
    ("system", "ours"),
    [
        (Qt.ColorScheme.Dark, "dark"),
        (Qt.ColorScheme.Light, "light"),
        (Qt.ColorScheme.Unknown, "light"),
    ],
)
def test_the_system_scheme_is_followed(
    monkeypatch: pytest.MonkeyPatch, system: Qt.ColorScheme, ours: str
) -> None:
    hints = SimpleNamespace(colorScheme=lambda: system)
    application = SimpleNamespace(styleHints=lambda: hints)
    monkeypatch.setattr("app.kit.theme.QGuiApplication", application)
    assert system_scheme() == ours


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_controls_share_one_height_and_grow_with_the_text(
    plain: QApplication, qtbot: QtBot, scheme: str, scale: float
) -> None:
    theme = Theme.for_scheme("dark" if scheme == "dark" else "light", scale)
    theme.install(plain)
    controls = (
        Button(theme, "Open"),
        Button(theme, "Open", primary=True),
        QLineEdit(),
        QComboBox(),
        SpinBox("Minimum cell size", 1, 99, 5),
        QPushButton("Plain"),
    )
    row = QWidget()
    qtbot.addWidget(row)
    layout = QHBoxLayout(row)
    for control in controls:
        layout.addWidget(control)
    row.show()
    assert {control.height() for control in controls} == {round(32 * scale)}


def test_the_current_tab_wears_the_accent(plain: QApplication, qtbot: QtBot) -> None:
    theme = Theme.for_scheme("light")
    theme.install(plain)
    tabs = QTabBar()
    qtbot.addWidget(tabs)
    tabs.addTab("Start")
    tabs.addTab("Draft metrics")
    tabs.setCurrentIndex(1)
    tabs.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    tabs.show()
    image = tabs.grab().toImage()
    middle = [tabs.tabRect(index).center().x() for index in range(2)]
    accents = [image.pixelColor(x, 1).name().upper() == theme.colours.accent for x in middle]
    assert accents == [False, True]
    assert tabs.tabRect(1).height() == 38


def test_a_new_theme_reaches_every_widget_that_has_colours(qtbot: QtBot) -> None:
    class Page(QWidget):
        seen: Theme | None = None

        def set_theme(self, theme: Theme) -> None:
            self.seen = theme

    root, page, label = QWidget(), Page(), QLabel("plain")
    qtbot.addWidget(root)
    page.setParent(root)
    inner = Page(page)
    label.setParent(page)
    theme = Theme.for_scheme("dark")
    apply_theme(root, theme)
    assert page.seen is theme
    assert inner.seen is theme
