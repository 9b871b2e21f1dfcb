"""One table of colours, one scale of sizes, and what is made of them: palette, fonts, style."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, NamedTuple, Protocol, runtime_checkable

from PySide6.QtCore import QDir, QObject, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from app.kit.icons import icons_folder
from app.kit.stylesheet import stylesheet

Scheme = Literal["light", "dark"]


class Colours(NamedTuple):
    """The colours of one scheme as "#RRGGBB"; contrasts are measured by a test."""

    window: str
    surface: str
    sunken: str
    hairline: str
    grid: str
    control_border: str
    text: str
    text_second: str
    text_muted: str
    accent: str
    accent_hover: str
    on_accent: str
    metric_tint: str
    selection: str
    icon_tint: str
    band: str
    placeholder: str
    disabled_fill: str
    interval: str
    banner: str
    on_banner: str
    good: str
    good_tint: str
    warning: str
    warning_tint: str
    bad: str
    bad_tint: str


LIGHT = Colours(
    window="#F3F5F7",
    surface="#FFFFFF",
    sunken="#F7F9FA",
    hairline="#E1E6EA",
    grid="#E9EDF0",
    control_border="#76838F",
    text="#17212B",
    text_second="#4A5663",
    text_muted="#5A6672",
    accent="#0B6680",
    accent_hover="#08566C",
    on_accent="#FFFFFF",
    metric_tint="#F1F8FA",
    selection="#DCEEF3",
    icon_tint="#E4F1F5",
    band="#D9E9EE",
    placeholder="#E4EAED",
    disabled_fill="#E8ECEF",
    interval="#51798A",
    banner="#14323D",
    on_banner="#FFFFFF",
    good="#17703F",
    good_tint="#E5F4EB",
    warning="#855300",
    warning_tint="#FFF2D9",
    bad="#A82A25",
    bad_tint="#FCEAE8",
)

DARK = Colours(
    window="#11171B",
    surface="#182025",
    sunken="#141B20",
    hairline="#2B363D",
    grid="#232D33",
    control_border="#7F8D98",
    text="#E8EDF0",
    text_second="#B7C1C9",
    text_muted="#9FABB4",
    accent="#62BFD6",
    accent_hover="#82CFE2",
    on_accent="#08191F",
    metric_tint="#192A31",
    selection="#1C3F4A",
    icon_tint="#17363F",
    band="#203941",
    placeholder="#28323A",
    disabled_fill="#232C32",
    interval="#8FB4C0",
    banner="#0A4A5C",
    on_banner="#FFFFFF",
    good="#71CB97",
    good_tint="#16332A",
    warning="#E6B85C",
    warning_tint="#382D16",
    bad="#F2938A",
    bad_tint="#3E2322",
)


class Sizes(NamedTuple):
    """Lengths and type sizes in device-independent pixels."""

    grid: int = 8
    margin: int = 24
    margin_narrow: int = 16
    banner: int = 32
    command_row: int = 44
    file_list: int = 232
    rail: int = 72
    status: int = 32
    control: int = 32
    control_small: int = 28
    row: int = 22
    metric_column: int = 90
    radius: int = 6
    card_radius: int = 10
    rule: int = 3
    focus_ring: int = 2
    focus_gap: int = 2
    icon: int = 16
    caption: int = 12
    body: int = 13
    heading: int = 15
    title: int = 20
    display: int = 28
    projector_body: int = 24
    projector_title: int = 44
    projector_figure: int = 96


SIZES = Sizes()


@runtime_checkable
class Themed(Protocol):
    """A widget that carries colours of its own (icons, paint) and can change them."""

    def set_theme(self, theme: Theme) -> None: ...


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours of one scheme with the sizes; passed to widgets by their constructors.

    ``text_scale`` enlarges all type and what holds it: 1.0 is normal, 2.0 is 200 %.
    """

    scheme: Scheme
    colours: Colours
    sizes: Sizes = SIZES
    text_scale: float = 1.0

    @classmethod
    def for_scheme(cls, scheme: Scheme, text_scale: float = 1.0) -> Theme:
        return cls(scheme, DARK if scheme == "dark" else LIGHT, SIZES, text_scale)

    def px(self, size: int) -> int:
        """A type size, or a length that holds type, in pixels at this text scale."""
        return round(size * self.text_scale)

    def font(
        self,
        size: int = SIZES.body,
        weight: int = 400,
        *,
        tabular: bool = False,
        scaled: bool = True,
    ) -> QFont:
        """The font at ``size`` px and weight 400, 500 or 600; tabular figures for tables.

        Needs the application object. The caller may change the font it gets.
        """
        return QFont(_font(self.px(size) if scaled else size, weight, tabular))

    def palette(self) -> QPalette:
        c = self.colours
        role = QPalette.ColorRole
        colours = {
            role.Window: c.window,
            role.WindowText: c.text,
            role.Base: c.surface,
            role.AlternateBase: c.sunken,
            role.Text: c.text,
            role.PlaceholderText: c.text_muted,
            role.Button: c.surface,
            role.ButtonText: c.text,
            role.BrightText: c.bad,
            role.Highlight: c.selection,
            role.HighlightedText: c.text,
            role.Accent: c.accent,
            role.Link: c.accent,
            role.LinkVisited: c.accent,
            role.ToolTipBase: c.surface,
            role.ToolTipText: c.text,
            role.Light: c.surface,
            role.Midlight: c.grid,
            role.Mid: c.hairline,
            role.Dark: c.control_border,
            role.Shadow: c.text_muted,
        }
        palette = QPalette()
        for key, colour in colours.items():
            palette.setColor(key, QColor(colour))
        for key in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
            palette.setColor(QPalette.ColorGroup.Disabled, key, QColor(c.text_muted))
        return palette

    def stylesheet(self) -> str:
        """One style sheet for the whole application; its icons come from ``icons:``."""
        return stylesheet(self)

    def install(self, application: QApplication) -> None:
        """Give the application this look: Fusion base, palette, font and style sheet."""
        QDir.setSearchPaths("icons", [str(icons_folder())])
        application.setStyle("Fusion")
        application.setPalette(self.palette())
        application.setFont(self.font())
        application.setStyleSheet(self.stylesheet())


