"""All programs for drawing."""

from __future__ import annotations

from dataclasses import fields

from rvs.gl.card.program import Program
from rvs.value_class import dataclass


@dataclass(frozen=True, slots=True)
class Programs:
    """One program for each kind of item, one for the backdrop, two for lines around solids.

    One draws cached pictures over others, and two draw shadows on an existing floor. Solids and
    lines around them have a second program for pictures that must be quick, and solids that extend
    below the floor have a third one.
    """

    solid: Program
    quick: Program
    sunk: Program
    line: Program
    point: Program
    region: Program
    dark: Program
    shade: Program
    label: Program
    backdrop: Program
    mask: Program
    outline: Program
    quickline: Program
    stamp: Program

    @classmethod
    def compiled(cls) -> Programs:
        """Compile them all.

        Raises:
            RvsError: The driver refuses one.
        """
        programs = cls(
            solid=Program(("placing", "solid.vert"), ("light", "floor", "tint", "solid.frag")),
            quick=Program(("light", "placing", "tint", "quick.vert"), ("quick.frag",)),
            sunk=Program(("light", "placing", "tint", "quick.vert"), ("floor", "sunk.frag")),
            **{
                name: Program((f"{name}.vert",), (f"{name}.frag",))
                for name in ("line", "point", "region", "label", "backdrop", "outline")
            },
            dark=Program(("region.vert",), ("dark.frag",)),
            shade=Program(("shade.vert",), ("shade.frag",)),
            quickline=Program(("quickline.vert",), ("quickline.frag",)),
            stamp=Program(("outline.vert",), ("stamp.frag",)),
            mask=Program(("placing", "solid.vert"), ("mask.frag",)),
        )
        for program, samplers in (
            (programs.solid, {"solids": 0, "ground": 1}),
            (programs.quick, {"solids": 0}),
            (programs.sunk, {"solids": 0, "ground": 1}),
            (programs.mask, {"solids": 0}),
            (programs.outline, {"mask": 0}),
            (programs.stamp, {"stamp": 0}),
            (programs.shade, {"plain": 0, "dark": 1}),
            (programs.line, {"segments": 0}),
            (programs.point, {"dots": 0}),
            (programs.label, {"labels": 0, "letters": 1}),
        ):
            program.use()
            for name, unit in samplers.items():
                program.set_int(name, unit)
        return programs

    def release(self) -> None:
        """Free them."""
        for field in fields(self):
            getattr(self, field.name).release()
