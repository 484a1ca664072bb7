"""The fields of a step of a program as a user reads and types them."""

from __future__ import annotations

from typing import Any, Literal

from rvs.engine.errors import ArgumentError
from rvs.model.numbers.expressions import evaluate, with_points
from rvs.model.numbers.quantities import Unit, read, short_number, shown_short
from rvs.model.programs.program import Step

FieldName = Literal["name", "speed", "blend", "wait", "note"]
PERCENT, PER_SECOND, SECONDS = "%", "/s", "s"


def field_text(step: Step, field: FieldName, unit: Unit) -> str:
    """Return what a field shows.

    Args:
        step: The step.
        field: Which field.
        unit: Unit of lengths shown.
    """
    if field in ("name", "note"):
        return str(getattr(step, field))
    if field == "speed" and step.by == "joints":
        return f"{short_number(100 * step.speed, 1)} {PERCENT}"
    if field == "speed":
        return shown_short(step.speed, unit) + PER_SECOND
    if field == "blend":
        return shown_short(step.blend, unit) if step.by == "line" else "–"
    return f"{short_number(step.wait, 3)} {SECONDS}"


def field_change(step: Step, field: FieldName, text: str, unit: Unit) -> dict[str, Any]:
    """Return the change of a step that a typed text means.

    Raises:
        ArgumentError: It is no such value.
    """
    if field in ("name", "note"):
        return {field: text.strip()}
    if field == "speed" and step.by == "joints":
        share = _plain(text, PERCENT) / 100
        if not 0.0 < share <= 1.0:
            raise ArgumentError("expected 0 to 100 % of the joints' rates, more than 0")
        return {"speed": share}
    if field == "speed":
        speed = read(text.strip().removesuffix(PER_SECOND).strip(), unit)
        if not speed > 0.0:
            raise ArgumentError("expected a speed above 0")
        return {"speed": speed}
    value = read(text, unit) if field == "blend" else _plain(text, SECONDS)
    if value < 0.0:
        raise ArgumentError("expected 0 or more")
    return {field: value}


def _plain(text: str, suffix: str) -> float:
    return evaluate(with_points(text.strip().removesuffix(suffix).strip()))