def apply_theme(root: QWidget, theme: Theme) -> None:
    """Hand the theme to root and to every widget and object below it that is ``Themed``."""
    objects: list[QObject] = [root, *root.findChildren(QObject)]
    for item in objects:
        if isinstance(item, Themed):
            item.set_theme(theme)


def system_scheme() -> Scheme:
    """The scheme the system has now; light where it does not say."""
    dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return "dark" if dark else "light"


@functools.cache
def font_family() -> str:
    """Inter from its package, loaded once, else the system's own family."""
    for file in _font_files():
        # by its path, a font of many weights would be taken for the first of them alone
        number = QFontDatabase.addApplicationFontFromData(Path(file).read_bytes())
        if families := QFontDatabase.applicationFontFamilies(number):
            return families[0]
    return QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()


def _font_files() -> list[str]:
    """Return Inter's upright file; nothing here is set in italics."""
    spec = find_spec("fontpkg_inter")
    places = (spec.submodule_search_locations or ()) if spec is not None else ()
    files = [file for place in places for file in Path(place, "files").glob("*.ttf")]
    return [str(file) for file in files if "Italic" not in file.name]


@functools.cache
def _font(size: int, weight: int, tabular: bool) -> QFont:
    font = QFont(font_family())
    font.setPixelSize(size)
    font.setWeight(QFont.Weight(weight))
    font.setStyleStrategy(QFont.StyleStrategy.PreferAntialias)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    if tabular:
        font.setFeature(QFont.Tag("tnum"), 1)
    return font
