"""Colours of a DAE file: from the symbol of a material to its diffuse colour or texture."""

from __future__ import annotations

from rvs.files.meshes.companions import beside
from rvs.files.meshes.dae_values import Dae
from rvs.files.meshes.paint import hex_of, texture_color
from rvs.files.trees.xml import Element

SHADING = ("phong", "lambert", "blinn", "constant")


class Materials:
    """The colours of a file, each computed once."""

    def __init__(self, dae: Dae) -> None:
        self._dae = dae
        self._colors: dict[str, str] = {}

    def color(self, instance: Element, symbol: str) -> str:
        """Return the colour of faces as ``#RRGGBB``, or nothing if the file gives none.

        Args:
            instance: The instance of the geometry in the scene, which defines the symbols.
            symbol: The material named by the faces.
        """
        target = symbol
        binding = instance.first("bind_material")
        technique = binding.first("technique_common") if binding else None
        for one in technique.all("instance_material") if technique else ():
            if one.get("symbol") == symbol:
                target = one.get("target")
        if target not in self._colors:
            self._colors[target] = self._found(target)
        return self._colors[target]

    def _found(self, target: str) -> str:
        material = self._dae.find(target, "material")
        instance = material.first("instance_effect") if material else None
        effect = self._dae.find(instance.get("url"), "effect") if instance else None
        profile = effect.first("profile_COMMON") if effect else None
        technique = profile.first("technique") if profile else None
        shading = next(technique.all(*SHADING), None) if technique else None
        if profile is None or shading is None:
            return ""
        said = shading.first("diffuse") or shading.first("emission")
        if said is None:
            return ""
        texture = said.first("texture")
        if texture is not None:
            return self._textured(profile, texture)
        color = said.first("color")
        return "" if color is None else self._plain(color)

    def _plain(self, color: Element) -> str:
        values = self._dae.numbers(color)
        # How opacity is meant differs among programs; robots are opaque.
        return hex_of((*values[:3].tolist(), 1.0)) if len(values) >= 3 else ""

    def _textured(self, profile: Element, texture: Element) -> str:
        """Return the mean colour of a texture, found through its sampler and its surface."""
        params = {one.get("sid"): one for one in profile.all("newparam")}
        name = texture.get("texture")
        for kind, inner in (("sampler2D", "source"), ("surface", "init_from")):
            param = params.get(name)
            held = param.first(kind) if param else None
            source = held.first(inner) or held.first("instance_image") if held else None
            if source is not None:
                name = source.text or source.get("url").removeprefix("#")
        image = self._dae.find(name, "image")
        start = image.first("init_from") if image else None
        if start is None:
            return ""
        ref = start.first("ref")
        path = beside(self._dae.path, ref.text if ref else start.text)
        return texture_color(path) if path else ""
