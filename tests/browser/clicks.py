"""Counts clicks, for tests of how short a way is."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

_COUNT = """() => {
  if (!window.clicked) addEventListener('pointerdown', ({ target }) => {
    clicked.push(target.innerText || target.ariaLabel || target.tagName);
  }, true);
  window.clicked = [];
}"""


@contextmanager
def at_most(page: Page, most: int) -> Iterator[None]:
    """Fails if the block needs more than `most` clicks with a pointer; what is typed, and keys, are none.

    A block in which the page is loaded anew fails, too: the count would begin again.
    """
    page.evaluate(_COUNT)
    yield
    clicked = page.evaluate("clicked")
    assert len(clicked) <= most, clicked
