"""Poses as the value of a key: sixteen numbers, in rows or not."""

from __future__ import annotations

from typing import Any

import numpy as np

from rvs.engine.arrays import IDENTITY, Pose, pose_rows
from rvs.engine.errors import ArgumentError
from rvs.files.text.fields import Fields
from rvs.files.text.forms import Form, Num, Seq
from rvs.files.text.keys import METRES, Kind
from rvs.files.text.scale import NUMBERS, Scale
from rvs.model.bounds import LENGTH
from rvs.value_class import dataclass


@dataclass(frozen=True)
class Matrix(Kind):
    """A pose with its translation in a unit of length."""

    length: Scale = METRES

    def read(self, fields: Fields, key: str, default: Any = IDENTITY) -> Pose:
        """Return the pose of a key as rows, or the default; record errors."""
        numbers = fields.numbers(key, (16,), LENGTH, self._scales)
        if numbers is None:
            return default  # type: ignore[no-any-return]
        try:
            return pose_rows(np.reshape(numbers, (4, 4)), f"'{key}'")
        except ArgumentError as error:
            fields.error(key, str(error))
            return default  # type: ignore[no-any-return]

    def form(self, value: Any) -> Form:
        """Return the text of a pose: four rows."""
        scales = self._scales
        return Seq(
            tuple(
                Seq(tuple(map(Num, row, scales[4 * i : 4 * i + 4]))) for i, row in enumerate(value)
            )
        )

    @property
    def words(self) -> str:
        """Description of the allowed values, for the documentation."""
        return "16 numbers, or 4 rows of 4"

    @property
    def _scales(self) -> tuple[Scale, ...]:
        return ((*[NUMBERS] * 3, self.length) * 3) + (NUMBERS,) * 4
