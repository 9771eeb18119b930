"""HTML and SVG as trees. The serialiser escapes all texts, so none from a log can become markup.

Not htpy or a template: `links` walks the finished tree once more, and invisible characters have to be shown.
"""

import unicodedata
from functools import cache
from xml.etree import ElementTree


def el(
    tag: str, *children: ElementTree.Element | str | int | float | None, **attributes: object
) -> ElementTree.Element:
    """An element. `class_` means class, other underscores mean hyphens. None children and class "" are left out."""
    names = {_name(key): visible(str(value)) for key, value in attributes.items() if value != "" or key != "class_"}
    element = ElementTree.Element(tag, names)
    for child in children:
        _append(element, child)
    return element


@cache
def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _append(element: ElementTree.Element, child: ElementTree.Element | str | int | float | None) -> None:
    if child is None:
        return
    if isinstance(child, ElementTree.Element):
        element.append(child)
        return
    text = visible(str(child))
    if len(element):
        element[-1].tail = (element[-1].tail or "") + text
    else:
        element.text = (element.text or "") + text


def visible(text: str) -> str:
    """Control, direction and zero-width characters as their numbers, so that no name looks like another one."""
    if text.replace("\n", "").isprintable():  # a shortcut for nearly every text: none of those characters is printable
        return text
    return "".join(_visible(character) for character in text)


def _visible(character: str) -> str:
    hidden = unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp") and character != "\n"
    return f"\\u{ord(character):04x}" if hidden else character


def document(root: ElementTree.Element) -> str:
    """The page as text."""
    return "<!doctype html>\n" + ElementTree.tostring(root, encoding="unicode", method="html") + "\n"
