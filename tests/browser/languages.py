"""Finds text of one language within the other one."""

import re
from typing import Literal

from playwright.sync_api import Locator, Page, expect

LANGUAGES = ("zh-CN", "en-US")
Appearance = Literal["light", "dark"]
APPEARANCE: dict[str, Appearance] = {"zh-CN": "dark", "en-US": "light"}
"""Language → the appearance in which it is tested."""
_BUTTON = {"zh-CN": "中文", "en-US": "English"}
_CHINESE = re.compile(r"[\u4e00-\u9fff]+")
_ENGLISH = re.compile(r"\b(?:the|and|not|yet|create|delete|edit|user|role|grant|here|never|none|all)\b", re.IGNORECASE)


def switch(page: Page, language: str) -> None:
    """Switch to this language and its appearance, starting from the other one."""
    appear(page, APPEARANCE[language])
    page.get_by_role("button", name=_BUTTON[language]).click()
    expect(page.locator("html")).to_have_attribute("lang", language)  # its texts have been read


def appear(page: Page, appearance: Appearance) -> None:
    """Let the system be light or dark, and wait until the console is, too."""
    page.emulate_media(color_scheme=appearance)
    expect(page.locator("html")).to_have_attribute("data-theme", appearance)


def strange(part: Locator, language: str) -> list[str]:
    """Words of the other language in the console's own texts, without names, code and messages of clusters."""
    script = """(part) => {
      const copy = part.cloneNode(true);
      copy.querySelectorAll('.mono, code, pre, [lang], style, script').forEach((each) => each.remove());
      return copy.innerText + ' ' + [...part.querySelectorAll('input')].map((each) => each.placeholder).join(' ');
    }"""
    text: str = part.evaluate(script)
    found = (_CHINESE if language == "en-US" else _ENGLISH).findall(text)
    return [f"{word!r} in {language}" for word in sorted(set(found))]
