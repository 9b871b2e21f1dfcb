"""The table on the projector: rows as high as the room allows, and its header with the axis."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.kit.theme import Theme
from app.shell.projector.delegate import INSET, TYPE_SIZES, PresentationDelegate
from app.shell.projector.model import GROUPS, Column, PresentationModel
from app.tables.intervals import position, tick_label, ticks
from app.tables.roles import Role
from app.tables.steady import Steady
from evalcore.figures.text import SUPPRESSED

_TITLE_SIZE = 20
_GAP = 40
_TICK = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip
_LOWEST_ROW, _ROOM_FOR_TYPE = 26, 1.45
_PLOT, _SMALLEST_PLOT, _PLOT_SHARE = 280, 140, 0.46
_ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)


class PresentationHeader(QHeaderView):
    """The titles, right above right-aligned figures, and the ticks over the plots."""

    def __init__(self, theme: Theme, delegate: PresentationDelegate, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._delegate = delegate
        self._theme = theme
        self._compact = False
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(1)

    def fit(self, theme: Theme, compact: bool) -> None:
        self._theme, self._compact = theme, compact
        self.setFixedHeight(self.sizeHint().height())
        self.viewport().update()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._theme.px(36 if self._compact else 48))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        colours, height = self._theme.colours, self.viewport().height()
        painter.fillRect(self.viewport().rect(), QColor(colours.surface))
        painter.setFont(self._theme.font(_TITLE_SIZE, 400, tabular=True))
        painter.setPen(QColor(colours.text_second))
        for column in Column:
            if self.isSectionHidden(column):
                continue
            section = QRect(
                self.sectionViewportPosition(column), 0, self.sectionSize(column), height
            )
            if column is Column.PLOT:
                self._paint_ticks(painter, section)
                continue
            left = column is Column.SLICE
            side = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignRight
            flags = int(side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip)
            title = self.model().headerData(column, Qt.Orientation.Horizontal)
            painter.drawText(section.adjusted(INSET if left else 0, 0, 0, 0), flags, str(title))
        painter.setPen(QColor(colours.hairline))
        for y in (0, height - 1):
            painter.drawLine(INSET, y, self.viewport().width(), y)
        painter.end()

    def _paint_ticks(self, painter: QPainter, section: QRect) -> None:
        """Write every tick, or every second from 0 and the last where they are close."""
        axis = self.model().headerData(Column.PLOT, Qt.Orientation.Horizontal, Role.AXIS)
        area, metrics = self._delegate.plot_area(section), painter.fontMetrics()
        marks = ticks(axis)
        last = len(marks) - 1
        widths = [metrics.horizontalAdvance(tick_label(axis, tick)) for tick in marks[-2:]]
        close = area.width() / last < sum(widths) / 2 + self._theme.px(8)
        for number, tick in enumerate(marks):
            if close and number != last and (number % 2 or number == last - 1):
                continue
            text = tick_label(axis, tick)
            width = metrics.horizontalAdvance(text)
            x = position(axis, tick, area.left(), area.width()) - width / 2
            box = QRectF(min(x, section.right() + 1 - width), 0, width, section.height())
            painter.drawText(box, int(_TICK), text)


class PresentationTable(Steady, QTableView):
    """All rows without scrolling where they can be 26 px high at least.

    Columns stay where they are when the metric or the group changes. Arrow keys
    go to the window; with Ctrl they move from cell to cell.
    """

    def __init__(self, theme: Theme, model: PresentationModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self._delegate = PresentationDelegate(theme, self)
        self._titles = PresentationHeader(theme, self._delegate, self)
        self.setObjectName("presentationTable")
        self.setAccessibleDescription("Control and the arrow keys move from cell to cell.")
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setHorizontalHeader(self._titles)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(1)
        self.setShowGrid(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.hold_still()
        model.modelReset.connect(self.lay_out)

    def fit(self, theme: Theme, compact: bool) -> None:
        """Take colours, the scale of all type, and whether height is scarce."""
        self._theme = theme
        self._delegate.set_theme(theme)
        self._titles.fit(theme, compact)
        self.updateGeometries()
        self.lay_out()

    def lay_out(self) -> None:
        """Size rows, columns and type for the room there is."""
        room, rows = self.viewport().size(), self._model.rowCount()
        widest = next(sizes for sizes in TYPE_SIZES if self._fits(sizes, room.width()))
        widths = self._needed(widest)
        plot = max(self._theme.px(_PLOT), round(_PLOT_SHARE * room.width()))
        spare = max(0, room.width() - sum(widths.values()) - plot)
        for column, width in widths.items():
            share = 0.4 if column is Column.SLICE else 0.2
            self.setColumnWidth(column, width + int(share * spare))
        rest = room.width() - sum(self.columnWidth(column) for column in widths)
        self.setColumnHidden(Column.PLOT, rest < self._theme.px(_SMALLEST_PLOT))
        self.setColumnWidth(Column.PLOT, max(rest, 1))
        height, more = divmod(room.height(), rows)
        if height < self._theme.px(_LOWEST_ROW):
            height, more = self._theme.px(_LOWEST_ROW), 0
        for row in range(rows):
            self.setRowHeight(row, height + (row < more))
        lower = TYPE_SIZES[TYPE_SIZES.index(widest) :]
        high = [s for s in lower if _ROOM_FOR_TYPE * self._theme.px(s[0]) <= height]
        self._delegate.type_sizes = (high or [TYPE_SIZES[-1]])[0]
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_out()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = Qt.KeyboardModifier.ControlModifier
        if event.key() in _ARROWS and event.modifiers() & control:
            plain = event.modifiers() & ~control
            super().keyPressEvent(QKeyEvent(event.type(), event.key(), plain))
        else:
            event.ignore()

    def _fits(self, sizes: tuple[int, int], room: int) -> bool:
        needed = sum(self._needed(sizes).values()) + self._theme.px(_PLOT)
        return needed <= room or sizes == TYPE_SIZES[-1]

    def _needed(self, sizes: tuple[int, int]) -> dict[Column, int]:
        """Return the widths of all columns but the plot's, whatever is shown in them."""
        large, small = sizes
        heading = QFontMetrics(self._theme.font(_TITLE_SIZE, tabular=True))
        widths = {}
        for column in (Column.SLICE, Column.RATE, Column.INTERVAL, Column.COUNT):
            big = column in (Column.SLICE, Column.RATE)
            font = self._theme.font(large if big else small, 600 if big else 400, tabular=True)
            metrics = QFontMetrics(font)
            texts = self._model.texts(column)
            if column in (Column.RATE, Column.COUNT):
                texts = [text for text in texts if text != SUPPRESSED]
            title = str(self._model.headerData(column, Qt.Orientation.Horizontal))
            titles = [f"By {group}" for group in GROUPS] if column is Column.SLICE else [title]
            longest = max(
                [metrics.horizontalAdvance(text) for text in texts]
                + [heading.horizontalAdvance(text) for text in titles]
            )
            gap = INSET if column is Column.SLICE else self._theme.px(_GAP)
            widths[column] = longest + gap + 2
        return widths
