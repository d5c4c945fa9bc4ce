"""Pictures as arrays of pixels, by pygame."""

# The library has no types, and need not be installed where this is checked:
# pyright: basic, reportMissingImports=false, reportMissingTypeStubs=false, reportMissingModuleSource=false

import io
from collections.abc import Iterator
from functools import lru_cache
from typing import Any
from xml.etree.ElementTree import Element, fromstring, tostring

import numpy as np
import pygame

_SPACE = "http://www.w3.org/2000/svg"
_ROOM, _TALL = 8, 200
"""The room around a piece, for its ring, and the height that no piece has."""


def pixels(svg: str) -> Any:
    """Return a picture of the library as an array of rows, columns and red, green, blue.

    pygame draws the shapes of SVG and no text: each part of the picture is drawn, and then its text over it.
    """
    pygame.font.init()
    root = fromstring(
        svg.replace(f' xmlns="{_SPACE}"', "", 1)
    )  # or it is written with prefixes, which pygame cannot read
    surface = pygame.Surface((int(root.attrib["width"]), int(root.attrib["height"])))
    surface.fill("white")
    for part in list(root):
        texts = list(_texts(part))
        _draw_shapes(surface, root, part)
        for text, x, y, is_turned in texts:
            _draw_text(surface, text, x, y, is_turned=is_turned)
    return np.transpose(pygame.surfarray.array3d(surface), (1, 0, 2))


def _texts(part: Element) -> Iterator[tuple[Element, float, float, bool]]:
    """Take the texts out of a part, each with its place, and whether it stands on its head."""
    if part.tag == "text":
        yield part, float(part.attrib["x"]), float(part.attrib["y"]), False
    numbers = _numbers(part)
    for child in list(part):
        for text, x, y, is_turned in list(_texts(child)):
            if len(numbers) == 3:  # a half turn around a point
                yield text, 2 * numbers[1] - x, 2 * numbers[2] - y, not is_turned
            else:
                dx, dy = numbers or (0.0, 0.0)
                yield text, x + dx, y + dy, is_turned
        if child.tag == "text":
            part.remove(child)


def _numbers(part: Element) -> tuple[float, ...]:
    """Return the numbers of the transformation of a group: a shift has two, a half turn three."""
    if part.tag != "g":
        return ()
    return tuple(map(float, part.attrib["transform"].partition("(")[2].rstrip(")").split()))


def _draw_shapes(surface: Any, root: Element, part: Element) -> None:
    if part.tag in {"text", "title", "desc", "style"}:
        return
    x, y = _numbers(part) or (0.0, 0.0)
    height = surface.get_height()
    if part.tag == "g":  # a piece: drawn once with room around it, wherever it lies
        part.attrib["transform"], height = f"translate({_ROOM} {_ROOM})", _TALL
        x, y = x - _ROOM, y - _ROOM
    fill = root.attrib["fill-rule"]
    size = f'width="{surface.get_width()}" height="{height}"'
    drawn = _drawn(f'<svg xmlns="{_SPACE}" {size} fill-rule="{fill}">{tostring(part, "unicode")}</svg>')
    surface.blit(drawn, (round(x), round(y)))


@lru_cache(maxsize=512)
def _drawn(svg: str) -> Any:
    return pygame.image.load(io.BytesIO(svg.encode()), "part.svg")


def _draw_text(surface: Any, text: Element, x: float, y: float, *, is_turned: bool) -> None:
    """Draw a text at the left end, or the middle, of its base line."""
    font = pygame.font.Font(None, round(1.3 * float(text.attrib["font-size"])))
    drawn = font.render((text.text or "").replace("▶", ">"), True, text.attrib["fill"])
    left = drawn.get_width() / 2 if "text-anchor" in text.attrib else 0
    up = font.get_ascent()
    if is_turned:
        drawn, left, up = pygame.transform.rotate(drawn, 180), drawn.get_width() - left, drawn.get_height() - up
    surface.blit(drawn, (round(x - left), round(y - up)))
