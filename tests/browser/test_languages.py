"""Every main screen in both languages, light and dark: nothing of the other language, nothing cut off at any width,
nothing that axe-core finds.

With PUC_PICTURES=DIRECTORY each is kept as a picture, for people.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import accessible, api
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.languages import APPEARANCE, LANGUAGES, strange, switch
from tests.browser.screens import show

pytestmark = pytest.mark.browser
_WIDTHS = (1024, 390)
_FRAMES = 4
"""So many screens are looked at with the frame around them, which is the same on all: both languages, both ways."""


@pytest.mark.timeout(900)  # in both languages, each looked at three times
def test_every_screen(page: Page, furnished: api.Center, screens: dict[str, str], picture: Picture) -> None:
    """Each is opened once, in the language that the one before it was left in, and then switched to the other. axe-core
    looks at it twice: wide in the one language and appearance, narrow in the other; which is which takes turns."""
    problems = []
    page.goto(f"{furnished.url}/")
    switch(page, LANGUAGES[0])
    for path in (
        "/",
        "/register",
        "/register/status",
        "/choose-password",
        "/forgotten-password",
        "/confirm-address",
        "/authorize",
        "/sign-out",
    ):
        page.goto(furnished.url + path)
        expect(page.locator("main h1")).to_be_visible()
        problems += [f"{path}: {found}" for found in accessible.violations(page)]
    api.enter(page.context, furnished.url, "admin", PASSWORD)
    page.goto(furnished.url)
    for number, (name, path) in enumerate(screens.items()):
        first, second = LANGUAGES if number % 2 == 0 else LANGUAGES[::-1]
        part = "html" if number < _FRAMES else "#content"
        if name == "not-found":  # where no screen is, none is waited for
            page.goto(furnished.url + path)
        else:
            show(page, path)
        found = [*_look(page, name, first, picture), *_named(accessible.violations(page, part), first)]
        switch(page, second)
        found += _look(page, name, second, picture)
        found += _look_narrow(page, name, part, picture)
        problems += [f"{name}: {problem}" for problem in found]
    assert not problems, "\n".join(problems)


def _named(found: list[str], where: object) -> list[str]:
    return [f"{text} ({where})" for text in found]


def _look(page: Page, name: str, language: str, picture: Picture) -> list[str]:
    """What is wrong with a screen in this language."""
    expect(page.locator(f'html[lang="{language}"]')).to_have_count(1)
    expect(page.locator("#content h1, #content .ant-result").first).to_be_visible()
    if "principal=" in page.url:
        expect(page.get_by_test_id("verdict")).to_be_visible()
    expect(page.locator(".ant-skeleton, .ant-spin-spinning")).to_have_count(0)
    picture(page, f"{language}-{APPEARANCE[language]}-{name}")
    found = [*_cut(page), *strange(page.locator("body"), language)]
    if page.locator(".ant-alert-error").count():
        found.append(page.locator(".ant-alert-error").first.inner_text())
    return _named(found, language)


def _look_narrow(page: Page, name: str, part: str, picture: Picture) -> list[str]:
    """What is wrong with a screen that is narrower than what it was made for."""
    found = []
    for width in _WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        found += _named(_cut(page), width)
        picture(page, f"{width}-{name}")
    found += _named(accessible.violations(page, part), width)
    page.set_viewport_size({"width": 1440, "height": 900})
    return found


def _cut(page: Page) -> list[str]:
    """What does not fit: the page scrolls sideways, a heading has room for some letters a line only, or is cut."""
    found: list[str] = page.evaluate(
        """async () => {
          const wide = document.documentElement;
          const look = () => [
            ...(wide.scrollWidth > wide.clientWidth ? ['the page scrolls sideways'] : []),
            ...(document.querySelector('#content [class*=cell-fix]') ? ['a column lies over the others'] : []),
            ...[...document.querySelectorAll('#content h1, #content h2')]
              .filter((each) => each.offsetHeight > 100 && each.offsetWidth < 160)
              .map((each) => `"${each.innerText}" is squeezed`),
            ...[...document.querySelectorAll('#content .ant-card-head-title')]
              .filter((each) => each.scrollWidth > each.clientWidth)
              .map((each) => `"${each.innerText}" is cut`),
          ];
          // The frame may still be folding its menu away.
          for (let tries = 0; tries < 20 && look().length > 0; tries += 1) {
            await new Promise((resolve) => setTimeout(resolve, 50));
          }
          return look();
        }"""
    )
    return found
