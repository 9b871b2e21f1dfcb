"""The open files at the left: list, minimum cell size, and a way to open more."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListView,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from app.delegates.open_files import OpenFilesDelegate
from app.icons import IconName
from app.models.file_roles import FileRole
from app.models.open_files import OpenFilesModel
from app.theme import Theme
from app.widgets.buttons import Button, IconButton
from app.widgets.drop_area import DropArea
from app.widgets.spin_box import SpinBox
from evalcore.vocabulary import DEFAULT_MINIMUM_CELL_SIZE

LARGEST_CELL_SIZE = 9999


class FileList(QListView):
    """The list itself. Delete or the cross removes a file, F5 reads it again."""

    remove_requested = Signal(int)
    reload_requested = Signal(int)

    def __init__(self, theme: Theme, model: OpenFilesModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("fileList")
        self.setAccessibleName("Open files")
        self.setModel(model)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._show_menu)
        self.row_delegate = OpenFilesDelegate(theme, self)
        self.setItemDelegate(self.row_delegate)

    def set_theme(self, theme: Theme) -> None:
        self.scheduleDelayedItemsLayout()
        self.viewport().update()

    def set_rail(self, rail: bool) -> None:
        """Show icons and "File 1" alone, for want of width."""
        self.row_delegate.rail = rail
        self.scheduleDelayedItemsLayout()

    def current_file(self) -> int | None:
        """Return the number of the file in hand."""
        return self._number(self.currentIndex())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        cross = self.row_delegate.close_rect(self.visualRect(index))
        number = self._number(index)
        if number is not None and cross.contains(event.position().toPoint()):
            self.remove_requested.emit(number)
            return
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        number = self.current_file()
        if event.key() == Qt.Key.Key_Delete and number is not None:
            self.remove_requested.emit(number)
        else:
            super().keyPressEvent(event)

    def _number(self, index: QModelIndex) -> int | None:
        return int(index.data(FileRole.NUMBER)) if index.isValid() else None

    def _show_menu(self, where: QPoint) -> None:
        number = self._number(self.indexAt(where))
        if number is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        reload_action = QAction("Reload", menu)
        reload_action.triggered.connect(lambda: self.reload_requested.emit(number))
        remove_action = QAction("Remove from the list", menu)
        remove_action.triggered.connect(lambda: self.remove_requested.emit(number))
        menu.addActions([reload_action, remove_action])
        menu.popup(self.viewport().mapToGlobal(where))


class FilePanel(QFrame):
    """Heading, list (or a place to drop files), minimum cell size, "Open files…"."""

    open_requested = Signal()

    def __init__(self, theme: Theme, model: OpenFilesModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rail = False
        self.setProperty("panel", "side")
        self._heading = QLabel("Open files", self)
        self._heading.setProperty("type", "label")
        self.list = FileList(theme, model, self)
        self.drop_area = DropArea(theme, self)
        self.drop_area.clicked.connect(self.open_requested)
        line = QFrame(self)
        line.setProperty("panel", "line")
        self._size_label = QLabel("Minimum cell size", self)
        self._size_label.setProperty("strong", True)
        self.minimum_cell_size = SpinBox(
            "Minimum cell size", 2, LARGEST_CELL_SIZE, DEFAULT_MINIMUM_CELL_SIZE, self
        )
        self.minimum_cell_size.setObjectName("minimumCellSize")
        self.minimum_cell_size.setKeyboardTracking(False)
        self.minimum_cell_size.setToolTip(
            "What rests on fewer facts, statements, drafts or decisions than this is suppressed."
        )
        self._size_label.setBuddy(self.minimum_cell_size)
        self._open = Button(theme, "Open files…", icon_name=IconName.FOLDER_OPEN)
        self._open.clicked.connect(self.open_requested)
        self._open_icon = IconButton(theme, "Open files…", IconName.FOLDER_OPEN, self)
        self._open_icon.clicked.connect(self.open_requested)
        self._size_row = QHBoxLayout()
        self._size_row.addWidget(self._size_label, 1)
        self._size_row.addWidget(self.minimum_cell_size)
        self._layout = QVBoxLayout(self)
        self._layout.setSpacing(10)
        self._layout.addWidget(self._heading)
        self._drop_row = QHBoxLayout()
        self._drop_row.addWidget(self.drop_area)
        self._layout.addLayout(self._drop_row)
        self._layout.addWidget(self.list, 1)
        self._layout.addStretch(0)
        self._layout.addWidget(line)
        self._layout.addLayout(self._size_row)
        self._open_row = QHBoxLayout()
        self._open_row.addWidget(self._open)
        self._layout.addLayout(self._open_row)
        self._layout.addWidget(self._open_icon, 0, Qt.AlignmentFlag.AlignHCenter)
        for signal in (model.rowsInserted, model.rowsRemoved, model.modelReset):
            signal.connect(self._on_rows)
        self.set_rail(False)
        self._on_rows()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.set_rail(self._rail)

    def set_rail(self, rail: bool) -> None:
        """Become a rail of 72 px, or the full list."""
        self._rail = rail
        sizes = self._theme.sizes
        self.setFixedWidth(sizes.rail if rail else self._theme.px(sizes.file_list))
        margin = 4 if rail else 8
        self._layout.setContentsMargins(margin, 16, margin, 14)
        inner = 0 if rail else 8
        self._heading.setContentsMargins(inner, 0, 0, 0)
        for row in (self._size_row, self._open_row, self._drop_row):
            row.setContentsMargins(inner, 0, inner, 0)
        self._heading.setText("Files" if rail else "Open files")
        self._heading.setAlignment(
            Qt.AlignmentFlag.AlignHCenter if rail else Qt.AlignmentFlag.AlignLeft
        )
        self._size_label.setText("Min. cell" if rail else "Minimum cell size")
        self._size_row.setDirection(
            QHBoxLayout.Direction.TopToBottom if rail else QHBoxLayout.Direction.LeftToRight
        )
        self._size_row.setAlignment(
            self._size_label,
            Qt.AlignmentFlag.AlignHCenter if rail else Qt.AlignmentFlag.AlignVCenter,
        )
        self.minimum_cell_size.setFixedWidth(60 if rail else self._theme.px(64))
        self._open.setVisible(not rail)
        self._open_icon.setVisible(rail)
        self.list.set_rail(rail)
        self._on_rows()

    def show_size(self, size: int, *, fixed: bool) -> None:
        """Show the size that the figures have; ``fixed``: a saved report's, not to be changed."""
        box = self.minimum_cell_size
        box.setEnabled(not fixed)
        if box.value() != size:  # else what is being typed stays
            with QSignalBlocker(box):
                box.setValue(size)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.list.scheduleDelayedItemsLayout()

    def _on_rows(self) -> None:
        empty = self.list.model().rowCount() == 0
        self.drop_area.setVisible(empty and not self._rail)
        self.list.setVisible(not empty)
        self._layout.setStretch(3, 1 if empty else 0)
        if not self.drop_area.isHidden():
            self.drop_area.setMinimumSize(QSize(0, self._theme.px(128)))
