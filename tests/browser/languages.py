"""Text of one language that stands among that of the other."""

import re
from typing import Literal

from playwright.sync_api import Locator, Page

LANGUAGES = ("zh-CN", "en-US")
APPEARANCE: dict[str, Literal["light", "dark"]] = {"zh-CN": "dark", "en-US": "light"}
"""Each language is looked at in one of them."""
_BUTTON = {"zh-CN": "中文", "en-US": "English"}
_CHINESE = re.compile(r"[\u4e00-\u9fff]+")
_ENGLISH = re.compile(r"\b(?:the|and|not|yet|create|delete|edit|user|role|grant|here|never|none|all)\b", re.IGNORECASE)


def switch(page: Page, language: str) -> None:
    """To this language and its appearance, as somebody does who reads the other one."""
    page.emulate_media(color_scheme=APPEARANCE[language])
    page.get_by_role("button", name=_BUTTON[language]).click()


def strange(part: Locator, language: str) -> list[str]:
    """Words of the other language in what the console itself says: without names, code, and messages of clusters."""
    script = """(part) => {
      const copy = part.cloneNode(true);
      copy.querySelectorAll('.mono, code, pre, [lang], style, script').forEach((each) => each.remove());
      return copy.innerText + ' ' + [...part.querySelectorAll('input')].map((each) => each.placeholder).join(' ');
    }"""
    text: str = part.evaluate(script)
    found = (_CHINESE if language == "en-US" else _ENGLISH).findall(text)
    return [f"{word!r} in {language}" for word in sorted(set(found))]
