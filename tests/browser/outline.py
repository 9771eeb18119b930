"""The outline of a page: the box of each part that a person makes out, and the colours of each kind of part.

It is what pictures are compared by: the pixels of letters differ by fonts and versions of Chromium, boxes hardly do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

PARTS = {
    "title": "h1",
    "section": "h2, h3, .ant-card-head-title",
    "tab": "[role=tab], .page-tabs a",
    "entry": "nav a",
    "card": ".ant-card",
    "table": "table",
    "column": "th",
    "button": ".ant-btn",
    "field": ".ant-input, .ant-select, .ant-picker, .ant-input-affix-wrapper",
    "tag": ".ant-tag",
    "alert": ".ant-alert",
    "tree": "[role=tree]",
    "code": "pre",
}
"""Kind → what is one."""
_READ = """(parts) => {
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1;
  const all = [...document.querySelectorAll(Object.values(parts).join(','))].filter(seen);
  return all.map((one) => {
    const kind = Object.keys(parts).find((kind) => one.matches(parts[kind]));
    const { left, top, width, height } = one.getBoundingClientRect();
    const { color, backgroundColor } = getComputedStyle(one);
    const box = [left + scrollX, top + scrollY, width, height].map(Math.round);
    return [kind, ...box, `${color} on ${backgroundColor}`.replaceAll(' ', '').replace(')on', ') on ')];
  });
}"""
_TRIES = 100


@dataclass(frozen=True)
class Outline:
    """`boxes`: kind, left, top, width, height in CSS pixels, in the order of the page. `colours`: kind → the colours of
    letters on grounds."""

    boxes: list[tuple[Any, ...]]
    colours: dict[str, set[str]]


def outline(page: Page) -> Outline:
    """Of what is shown, once it has come to rest."""
    before: Any = None
    for _ in range(_TRIES):
        found = page.evaluate(_READ, PARTS)
        if found == before:
            break
        before = found
        page.wait_for_timeout(100)
    colours: dict[str, set[str]] = {}
    for kind, *_, colour in found:
        colours.setdefault(kind, set()).add(colour)
    return Outline([(kind, *box) for kind, *box, _ in found], colours)


def differences(found: Outline, wanted: Outline) -> list[str]:
    """What is elsewhere, larger, missing, new or of another colour. `wanted` may have more colours."""
    kinds, expected = ([kind for kind, *_ in each.boxes] for each in (found, wanted))
    if kinds != expected:
        at = next((n for n, (one, two) in enumerate(zip(kinds, expected, strict=False)) if one != two), None)
        where = min(len(kinds), len(expected)) if at is None else at
        return [f"part {where} is {kinds[where : where + 1]}, not {expected[where : where + 1]}: {len(kinds)} parts"]
    moved = [
        f"{one[0]} {number} is at {one[1:]}, not {two[1:]}"
        for number, (one, two) in enumerate(zip(found.boxes, wanted.boxes, strict=True))
        if not all(_near(*pair) for pair in zip(one[1:], two[1:], strict=True))
    ]
    coloured = [
        f"{kind} is {colour}"
        for kind, all_ in found.colours.items()
        for colour in all_ - wanted.colours.get(kind, set())
    ]
    return moved + coloured


def _near(one: int, two: int) -> bool:
    """Words of another font are a tenth longer, or take another line."""
    return abs(one - two) <= max(32, two // 8)
