"""The bar that says what was measured, and what can be done with it."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton

from rvs.ui.desk import Desk
from rvs.ui.view.measure_tool import MeasureTool, reading_text
from rvs.ui.view.viewports_bar import ViewBar
from rvs.ui.widgets.labels import named_label


class MeasureBar(ViewBar):
    """Shown while the measuring tool is in use."""

    def __init__(self, desk: Desk, tool: MeasureTool) -> None:
        super().__init__(desk, "Measure", tool.toggle)
        self._tool = tool
        self.what = named_label("Secondary")
        self.value = named_label("BarValue")
        self.keep = QPushButton("Keep")
        self.keep.setToolTip("Let this measurement stay in the cell and in its figures")
        self.clear = QPushButton("Clear")
        self.clear.setToolTip("Forget the measurements that were not kept")
        for widget in (self.value, self.what):
            self.add(widget)
        self.copy = self.add_button("copy", "Copy the measurement", tool.copy)
        for button, run in ((self.keep, tool.keep), (self.clear, tool.clear)):
            button.clicked.connect(run)
            self.add(button)
        tool.changed.connect(self._show)
        desk.settings.changed.connect(self._show)
        desk.binding.follow(lambda s: (s.document, s.postures), lambda _: self._show(), calm=True)

    def _show(self) -> None:
        tool = self._tool
        if not tool.active:
            if not self.isHidden():
                self.show_bar(False)
            return
        reading = tool.reading
        self.value.setText(reading_text(reading, self._desk.units) if reading else "")
        self.value.setVisible(reading is not None)
        done = reading is not None and bool(tool.taken) and not tool.measuring
        self.what.setText(reading.words if done and reading else tool.hint)
        for button in (self.keep, self.copy):
            button.setEnabled(done)
        self.clear.setEnabled(bool(tool.taken))
        self.show_bar(True)
