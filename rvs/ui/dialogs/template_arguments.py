"""Dialog for the arguments of a XACRO template, each with its default."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog, QLabel, QLineEdit

from rvs.engine.errors import RvsError
from rvs.files.text.errors import FileErrors
from rvs.files.trees.link_looks import TreeFile
from rvs.files.trees.readers import read_tree_file
from rvs.files.trees.xacro import MAY_BE_GIVEN, TemplateArgument, template_arguments
from rvs.model.robots.imported import Choices
from rvs.ui.desk import Desk
from rvs.ui.saving.allowed import read_allowed
from rvs.ui.widgets.ask_dialog import AskDialog
from rvs.ui.widgets.boxes import STRETCH, grid, put
from rvs.ui.widgets.fields.search_field import name_clear_button
from rvs.ui.widgets.screen_fit import resize_on_screen
from rvs.ui.work.waiting import Stopped
from rvs.words import tr

WIDE, ROW, ABOVE, HIGHEST = 560, 40, 180, 680


class TemplateArguments(AskDialog):
    """A row for each argument; Open expands the template with their contents.

    Attributes:
        fields: Fields of the values, by the names of the arguments.
        file: Contents of the expanded template, or None.
    """

    def __init__(
        self, desk: Desk, path: Path, arguments: Sequence[TemplateArgument], choices: Choices
    ) -> None:
        title = tr("Arguments of {name}", path.name)
        super().__init__(desk.window, desk.theme, "template_arguments", title, "Open")
        self.fields: dict[str, QLineEdit] = {}
        self.file: TreeFile | None = None
        self._desk, self._path, self._choices = desk, path, choices
        self._asked: dict[str, TemplateArgument] = {}
        self._rows = grid(8, 8)
        words = QLabel(tr("{name} is a template. Enter its arguments.", path.name))
        words.setWordWrap(True)
        self.ask(words, self._rows, STRETCH, foot=self.notice)
        self._add(arguments)
        resize_on_screen(self, self._size())
        next(iter(self.fields.values())).setFocus()

    @property
    def choices(self) -> Choices:
        """The values that are not defaults, and the required ones."""
        typed = {name: field.text() for name, field in self.fields.items()}
        pairs = (
            (name, value)
            for name, value in typed.items()
            if value != self._asked[name].default or (value and self._asked[name].needed)
        )
        return replace(self._choices, args=tuple(sorted(pairs)))

    def accept(self) -> None:
        """Expand the template; errors and missing required arguments are shown here."""
        choices = self.choices
        try:
            self.file = read_allowed(
                self, self._path, choices, lambda now: read_tree_file(self._path, now)
            )
        except Stopped:
            return
        except FileErrors as failure:
            self.complain(failure.errors[0].message.partition(MAY_BE_GIVEN)[0])
        except (RvsError, OSError) as error:
            self.complain(str(error))
        else:
            super().accept()
            return
        self._add(template_arguments(self._path, choices))

    def _add(self, arguments: Sequence[TemplateArgument]) -> None:
        given = dict(self._choices.args)
        for one in arguments:
            if one.name in self._asked:
                continue
            field = QLineEdit(given.get(one.name, one.default))
            field.setAccessibleName(one.name)
            name_clear_button(field)
            if one.needed and not one.default:
                field.setPlaceholderText("expected")
            put(self._rows, len(self.fields), QLabel(one.name), field)
            self._asked[one.name], self.fields[one.name] = one, field

    def _size(self) -> QSize:
        return QSize(WIDE, min(ABOVE + ROW * len(self.fields), HIGHEST))


def ask_arguments(
    desk: Desk, path: Path, arguments: Sequence[TemplateArgument], choices: Choices
) -> TreeFile | None:
    """Ask for the arguments of a template, and return its contents; None after Cancel."""
    dialog = TemplateArguments(desk, path, arguments, choices)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    return dialog.file if accepted else None
