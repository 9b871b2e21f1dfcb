"""Files dropped on the window: a filter for any widget, and the area in the empty list."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QEnterEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.kit.icons import IconName, paint_icon
from app.kit.theme import Theme

_NOTHING = Qt.BrushStyle.NoBrush


def local_files(data: QMimeData) -> list[Path]:
    """The files of a drag that lie on this computer, in the order they came."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


class DropTarget(QObject):
    """Makes a widget, the whole window say, take files that are dropped on it.

    Children take part unless they accept drops themselves.
    """

    dropped = Signal(list)
    """list[Path], at least one."""
    hovering = Signal(bool)
    """True while files are held over the widget."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDragEnterEvent | QDragMoveEvent):
            if not local_files(event.mimeData()):
                return False
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            self.hovering.emit(True)
            return True
        if event.type() == QEvent.Type.DragLeave:
            self.hovering.emit(False)
        elif isinstance(event, QDropEvent):
            self.hovering.emit(False)
            files = local_files(event.mimeData())
            if files:
                event.setDropAction(Qt.DropAction.CopyAction)
                event.accept()
                self.dropped.emit(files)
                return True
        return False


class DropArea(QAbstractButton):
    """The dashed area of the empty file list; a press of it asks for the file dialog."""

    dropped = Signal(list)
    """list[Path], at least one."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._held = False
        self._over = False
        self.setObjectName("dropArea")
        self.setAccessibleName("No files open. Open files")
        self.setAccessibleDescription("Drop files anywhere, or press Enter to choose files.")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        target = DropTarget(self)
        target.dropped.connect(self.dropped)
        target.hovering.connect(self.set_held)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 0, 12, 18)
        layout.setSpacing(8)
        layout.addSpacing(32 + theme.px(22))
        for kind, text in (
            ("label", "No files open"),
            ("caption", "Drop files anywhere,\nor choose Open files."),
        ):
            label = QLabel(text, self)
            label.setProperty("type", kind)
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            layout.addWidget(label)

    def set_held(self, held: bool) -> None:
        """Show that files are held over the area or over the window."""
        self._held = held
        self.update()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        layout = self.layout()
        height = layout.totalHeightForWidth(200) if layout is not None else 128
        return QSize(200, max(128, height))

    def enterEvent(self, event: QEnterEvent) -> None:
        self._over = True
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._over = False
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        c, s = self._theme.colours, self._theme.sizes
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = QPen(QColor(c.accent if self._held else c.control_border), 1)
        edge.setDashPattern([4, 4])
        painter.setPen(edge)
        lit = self._held or self._over
        painter.setBrush(QColor(c.selection if self._held else c.metric_tint) if lit else _NOTHING)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, s.radius + 2, s.radius + 2)
        side = self._theme.px(24)
        ink = c.accent if self._held else c.text_second
        spot = QRectF((self.width() - side) / 2, 20, side, side)
        paint_icon(painter, IconName.FOLDER_OPEN, ink, spot)
        painter.end()
