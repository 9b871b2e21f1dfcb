"""The style sheet, written from the theme's tables.

What a widget is goes into a dynamic property, set before it is shown:
``type`` on labels, ``panel`` on containers, ``primary``, ``link``, ``quiet`` and
``small`` on buttons, ``pill`` on labels that name a state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.kit.theme import Theme


def stylesheet(theme: Theme) -> str:
    """The whole sheet for one theme; lengths in device-independent pixels."""
    parts = (_labels, _panels, _buttons, _inputs, _checks, _tabs_and_menus, _views, _bars)
    return "\n".join(part(theme) for part in parts)


def _labels(t: Theme) -> str:
    c, s = t.colours, t.sizes
    pills = "\n".join(
        f"""QLabel[pill="{name}"] {{ color: {ink}; background: {tint}; font-weight: 600;
    padding: 1px 8px; border-radius: {(t.px(16) + 2) // 2}px; min-height: {t.px(16)}px; }}"""
        for name, ink, tint in (
            ("good", c.good, c.good_tint),
            ("warning", c.warning, c.warning_tint),
            ("bad", c.bad, c.bad_tint),
            ("waiting", c.text_second, c.hairline),
        )
    )
    tones = "\n".join(
        f'QLabel[tone="{name}"] {{ color: {colour}; }}'
        for name, colour in (
            ("second", c.text_second),
            ("muted", c.text_muted),
            ("accent", c.accent),
            ("good", c.good),
            ("warning", c.warning),
            ("bad", c.bad),
        )
    )
    return f"""
QLabel {{ background: transparent; }}
QLabel[type="display"] {{ font-size: {t.px(s.display)}px; font-weight: 600; }}
QLabel[type="title"] {{ font-size: {t.px(s.title)}px; font-weight: 600; }}
QLabel[type="heading"] {{ font-size: {t.px(s.heading)}px; font-weight: 600; }}
QLabel[type="lead"] {{ font-size: {t.px(s.heading)}px; color: {c.text_second}; }}
QLabel[type="label"] {{ font-weight: 600; }}
QLabel[type="body"] {{ color: {c.text_second}; }}
QLabel[type="caption"] {{ font-size: {t.px(s.caption)}px; color: {c.text_second}; }}
QLabel[strong="true"] {{ font-weight: 500; }}
QLabel:disabled {{ color: {c.text_muted}; }}
{tones}
{pills}
QToolTip {{ color: {c.text}; background: {c.surface}; border: 1px solid {c.control_border};
    padding: 6px 8px; }}
"""


def _panels(t: Theme) -> str:
    c = t.colours
    return f"""
QWidget[panel="page"] {{ background: {c.surface}; }}
QWidget[panel="side"] {{ background: {c.window}; border: none;
    border-right: 1px solid {c.hairline}; }}
QWidget[panel="command"] {{ background: {c.window}; border: none;
    border-bottom: 1px solid {c.hairline}; }}
QWidget[panel="status"] {{ background: {c.window}; border: none;
    border-top: 1px solid {c.hairline}; }}
QWidget[panel="fault"] {{ background: {c.bad_tint}; border-radius: {t.sizes.radius}px; }}
QWidget[panel="done"] {{ background: {c.good_tint}; border-radius: {t.sizes.radius}px; }}
QFrame[panel="line"] {{ background: {c.hairline}; border: none; max-height: 1px; min-height: 1px; }}
QDialog, QMessageBox {{ background: {c.surface}; }}
QMessageBox QLabel#qt_msgbox_label {{ font-size: {t.px(t.sizes.heading)}px; font-weight: 600; }}
QMessageBox QLabel#qt_msgbox_informativelabel {{ color: {c.text_second}; min-width: 320px; }}
QScrollArea, QScrollArea > QWidget > QWidget[panel="scrolled"] {{ background: transparent;
    border: none; }}
QSplitter::handle {{ background: {c.hairline}; }}
"""


def _buttons(t: Theme) -> str:
    c, s = t.colours, t.sizes
    inner, small = t.px(s.control) - 2, t.px(s.control_small) - 2
    return f"""
QPushButton {{ color: {c.text}; background: {c.surface}; border: 1px solid {c.control_border};
    border-radius: {s.radius}px; min-height: {inner}px; padding: 0 11px; font-weight: 500;
    outline: none; }}
QPushButton:hover {{ background: {c.metric_tint}; }}
QPushButton:pressed, QPushButton:open {{ background: {c.selection}; }}
QPushButton:focus {{ border-color: {c.accent}; }}
QPushButton[primary="true"], QDialogButtonBox QPushButton:default {{ color: {c.on_accent};
    background: {c.accent}; border-color: {c.accent}; font-weight: 600; }}
QPushButton[primary="true"]:hover, QPushButton[primary="true"]:pressed,
QPushButton[primary="true"]:open, QDialogButtonBox QPushButton:default:hover {{
    background: {c.accent_hover}; border-color: {c.accent_hover}; }}
QPushButton[link="true"] {{ color: {c.accent}; background: transparent;
    border-color: transparent; padding: 0 7px; }}
QPushButton[link="true"]:hover {{ background: {c.metric_tint}; }}
QPushButton[link="true"]:pressed, QPushButton[link="true"]:open {{ background: {c.selection}; }}
QPushButton[small="true"] {{ min-height: {small}px; padding: 0 10px;
    font-size: {t.px(s.caption)}px; }}
QPushButton:disabled, QPushButton[primary="true"]:disabled,
QDialogButtonBox QPushButton:default:disabled {{ color: {c.text_muted};
    background: {c.disabled_fill}; border-color: {c.disabled_fill}; }}
QPushButton[link="true"]:disabled {{ background: transparent; border-color: transparent; }}
QPushButton::menu-indicator {{ image: none; width: 0; }}
QPushButton[menu="true"] {{ padding-right: {t.px(16) + 14}px; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QDialogButtonBox QPushButton {{ min-width: {t.px(64)}px; }}
QToolButton {{ color: {c.text}; background: transparent; border: 1px solid transparent;
    border-radius: {s.radius}px; padding: 4px; }}
QToolButton:hover {{ background: {c.selection}; }}
QToolButton:pressed, QToolButton:open, QToolButton:checked {{ background: {c.selection}; }}
QToolButton:focus {{ border-color: {c.accent}; }}
QToolButton:disabled {{ color: {c.text_muted}; }}
QToolButton::menu-indicator {{ image: none; width: 0; }}
"""


def _inputs(t: Theme) -> str:
    c, s = t.colours, t.sizes
    inner = t.px(s.control) - 2
    up, down = (f"url(icons:control-chevron-{way}-{t.scheme}.svg)" for way in ("up", "down"))
    arrow = t.px(14)
    return f"""
QLineEdit, QAbstractSpinBox, QComboBox {{ color: {c.text}; background: {c.surface};
    border: 1px solid {c.control_border}; border-radius: {s.radius}px;
    min-height: {inner}px; padding: 0 9px;
    selection-background-color: {c.selection}; selection-color: {c.text}; }}
QLineEdit:focus, QAbstractSpinBox:focus, QComboBox:focus, QPlainTextEdit:focus, QTextEdit:focus,
QTextBrowser:focus {{ border-color: {c.accent}; }}
QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled {{ color: {c.text_muted};
    background: {c.disabled_fill}; border-color: {c.disabled_fill}; }}
QAbstractSpinBox {{ padding: 0; max-height: {inner}px; font-weight: 500; }}
QAbstractSpinBox QLineEdit {{ border: none; min-height: 0; padding: 0; background: transparent; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ width: {t.px(24)}px;
    border: none; background: transparent; subcontrol-origin: border; }}
QAbstractSpinBox::up-button {{ subcontrol-position: top right; margin: 2px 2px 0 0; }}
QAbstractSpinBox::down-button {{ subcontrol-position: bottom right; margin: 0 2px 2px 0; }}
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover {{
    background: {c.selection}; border-radius: 3px; }}
QAbstractSpinBox::up-arrow {{ image: {up}; width: {arrow}px; height: {arrow}px; }}
QAbstractSpinBox::down-arrow {{ image: {down}; width: {arrow}px; height: {arrow}px; }}
QAbstractSpinBox::up-arrow:off, QAbstractSpinBox::down-arrow:off {{ image: none; }}
QComboBox {{ padding: 0 32px 0 11px; font-weight: 500; }}
QComboBox[icon="true"] {{ padding-left: {t.px(16) + 19}px; }}
QComboBox::drop-down {{ border: none; width: {t.px(32)}px; }}
QComboBox::down-arrow {{ image: {down}; width: {t.px(16)}px; height: {t.px(16)}px; }}
QComboBox QAbstractItemView {{ background: {c.surface}; border: 1px solid {c.control_border};
    padding: 4px; outline: none; }}
QComboBox QAbstractItemView::item {{ min-height: {t.px(28)}px; padding: 0 8px; }}
QPlainTextEdit, QTextEdit, QTextBrowser {{ color: {c.text}; background: {c.sunken};
    border: 1px solid {c.hairline}; border-radius: {s.radius}px; padding: 8px;
    selection-background-color: {c.selection}; selection-color: {c.text}; }}
"""


def _checks(t: Theme) -> str:
    c = t.colours
    box, ring = t.px(16), t.px(5)
    return f"""
QCheckBox, QRadioButton {{ spacing: 8px; min-height: {t.px(24)}px; background: transparent;
    outline: none; }}
QCheckBox::indicator, QRadioButton::indicator, QAbstractItemView::indicator {{
    width: {box}px; height: {box}px; background: {c.surface};
    border: 1px solid {c.control_border}; border-radius: 4px; }}
QRadioButton::indicator {{ border-radius: {box // 2 + 1}px; }}
QCheckBox::indicator:hover, QRadioButton::indicator:hover, QCheckBox::indicator:focus,
QRadioButton::indicator:focus {{ border-color: {c.accent}; }}
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked {{ background: {c.accent};
    border-color: {c.accent}; image: url(icons:control-check-{t.scheme}.svg); }}
QRadioButton::indicator:checked {{ width: {box + 2 - 2 * ring}px; height: {box + 2 - 2 * ring}px;
    border: {ring}px solid {c.accent}; background: {c.on_accent}; }}
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled {{
    background: {c.disabled_fill}; border-color: {c.disabled_fill}; }}
QCheckBox:disabled, QRadioButton:disabled {{ color: {c.text_muted}; }}
QGroupBox {{ font-weight: 600; border: 1px solid {c.hairline}; border-radius: {t.sizes.radius}px;
    margin-top: {t.px(12)}px; padding: 12px; }}
QGroupBox::title {{ subcontrol-origin: margin; left: 12px; padding: 0 4px; }}
"""


def _tabs_and_menus(t: Theme) -> str:
    c, s = t.colours, t.sizes
    tab = t.px(s.command_row) - 6
    return f"""
QTabBar {{ background: transparent; font-weight: 500; qproperty-drawBase: 0; }}
QTabBar::tab {{ color: {c.text_second}; background: transparent; border: none;
    border-top: {s.rule}px solid transparent; padding: 0 14px 3px 14px;
    height: {tab - s.rule - 3}px; }}
QTabBar::tab:hover {{ color: {c.text}; }}
QTabBar::tab:selected {{ color: {c.text}; background: {c.surface};
    border-top-color: {c.accent}; font-weight: 600; }}
QTabBar::tab:focus {{ border: {s.focus_ring}px solid {c.accent};
    border-top-width: {s.rule}px; padding: 0 12px 1px 12px; }}
QTabBar QLabel[pill] {{ margin-right: 10px; }}
QTabBar[tight="true"]::tab {{ padding-left: 9px; padding-right: 9px; }}
QTabBar[tight="true"]::tab:focus {{ padding-left: 7px; padding-right: 7px; }}
QTabBar[tight="true"] QLabel[pill] {{ margin-right: 5px; padding: 1px 6px; }}
QTabBar::tab:disabled {{ color: {c.text_muted}; }}
QTabBar::scroller {{ width: {t.px(28)}px; }}
QTabWidget::pane {{ border: none; background: {c.surface}; }}
QMenuBar {{ background: transparent; border: none; padding: 0; spacing: 0; }}
QMenuBar::item {{ color: {c.text}; background: transparent; padding: 6px 12px; margin: 0;
    border-radius: {s.radius}px; }}
QMenuBar::item:selected, QMenuBar::item:pressed {{ background: {c.selection}; }}
QMenu {{ color: {c.text}; background: {c.surface}; border: 1px solid {c.control_border};
    padding: 4px; }}
QMenu::item {{ padding: 6px 24px 6px 12px; border-radius: 4px; }}
QMenu::icon {{ padding-left: 8px; }}
QMenu::item:selected {{ background: {c.selection}; }}
QMenu::item:disabled {{ color: {c.text_muted}; }}
QMenu::separator {{ height: 1px; background: {c.hairline}; margin: 4px 8px; }}
"""


def _views(t: Theme) -> str:
    c, s = t.colours, t.sizes
    return f"""
QAbstractItemView {{ color: {c.text}; background: {c.surface}; border: none; outline: none;
    gridline-color: {c.hairline}; selection-background-color: {c.selection};
    selection-color: {c.text}; alternate-background-color: {c.sunken}; }}
QListView#fileList {{ background: transparent; }}
QListView::item {{ border-radius: {s.radius}px; }}
QListWidget::item {{ min-height: {t.px(32)}px; padding: 0 8px; }}
QAbstractItemView::item:selected {{ background: {c.selection}; color: {c.text}; }}
QAbstractItemView::item:hover:!selected {{ background: {c.metric_tint}; }}
QAbstractItemView::item:focus {{ border: {s.focus_ring}px solid {c.accent}; }}
QHeaderView {{ background: {c.surface}; border: none; }}
QHeaderView::section {{ color: {c.text_second}; background: {c.surface}; border: none;
    border-bottom: 1px solid {c.hairline}; padding: 4px 8px;
    font-size: {t.px(s.caption)}px; font-weight: 500; }}
QTableCornerButton::section {{ background: {c.surface}; border: none; }}
"""


def _bars(t: Theme) -> str:
    c = t.colours
    return f"""
QScrollBar {{ background: transparent; border: none; margin: 0; }}
QScrollBar:vertical {{ width: 12px; }}
QScrollBar:horizontal {{ height: 12px; }}
QScrollBar::handle {{ background: {c.control_border}; border-radius: 3px; margin: 3px; }}
QScrollBar::handle:hover {{ background: {c.text_muted}; }}
QScrollBar::handle:vertical {{ min-height: 32px; }}
QScrollBar::handle:horizontal {{ min-width: 32px; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QProgressBar {{ background: {c.hairline}; border: none; border-radius: 3px;
    min-height: 6px; max-height: 6px; text-align: center; color: transparent; }}
QProgressBar::chunk {{ background: {c.accent}; border-radius: 3px; }}
QStatusBar {{ background: {c.window}; border-top: 1px solid {c.hairline};
    min-height: {t.px(t.sizes.status)}px; }}
QStatusBar::item {{ border: none; }}
"""
