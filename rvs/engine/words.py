"""The words for kinds of joints and conventions, which lists of files need without NumPy."""

from __future__ import annotations

from typing import Literal

Kind = Literal["revolute", "prismatic", "helical"]
Convention = Literal["standard", "modified", "general"]

KINDS: tuple[Kind, ...] = ("revolute", "prismatic", "helical")
DH_CONVENTIONS: tuple[Convention, ...] = ("standard", "modified")
CONVENTIONS: tuple[Convention, ...] = (*DH_CONVENTIONS, "general")
KIND_LETTERS: dict[str, Kind] = {"R": "revolute", "P": "prismatic", "H": "helical"}
