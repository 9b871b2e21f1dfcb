"""The window: banner, menus, pages, file list and status row, put together."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from app.engine.disclosure_checker import DisclosureChecker
from app.engine.engine import Engine
from app.engine.session import Session
from app.kit.banner import Banner
from app.kit.density import Density, density_for
from app.kit.drop_area import DropTarget
from app.kit.frame import lay_out_frame
from app.kit.icons import application_icon
from app.kit.info_bar import InfoBar
from app.kit.messages import tell_about, tell_crash
from app.kit.status_row import StatusRow
from app.kit.theme import Theme, apply_theme, system_scheme
from app.platform.crash_guard import CrashGuard
from app.platform.resource_files import sample_study
from app.platform.settings import TITLE
from app.shell.actions import Actions
from app.shell.command_row import CommandRow
from app.shell.disclosure_commands import DisclosureCommands
from app.shell.disclosure_guard import DisclosureGuard
from app.shell.export_commands import ExportCommands
from app.shell.file_commands import FileCommands
from app.shell.file_panel import FilePanel
from app.shell.leading import Leading
from app.shell.open_files_model import OpenFilesModel
from app.shell.pages import AGREEMENT, CHECK
from app.shell.presenter import Presenter
from app.shell.presenting import Presenting
from app.shell.window_pages import WindowPages

if TYPE_CHECKING:
    from app.pages.claims.page import ClaimsPage
    from app.pages.disclosure.page import DisclosurePage
    from app.pages.draft_metrics.page import DraftMetricsPage
    from app.pages.returns.page import ReturnCheckPage
    from app.pages.review_agreement.page import ReviewAgreementPage
    from app.pages.start.page import StartPage
    from app.shell.exporter import Exporter


class MainWindow(QMainWindow):
    """Opens files, shows their figures, exports them.

    ``open_files(paths)`` starts; ``idle`` is sent once when the last job and
    what follows from it is done.
    """

    idle = Signal()
    theme_changed = Signal(object)

    def __init__(self, theme: Theme | None = None, engine: Engine | None = None) -> None:
        super().__init__()
        self._theme = theme or Theme.for_scheme(system_scheme())
        self._scheme: str = "system" if theme is None else self._theme.scheme
        self._install_theme()
        self.setWindowTitle(TITLE)
        self.setWindowIcon(application_icon())
        self.guard = CrashGuard(lambda code: tell_crash(self, code), self)
        self.guard.install()
        self.engine = engine or Engine()
        self.engine.setParent(self)
        self.session = Session(self.engine, self)
        self.checker = DisclosureChecker(self.session, self)
        self.disclosure_guard = DisclosureGuard(self.checker, self._theme, self)
        self.actions_ = Actions(self)
        self._build()
        self._connect()
        self.setMinimumSize(900, 600)
        self.resize(1366, 768)
        self.pages.setFocus()

    @property
    def theme(self) -> Theme:
        """The theme that is shown."""
        return self._theme

    @property
    def start(self) -> StartPage:
        """The start page."""
        return self.pages.start

    @property
    def check(self) -> ReturnCheckPage:
        """The page of the return check, made when it is first asked for, as are those below."""
        return self.pages.check

    @property
    def metrics(self) -> DraftMetricsPage:
        """The page of the draft metrics."""
        return self.pages.metrics

    @property
    def agreement(self) -> ReviewAgreementPage:
        """The page of the review rates."""
        return self.pages.agreement

    @property
    def claims(self) -> ClaimsPage:
        """The page of unsupported claims."""
        return self.pages.claims

    @property
    def disclosure(self) -> DisclosurePage:
        """The page of the disclosure check."""
        return self.pages.disclosure

    def open_files(self, paths: Iterable[str | Path]) -> None:
        """Read files of any kind, each recognised by its content."""
        self.info.clear()
        self._leading.begin()
        self.session.open_files([str(path) for path in paths])

    def start_evaluator(self) -> None:
        """Start the evaluator's process before it is needed, so that no file waits for it."""
        self.engine.start()

    def open_sample(self) -> None:
        """Open the sample study that comes with the program."""
        self.open_files(sample_study())

    def set_theme(self, theme: Theme) -> None:
        """Change colours and sizes while the window is shown."""
        self._theme = theme
        self._install_theme()
        apply_theme(self._centre, theme)
        self.theme_changed.emit(theme)

    def _install_theme(self) -> None:
        application = QApplication.instance()
        if isinstance(application, QApplication):
            self._theme.install(application)

    def _build(self) -> None:
        theme = self._theme
        self._files_model = OpenFilesModel(self)
        self.pages = WindowPages(theme)
        self.command_row = CommandRow(theme, self.actions_)
        self.info = InfoBar(theme)
        self.file_panel = FilePanel(theme, self._files_model)
        self.status = StatusRow(theme, self.info)
        centre = QWidget(self)
        lay_out_frame(
            centre,
            top=(Banner(theme), self.command_row),
            left=self.file_panel,
            right=self.pages,
            bottom=self.status,
        )
        self._centre = centre
        self.setCentralWidget(centre)
        self._leading = Leading(self.pages, self.session)
        self._presenting = Presenting(self.session, self.checker, theme, self)
        self._presenting.closed.connect(self.info.show_fault)
        self.theme_changed.connect(self._presenting.set_theme)
        self._drop = DropTarget(self)
        self._files = FileCommands(self.session, self.file_panel.list.current_file, self)
        self._presenter = Presenter(
            self.session, self._files_model, self.pages, self.status, self.info, self
        )
        self._exports = ExportCommands(
            self.actions_, self.pages, self.session, lambda: self._exporter, lambda: self._theme
        )
        self._releases = DisclosureCommands(
            self.actions_,
            self.pages,
            self.session,
            self.checker,
            self.disclosure_guard,
            self._files,
            self.file_panel.minimum_cell_size,
            self.command_row,
            self.status,
            self.info,
            lambda: self._exporter,
        )
        self.theme_changed.connect(self.disclosure_guard.set_theme)

    def _connect(self) -> None:
        actions, session = self.actions_, self.session
        actions.open.triggered.connect(self._ask_for_files)
        actions.open_sample.triggered.connect(self.open_sample)
        actions.reload.triggered.connect(self._files.reload)
        actions.remove.triggered.connect(self._files.remove)
        actions.close_all.triggered.connect(session.remove_all)
        actions.close_all.triggered.connect(self.info.clear_done)
        actions.quit.triggered.connect(self.close)
        actions.explain.triggered.connect(lambda: self.metrics.explain())
        actions.present.triggered.connect(lambda: self._exporter.present(self._presenting.present))
        actions.guide.triggered.connect(self._show_guide)
        actions.about.triggered.connect(lambda: tell_about(self))
        actions.page_chosen.connect(self.pages.setCurrentIndex)
        actions.scheme_chosen.connect(self._choose_scheme)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)
        self.pages.currentChanged.connect(self.command_row.show_page)
        self.pages.currentChanged.connect(lambda _: self._update_actions())
        self.pages.currentChanged.connect(lambda _: self.info.clear_done())
        self.command_row.page_chosen.connect(self.pages.setCurrentIndex)
        for source in (self.pages, self.file_panel):
            source.open_requested.connect(self._ask_for_files)
        self.pages.made.connect(self._on_page_made)
        self.start.sample_requested.connect(self.open_sample)
        self.file_panel.list.remove_requested.connect(session.remove)
        self.file_panel.list.reload_requested.connect(session.reload)
        self.file_panel.list.chosen.connect(session.show)
        session.came_into_view.connect(self.file_panel.list.take_in_hand)
        self.file_panel.minimum_cell_size.valueChanged.connect(session.set_minimum_cell_size)
        self.status.cancel_requested.connect(session.cancel)
        self._drop.dropped.connect(self.open_files)
        self._drop.hovering.connect(self.file_panel.drop_area.set_held)
        self.file_panel.drop_area.dropped.connect(self.open_files)
        session.unexpected.connect(self.guard.handle)
        session.files_changed.connect(self._update_actions)
        session.reports_changed.connect(self._update_actions)
        self.engine.idle.connect(self._presenter.show_idle)
        self.engine.idle.connect(self._leading.show_what_matters)
        self.engine.idle.connect(self.idle)
        self._update_actions()

    @functools.cached_property
    def _exporter(self) -> Exporter:
        """Made when it is first needed: it knows all forms of a document."""
        from app.shell.exporter import Exporter

        exporter = Exporter(self.engine, self.session, self.checker, self.disclosure_guard, self)
        exporter.unexpected.connect(self.guard.handle)
        exporter.done.connect(self.info.show_done)
        exporter.failed.connect(self.info.show_fault)
        return exporter

    def _show_guide(self) -> None:
        from app.shell.guide_dialog import GuideDialog

        GuideDialog(self._theme, self).show_over()

    def _on_page_made(self, number: int) -> None:
        if number == CHECK:
            from app.shell.return_commands import ReturnCommands

            ReturnCommands(self.check, self.session, lambda: self._exporter)
        elif number == AGREEMENT:
            self.agreement.check_requested.connect(lambda: self.pages.setCurrentIndex(CHECK))

    def _ask_for_files(self) -> None:
        if paths := self._files.ask():
            self.open_files(paths)

    def _update_actions(self) -> None:
        reports = self.session.reports
        self._exports.update()
        self.actions_.present.setEnabled(reports.drafts is not None)
        fixed = reports.drafts if reports.drafts_saved else None
        size = fixed["minimum_cell_size"] if fixed is not None else self.session.minimum_cell_size
        self.file_panel.show_size(size, fixed=fixed is not None)
        self.actions_.show_files(bool(self.session.files))
        check = reports.check
        self.command_row.show_check(check.ready if check is not None else None)

    def _follow_system(self) -> None:
        if self._scheme == "system" and system_scheme() != self._theme.scheme:
            self._choose_scheme("system")

    def _choose_scheme(self, name: str) -> None:
        self._scheme = name
        scheme = system_scheme() if name == "system" else "dark" if name == "dark" else "light"
        self.set_theme(Theme.for_scheme(scheme, self._theme.text_scale))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.session.check_files()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        density = density_for(self.width())
        self.file_panel.set_rail(density is not Density.WIDE)
        self.command_row.set_density(density)
        self.status.set_narrow(density is Density.NARROW)
        self.pages.set_density(density)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop all work and wait for its end, which ending the evaluator's process makes quick.

        Reasons that were recorded and not saved would be lost, so it asks first.
        """
        if not self._files.may_lose_reasons():
            event.ignore()
            return
        self.engine.shut_down()
        self.guard.remove()
        super().closeEvent(event)
