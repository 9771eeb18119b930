"""Every main screen in both languages, one light and one dark: nothing of the other language, nothing cut off.

With PUC_PICTURES=DIRECTORY each is kept as a picture, for people.
"""

import re
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import api, results
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.screens import choose_language
from tests.browser.watch import Watch

pytestmark = pytest.mark.browser
APPEARANCE: dict[str, Literal["light", "dark"]] = {"zh-CN": "dark", "en-US": "light"}
_BUTTON = {"zh-CN": "中文", "en-US": "English"}

_CHINESE = re.compile(r"[\u4e00-\u9fff]+")
_ENGLISH = re.compile(r"\b(?:the|and|not|yet|create|delete|edit|user|role|grant|here|never|none|all)\b", re.IGNORECASE)


@pytest.fixture(scope="module")
def screens(center: api.Center, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Name → path of every main screen, with something to show on each."""
    topic = center.topic("pictures")
    group = center.post("groups", name="g-1")
    person = center.post("users", username="p-1", kind="person", group_id=group["id"])
    service = center.post("users", username="s-1", kind="service", parent_id=person["id"])
    role = center.post("roles", name="r-1")
    center.post("grants", user_id=person["id"], res_type=4, res_id=topic["id"], authorities=[302, 303])
    center.post("grants", role_id=role["id"], res_type=3, res_id=topic["namespace_id"], authorities=[203])
    center.post(f"users/{service['id']}/tokens", name="t-1", days=30)
    center.post(f"users/{service['id']}/client-secrets")
    tenant = center.get(f"tenants/{topic['tenant_id']}")
    cluster = tenant["cluster_ids"][0]
    audited = results.an_estate(center, "audited")
    results.load(center, audited, tmp_path_factory.mktemp("audit"), "pictures")
    plan = center.post("remediations", suggestions=["pictures-unused"], reason="review 2026")
    asked = f"type=topic&resource={topic['full_name']}&cluster={cluster}"
    return {
        "overview": "/",
        "resources": "/resources",
        "cluster": f"/resources/cluster/{cluster}",
        "tenant": f"/resources/tenant/{tenant['id']}",
        "namespace": f"/resources/namespace/{topic['namespace_id']}",
        "topic": f"/resources/topic/{topic['id']}",
        "users": "/users",
        "user": f"/users/{person['id']}",
        "user-rights": f"/users/{person['id']}/rights",
        "user-credentials": f"/users/{service['id']}/credentials",
        "sub-accounts": f"/users/{person['id']}/sub-accounts",
        "groups": "/groups",
        "roles": "/roles",
        "role": f"/roles/{role['id']}",
        "why": "/why",
        "why-allowed": f"/why?principal=p-1&question=topic:PRODUCE&{asked}",
        "why-denied": f"/why?principal=s-1&question=topic:CONSUME&{asked}",
        "requests": "/requests",
        "requests-to-decide": "/requests?box=to_decide",
        "request-new": f"/requests/new?type=topic&resource={topic['full_name']}&authority=303",
        "notices": "/notices",
        "registrations": "/registrations",
        "credentials": "/credentials",
        "device": "/device",
        "password": "/password",
        "brokers": "/brokers",
        "findings": "/findings",
        "suggestions": "/suggestions",
        "suggestion": "/suggestions/pictures-narrow",
        "remediations": "/remediations",
        "remediation": f"/remediations/{plan['id']}",
        "trail": "/trail",
        "not-found": "/nowhere",
    }


def test_every_screen(browser: Browser, center: api.Center, screens: dict[str, str], picture: Picture) -> None:
    """Each is loaded once, in the language that the one before it was left in, and then switched to the other."""
    now, other = "zh-CN", "en-US"
    context = browser.new_context(
        locale=now, color_scheme=APPEARANCE[now], viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
    )
    page = context.new_page()
    watch = Watch(page)
    api.enter(context, center.url, "admin", PASSWORD)
    problems = []
    for name, path in screens.items():
        page.goto(center.url + path)
        problems += _look(page, name, now, picture)
        now, other = other, now
        page.emulate_media(color_scheme=APPEARANCE[now])
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
    return [f"{name}: {found}" for found in _poor(page, language)]


def _poor(page: Page, language: str) -> list[str]:
    found = []
    if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
        found.append("the page scrolls sideways")
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
