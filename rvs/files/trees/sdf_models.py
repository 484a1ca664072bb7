"""Models of an SDF file in its latest version, including the included ones.

An included file keeps its own version, and its names are relative to the resulting model.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath

from rvs.files.trees.file_reach import Missing, Reach, real_folder
from rvs.files.trees.xml import Element, XmlFindings, every_element, read_xml

MODEL = "__model__"
# Up to this version the axes of joints are told in the model's frame.
IN_MODEL, NEWEST = (1, 4), (1, 12)
MOST_INCLUDES = 50
# Frame of a merged model that stands where its pose says; a blank keeps it from being a file's.
PLACED = "placed "
# Attributes that name a frame.
FRAMES = ("relative_to", "frame", "attached_to", "expressed_in")
WEB = ("http://", "https://", "fuel://")
CONFIG = "model.config"


class Models:
    """Combines a file and its includes into one text.

    Args:
        path: The file.
        reach: The files that it may read.
        findings: Collector of errors.
    """

    def __init__(self, path: Path, reach: Reach, findings: XmlFindings) -> None:
        self.path, self.reach, self.findings = path, reach, findings
        # Folders of packages by their names.
        self.packages: dict[str, str] = {}
        self._included = 0

    def expand(self, root: Element) -> None:
        """Replace all includes by their models, and write axes as in the latest version."""
        self._expand(root, self._version(root), "", (self.path,))

    def _version(self, root: Element) -> tuple[int, ...]:
        """Return the components of the version number: 1.10 follows 1.9."""
        if not root.get("version"):
            return NEWEST
        parts = root.get("version").split(".")
        if all(part.isdecimal() and len(part) < 5 for part in parts):
            return tuple(map(int, parts))
        words = f"version={root.get('version')[:20]!r}: expected one such as '1.9'"
        self.findings.error(root, words)
        return NEWEST

    def _expand(
        self, element: Element, version: tuple[int, ...], base: str, way: tuple[Path, ...]
    ) -> None:
        made: list[Element] = []
        for child in element.children:
            if child.tag == "include":
                made += self._model(child, element, base, way)
                continue
            if child.tag in ("world", "model"):
                self._expand(child, version, base, way)
            elif child.tag == "joint":
                _tell_axis(child, version)
            made.append(child)
        element.children = made

    def _model(
        self, include: Element, holder: Element, base: str, way: tuple[Path, ...]
    ) -> list[Element]:
        """Return the elements that replace an include: a model, the parts of one, or none."""
        self._included += 1
        uri = _joined(base, _text(include, "uri"))
        if not _text(include, "uri") or "\0" in uri:
            self.findings.error(include, "<uri>: expected the path of a model")
            return []
        if uri.startswith(WEB):
            self._left_out(include, f"{uri[:200]} is on the web")
            return []
        path = self._file(include, uri)
        if path is None:
            return []
        if path in way or self._included > MOST_INCLUDES:
            self.findings.error(include, f"uri={uri[:60]!r}: files include one another")
            return []
        root = read_xml(path)
        for one in every_element(root):
            one.path = str(path)
        if root.tag != "sdf":
            self._left_out(include, f"{path} is not SDF: it contains <{root.tag[:40]}>")
            return []
        inner = _folder(uri, path)
        scheme, _, rest = inner.partition("://")
        if rest and scheme in ("model", "package"):
            name, *below = rest.split("/")
            self.packages[name] = str(path.parents[len(below)])
        self._expand(root, self._version(root), inner, (*way, path))
        model = root.first("model")
        if model is None:
            self._left_out(include, f"{path} contains no <model>")
            return []
        _tell_meshes(model, inner)
        return self._placed(include, holder, model)

    def _left_out(self, include: Element, why: str) -> None:
        self.findings.warn(include, f"{why}, so the elements that it adds are not read")

    def _file(self, include: Element, uri: str) -> Path | None:
        """Return the file meant by an include: for a folder, the file in its manifest."""
        plain = uri.rstrip("/")
        if PurePosixPath(plain).suffix.lower() in (".sdf", ".xml", ".urdf", ".world"):
            names = [plain]
        else:
            config = self._there(f"{plain}/{CONFIG}")
            listed = _listed(config) if isinstance(config, Path) else []
            names = [f"{plain}/{name}" for name in [*listed, "model.sdf"]]
        looked = [(name, self._there(name)) for name in names]
        for name, found in looked:
            if isinstance(found, Path):
                if name in self.reach.near:
                    words = f"{name!r} is missing; RVS uses {found}, whose path has the same end"
                    self.findings.warn(include, words)
                return found
        outside = next((one.outside for _, one in looked if isinstance(one, Missing)), None)
        if outside is not None:
            self.findings.leads_out(include, f"uri={uri[:60]!r}", outside)
        else:
            words = f"{uri[:200]!r} is not in the known folders (--allow names one)"
            self._left_out(include, words)
        return None

    def _there(self, name: str) -> Path | Missing:
        """Return a file by its name, if its folder also agrees."""
        found = self.reach.mesh(name)
        if isinstance(found, Missing):
            return found
        said = PurePosixPath(name.partition("://")[2] or name).parts[-2:]
        alike = [one.casefold() for one in found.parts[-len(said) :]]
        if "." in said[0] or alike == [one.casefold() for one in said]:
            return found
        return Missing(name, ())

    def _placed(self, include: Element, holder: Element, model: Element) -> list[Element]:
        """Return a model with the name and pose given by its include, or its parts."""
        for child in include.children:
            if child.tag == "experimental:params":
                self.findings.warn(child, "it is ignored, although it changes the model")
        own = {**model.attributes, "name": _text(include, "name") or model.get("name")}
        pose, frame = include.first("pose"), _text(include, "placement_frame")
        if frame and pose is None:
            self.findings.error(include, "<placement_frame> has no effect without a <pose>")
        if frame:
            own["placement_frame"] = frame
        parts = [one for one in model.children if pose is None or one.tag != "pose"]
        made = replace(model, attributes=own, children=parts if pose is None else [pose, *parts])
        if include.get("merge") not in ("true", "1"):
            return [made]
        if holder.tag != "model":
            words = f"merge='true': a <{holder.tag}> can't take the parts of a model"
            self.findings.error(include, words)
            return []
        return list(_merged(made))


def _text(element: Element, tag: str) -> str:
    child = element.first(tag)
    return child.text.strip() if child is not None else ""


def _tell_axis(joint: Element, version: tuple[int, ...]) -> None:
    """Let axes name the frame, which earlier versions specified differently."""
    for axis in joint.all("axis"):
        xyz, word = axis.first("xyz"), _text(axis, "use_parent_model_frame")
        if xyz is None:
            xyz = Element("xyz", {}, axis.line, axis.column, text="0 0 1", path=axis.path)
            axis.children.append(xyz)
        if not xyz.get("expressed_in") and (version <= IN_MODEL or word in ("1", "true")):
            xyz.attributes["expressed_in"] = MODEL


def _joined(base: str, uri: str) -> str:
    """Return a path relative to the folder of its file."""
    uri = uri.replace("\\", "/")
    whole = "://" in uri or uri.startswith("/") or uri[1:3] == ":/"
    return uri if whole or not base else f"{base}/{uri}"


def _folder(uri: str, path: Path) -> str:
    """Return the folder of an included file, to which its names are relative."""
    plain = uri.rstrip("/")
    if PurePosixPath(plain).name.casefold() == path.name.casefold():
        plain = plain.rpartition("/")[0]
    elif PurePosixPath(plain).name.casefold() != path.parent.name.casefold():
        return str(real_folder(path)).replace("\\", "/")
    return plain


def _tell_meshes(model: Element, folder: str) -> None:
    """Let meshes of an included model be found from the including file."""
    for mesh in every_element(model):
        uri = mesh.first("uri") if mesh.tag == "mesh" else None
        if uri is not None:
            uri.text = _joined(folder, uri.text)


def _listed(config: Path) -> list[str]:
    """Return the files in the manifest of a model, the one of the latest version first."""
    found = read_xml(config).all("sdf")

    def version(element: Element) -> list[int]:
        parts = element.get("version").split(".")
        return [int(part) for part in parts if part.isdecimal() and len(part) < 5]

    return [one.text for one in sorted(found, key=version, reverse=True) if one.text]


def _merged(model: Element) -> Iterator[Element]:
    """Yield the parts of a model as those of the including model.

    Its frame becomes one of the other model: poses relative to the first become relative to it.
    """
    name = f"_merged__{model.get('name')}__{MODEL.strip('_')}_frame__"
    at = model.first("pose") or _no_pose(model)
    base = at.get("relative_to") or at.get("frame") or MODEL
    place = replace(at, attributes={**at.attributes, "relative_to": base})
    links = [one.get("name") for one in model.all("link", "model")]
    held = model.get("canonical_link") or next(iter(links), "")
    said = {"name": name, "attached_to": held, PLACED: model.get("placement_frame")}
    yield replace(model, tag="frame", attributes=said, children=[place])
    for part in model.all("link", "joint", "frame", "model"):
        _tell_frames(part, name)
        if part.tag in ("link", "model"):
            _tell_base(part, name)
        elif part.tag == "frame" and not part.get("attached_to"):
            part.attributes["attached_to"] = name
        yield part


def _tell_frames(element: Element, frame: str) -> None:
    """Replace the name of the model's own frame; a nested model has its own."""
    for key in FRAMES:
        if element.get(key) == MODEL:
            element.attributes[key] = frame
    if element.tag in ("parent", "child") and element.text.strip() == MODEL:
        element.text = frame
    for child in element.children:
        if element.tag != "model" or child.tag == "pose":
            _tell_frames(child, frame)


def _tell_base(element: Element, frame: str) -> None:
    """Assign a frame to a pose that names none."""
    pose = element.first("pose")
    if pose is None:
        pose = _no_pose(element)
        element.children.append(pose)
    if not (pose.get("relative_to") or pose.get("frame")):
        pose.attributes["relative_to"] = frame


def _no_pose(element: Element) -> Element:
    return replace(element, tag="pose", attributes={}, children=[], text="0 0 0 0 0 0")
