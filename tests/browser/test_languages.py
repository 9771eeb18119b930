"""Every main screen in both languages, light and dark: nothing of the other language, nothing cut off at any width,
nothing that axe-core calls serious or critical.

With PUC_PICTURES=DIRECTORY each is kept as a picture, for people.
"""

import re
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import accessible, api
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.screens import choose_language
from tests.browser.watch import Watch

pytestmark = pytest.mark.browser
APPEARANCE: dict[str, Literal["light", "dark"]] = {"zh-CN": "dark", "en-US": "light"}
_BUTTON = {"zh-CN": "中文", "en-US": "English"}

_WIDTHS = (1024, 390)
_CHINESE = re.compile(r"[\u4e00-\u9fff]+")
_ENGLISH = re.compile(r"\b(?:the|and|not|yet|create|delete|edit|user|role|grant|here|never|none|all)\b", re.IGNORECASE)


def test_every_screen(browser: Browser, center: api.Center, screens: dict[str, str], picture: Picture) -> None:
    """Each is loaded once, in the language that the one before it was left in, and then switched to the other."""
    now, other = "zh-CN", "en-US"
    context = browser.new_context(
        locale=now, color_scheme=APPEARANCE[now], viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
    )
    accessible.load(context)
    page = context.new_page()
    watch = Watch(page)
    problems = []
    for path in ("/", "/register", "/register/status"):
        page.goto(center.url + path)
        expect(page.locator("main h1")).to_be_visible()
        problems += [f"{path}: {found}" for found in accessible.violations(page)]
    api.enter(context, center.url, "admin", PASSWORD)
    for name, path in screens.items():
        page.goto(center.url + path)
        problems += _look(page, name, now, picture)
        problems += _look_narrow(page, name, picture)
        now, other = other, now
        page.emulate_media(color_scheme=APPEARANCE[now])
        problems += [f"{name}: {found} ({other}, {APPEARANCE[now]})" for found in accessible.contrast(page)]
        choose_language(page, _BUTTON[now])
        problems += _look(page, name, now, picture)
    context.close()
    watch.check()
    assert not problems, "\n".join(problems)


def _look(page: Page, name: str, language: str, picture: Picture) -> list[str]:
    """What is wrong with a screen in this language."""
    expect(page.locator(f'html[lang="{language}"]')).to_have_count(1)
    expect(page.locator("#content h1, #content .ant-result").first).to_be_visible()
    if "principal=" in page.url:
        expect(page.get_by_test_id("verdict")).to_be_visible()
    expect(page.locator(".ant-skeleton, .ant-spin-spinning")).to_have_count(0)
    picture(page, f"{language}-{APPEARANCE[language]}-{name}")
    return [f"{name}: {one} ({language})" for one in [*_poor(page, language), *accessible.violations(page)]]


def _look_narrow(page: Page, name: str, picture: Picture) -> list[str]:
    """What is wrong with a screen that is narrower than what it was made for."""
    found = []
    for width in _WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        found += [f"{name}: {one} at {width}" for one in _cut(page)]
        picture(page, f"{width}-{name}")
    found += [f"{name}: {one} at {_WIDTHS[-1]}" for one in accessible.violations(page)]
    page.set_viewport_size({"width": 1440, "height": 900})
    return found


def _cut(page: Page) -> list[str]:
    """What does not fit: the page scrolls sideways, or a heading has room for some letters a line only."""
    found: list[str] = page.evaluate(
        """async () => {
          const wide = document.documentElement;
          const look = () => [
            ...(wide.scrollWidth > wide.clientWidth ? ['the page scrolls sideways'] : []),
            ...[...document.querySelectorAll('#content h1, #content h2')]
              .filter((each) => each.offsetHeight > 100 && each.offsetWidth < 160)
              .map((each) => `"${each.innerText}" is squeezed`),
          ];
          // The frame may still be folding its menu away.
          for (let tries = 0; tries < 20 && look().length > 0; tries += 1) {
            await new Promise((resolve) => setTimeout(resolve, 50));
          }
          return look();
        }"""
    )
    return found


def _poor(page: Page, language: str) -> list[str]:
    found = _cut(page)
    if page.locator(".ant-alert-error").count():
        found.append(page.locator(".ant-alert-error").first.inner_text())
    strange = (_CHINESE if language == "en-US" else _ENGLISH).findall(_prose(page))
    return found + [f"{word!r} in {language}" for word in sorted(set(strange))]


def _prose(page: Page) -> str:
    """What the console itself says: without names, code, and messages of clusters."""
    script = """() => {
      const copy = document.body.cloneNode(true);
      copy.querySelectorAll('.mono, code, pre, [lang], style, script').forEach((each) => each.remove());
      return copy.innerText + ' ' + [...document.querySelectorAll('input')].map((each) => each.placeholder).join(' ');
    }"""
    text: str = page.evaluate(script)
    return text
