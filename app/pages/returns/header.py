"""The header of the return check's table: titles, and an arrow on the one that sorts."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from app.kit.icons import IconName, paint_icon
from app.kit.theme import Theme
from app.pages.returns.model import SORTABLE, ProblemsModel
from app.tables.problem_rows import PADDING


class ProblemsHeader(QHeaderView):
    """A click on a title sorts by it; a second click turns the order."""

    def __init__(self, theme: Theme, model: ProblemsModel, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._model = model
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(8)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.sectionClicked.connect(self.sort_by)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.viewport().update()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._theme.px(32))

    def sort_by(self, section: int) -> None:
        """Sort by a column; the other way round if it is the one that sorts."""
        if section not in SORTABLE:
            return
        column, order = self._model.sorting
        again = column == section and order is Qt.SortOrder.AscendingOrder
        self._model.sort(
            section, Qt.SortOrder.DescendingOrder if again else Qt.SortOrder.AscendingOrder
        )
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        colours, height = self._theme.colours, self.viewport().height()
        font = self._theme.font(self._theme.sizes.caption, 500)
        metrics = QFontMetrics(font)
        painter.fillRect(self.viewport().rect(), QColor(colours.surface))
        painter.setFont(font)
        painter.setPen(QColor(colours.text_second))
        column, order = self._model.sorting
        ascending = order is Qt.SortOrder.AscendingOrder
        arrow = IconName.CHEVRON_UP if ascending else IconName.CHEVRON_DOWN
        side = self._theme.px(12)
        for section in range(self.count()):
            title = str(self._model.headerData(section, Qt.Orientation.Horizontal) or "")
            if self.isSectionHidden(section) or not title:
                continue
            left, width = self.sectionViewportPosition(section), self.sectionSize(section)
            sorts = section == column
            room = width - PADDING - (side + 2 if sorts else 0)
            text = metrics.elidedText(title, Qt.TextElideMode.ElideRight, room)
            painter.drawText(QRect(left, 0, width, height), Qt.AlignmentFlag.AlignVCenter, text)
            if sorts:
                x = left + metrics.horizontalAdvance(text) + 3
                spot = QRectF(x, (height - side) / 2 + 0.5, side, side)
                paint_icon(painter, arrow, colours.text_second, spot)
        painter.setPen(QColor(colours.hairline))
        painter.drawLine(0, height - 1, self.viewport().width(), height - 1)
        painter.end()
