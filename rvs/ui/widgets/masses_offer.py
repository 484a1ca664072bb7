"""Offer of masses instead of results if a robot has none: one click adds them."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton, QWidget

from rvs.model.document import PlacedRobot
from rvs.ui.commands import masses
from rvs.ui.desk import Desk
from rvs.ui.widgets.labels import named_label
from rvs.ui.widgets.layouts import STRETCH, hbox, vbox


class MassesOffer(QWidget):
    """Hidden while all masses of the robot are known; else it shows the missing ones.

    Attributes:
        button: Offers masses from the body.
    """

    def __init__(self, desk: Desk, why: str = "") -> None:
        """Make the offer.

        Args:
            desk: The desk.
            why: Purpose of the masses, as a sentence.
        """
        super().__init__()
        self._why = why
        self._words = named_label("Secondary")
        self._words.setWordWrap(True)
        self.button = QPushButton("Compute masses from body…")
        self.button.setToolTip("Compute mass, centre and inertia of each link from its shapes")
        self.button.clicked.connect(lambda: masses.from_body(desk))
        vbox(self._words, hbox(self.button, STRETCH), gap=8, edges=(16, 8, 16, 8), of=self)
        self.hide()

    def show_robot(self, placed: PlacedRobot | None) -> bool:
        """Show the missing masses; return whether all are known."""
        missing = masses.needs_masses(placed) if placed is not None else ""
        self._words.setText(f"{missing} {self._why}".strip())
        self.setVisible(bool(missing))
        return placed is not None and not missing
