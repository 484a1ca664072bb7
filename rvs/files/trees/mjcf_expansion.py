"""What stands for other elements in MJCF: files that are included, and parts that are repeated."""

from __future__ import annotations

import os.path
from dataclasses import replace
from pathlib import Path

from rvs.files.budget import over
from rvs.files.library import is_file
from rvs.files.text.findings import TooManyErrors
from rvs.files.trees.found import Reach, real_folder
from rvs.files.trees.mjcf_values import STEPS
from rvs.files.trees.xml import (
    LONGEST_NAME,
    MOST_LINKS,
    Element,
    XmlFindings,
    every_element,
    read_xml,
)

MOST_INCLUDES = 50


class Expansion:
    """Puts other elements in the place of those that stand for them."""

    def __init__(self, findings: XmlFindings, path: Path, reach: Reach) -> None:
        self.findings, self.path, self.reach = findings, path, reach
        self._included = 0

    def expand(self, root: Element) -> None:
        """Expand everything in the root element of a model."""
        self._expand(root, (self.path,))

    def _expand(self, element: Element, way: tuple[Path, ...]) -> None:
        children: list[Element] = []
        for child in element.children:
            if child.tag == "include":
                children.extend(self._file(child, way))
                continue
            self._expand(child, way)
            children.extend(self._repeated(child) if child.tag == "replicate" else [child])
        element.children = children

    def _file(self, element: Element, way: tuple[Path, ...]) -> list[Element]:
        reference = element.get("file").replace("\\", "/")
        path = Path(os.path.normpath(way[0].parent / reference))
        self._included += 1
        if not reference or "\0" in reference:
            self.findings.error(element, "file: expected the path of a file")
        elif path in way or self._included > MOST_INCLUDES:
            self.findings.error(element, f"file={reference[:60]!r}: files include one another")
        elif not is_file(path):
            self.findings.error(element, f"there is no file {reference[:60]!r}")
        elif not self.reach.holds(path):
            self.findings.leads_out(element, f"file={reference[:60]!r}", real_folder(path))
        else:
            root = read_xml(path)
            for one in every_element(root):
                one.path = str(path)
            self._expand(root, (*way, path))
            return root.children
        return []

    def _repeated(self, element: Element) -> list[Element]:
        """Frames, each moved against the one before, with the same things under other names."""
        count = self.findings.number(element, "count")
        if count != int(count) or not 0 < count <= MOST_LINKS:
            words = f"count={element.get('count')[:20]!r}: expected a whole number from 1 to"
            self.findings.error(element, f"{words} {MOST_LINKS:,}")
            return []
        step = {"pos": element.get("offset", "0 0 0"), "euler": element.get("euler", "0 0 0")}
        digits, frames = len(str(int(count) - 1)), []
        for k in range(int(count)):
            suffix = f"{element.get('sep')}{k:0{digits}}"
            made = [self._copy(child, suffix) for child in element.children]
            attributes = {**step, STEPS: f"{k} {count:g}"}
            frames.append(Element("frame", attributes, element.line, element.column, made))
        return frames

    def _copy(self, element: Element, suffix: str) -> Element:
        fault = over("elements")
        if len(element.get("name")) + len(suffix) > LONGEST_NAME:
            fault = f"the name of a copy has more than {LONGEST_NAME:,} letters"
        if fault:
            self.findings.error(element, fault)
            raise TooManyErrors
        attributes = dict(element.attributes)
        if attributes.get("name"):
            attributes["name"] += suffix
        children = [self._copy(child, suffix) for child in element.children]
        return replace(element, attributes=attributes, children=children)
