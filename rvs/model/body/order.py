"""The order of the contents of a body, which has no meaning."""

from __future__ import annotations

from dataclasses import replace

from rvs.model.body.values import Body, Composite, Part
from rvs.model.derived import derived


@derived(size=64)
def in_order(body: Body) -> Body:
    """Return a body with everything in the order of a tidy file."""
    links = sorted(body.links, key=lambda link: (isinstance(link.link, str), str(link.link)))
    tidy = [
        replace(
            link,
            parts=tuple(sorted(map(_sorted_sizes, link.parts), key=lambda part: part.id)),
            groups=tuple(sorted(link.groups, key=lambda group: group.id)),
            drawn_for=tuple(sorted(link.drawn_for)),
        )
        for link in links
    ]
    library = tuple(sorted(_used(body), key=lambda one: one.name))
    return replace(body, links=tuple(tidy), library=library)


def _sorted_sizes(part: Part) -> Part:
    return replace(part, sizes=tuple(sorted(part.sizes, key=lambda size: size[0])))


def _used(body: Body) -> list[Composite]:
    found: dict[str, Composite] = {}
    waiting = [part.shape for link in body.links for part in link.parts]
    while waiting:
        composite = body.composite(waiting.pop())
        if composite is not None and composite.name not in found:
            found[composite.name] = composite
            waiting += [part.shape for part in composite.parts]
    return list(found.values())


def same_body(one: Body | None, other: Body | None) -> bool:
    """Return whether two models are equal, in any order."""
    if one is None or other is None or one is other:
        return one is other
    return in_order(one) == in_order(other)
