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

from app.kit.buttons import Button, IconButton
from app.kit.drop_area import DropArea
from app.kit.icons import IconName
from app.kit.spin_box import SpinBox
from app.kit.theme import Theme
from app.shell.open_files_delegate import OpenFilesDelegate
from app.shell.open_files_model import OpenFilesModel
from app.tables.file_roles import FileRole
from app.tables.steady import Steady
from evalcore.vocabulary import DEFAULT_MINIMUM_CELL_SIZE

LARGEST_CELL_SIZE = 9999


class FileList(Steady, QListView):
    """The list itself. Delete or the cross removes a file, F5 reads it again.

    Files that go above those that are seen do not move these.
    """

    remove_requested = Signal(int)
    reload_requested = Signal(int)
    chosen = Signal(int)
    """The user took a file in hand, with the mouse or the keys."""

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
        self.hold_still()
        self._pressed: int | None = None
        """The file on whose cross the mouse was pressed."""
        self._above = 0
        """The height of the rows above those seen that are about to go, in px."""
        model.rowsAboutToBeRemoved.connect(self._note_above)
        model.rowsRemoved.connect(self._stay)
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)

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

    def mousePressEvent(self, event: QMouseEvent) -> None:
        left = event.button() is Qt.MouseButton.LeftButton
        self._pressed = self._file_to_close(event) if left else None
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, None
        super().mouseReleaseEvent(event)
        if pressed is not None and self._file_to_close(event) == pressed:
            self.remove_requested.emit(pressed)

    def _file_to_close(self, event: QMouseEvent) -> int | None:
        """Return the file whose cross is under the mouse."""
        spot = event.position().toPoint()
        index = self.indexAt(spot)
        cross = self.row_delegate.close_rect(self.visualRect(index))
        return self._number(index) if cross.contains(spot) else None

    def _note_above(self, parent: QModelIndex, first: int, last: int) -> None:
        top = self.indexAt(QPoint(0, 0)).row()
        rows = max(min(last + 1, top) - first, 0) if top >= 0 else 0
        self._above += rows * self.visualRect(self.model().index(first, 0)).height()

    def _stay(self) -> None:
        above, self._above = self._above, 0
        if above:
            bar = self.verticalScrollBar()
            value = bar.value() - above
            self.executeDelayedItemsLayout()
            bar.setValue(value)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        number = self.current_file()
        if event.key() == Qt.Key.Key_Delete and number is not None:
            self.remove_requested.emit(number)
        else:
            super().keyPressEvent(event)
            if self.current_file() != number:
                self._choose(self.currentIndex())

    def take_in_hand(self, number: int) -> None:
        """Mark the row of a file."""
        model = self.model()
        for row in range(model.rowCount()):
            index = model.index(row, 0)
            if self._number(index) == number:
                self.setCurrentIndex(index)

    def _choose(self, index: QModelIndex) -> None:
        if (number := self._number(index)) is not None:
            self.chosen.emit(number)

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
