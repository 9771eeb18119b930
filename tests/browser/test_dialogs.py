"""Every dialog: the keyboard begins at its first field and returns to where it was; axe-core finds nothing."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import accessible, api
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.languages import LANGUAGES, strange, switch
from tests.browser.screens import dialog, show
from tests.browser.service import REPOSITORY

pytestmark = pytest.mark.browser

# Screen → the buttons on it that open a dialog.
DIALOGS = {
    "resources": ["Register a cluster"],
    "cluster": ["New tenant", "Edit", "Give up", "Delete", "Grant"],
    "tenant": ["New namespace", "Edit", "Delete", "Grant"],
    "namespace": ["New topic", "Edit", "Delete", "Revoke"],
    "namespace-policies": ["New key", "Rotate"],
    "topic": ["Edit", "Delete", "Grant", "Revoke"],
    "topic-policies": ["New key", "Rotate"],
    "users": ["New user", "Import users"],
    "user": ["Edit", "Reset one-time secret", "Disable", "Delete"],
    "sub-accounts": ["New sub-account"],
    "user-given": ["Revoke all"],
    "user-credentials": ["New API token", "New client secret", "Revoke", "Delete"],
    "groups": ["New group", "Edit", "Delete"],
    "networks": ["New list", "Edit", "Delete"],
    "roles": ["New role"],
    "role": ["Edit", "Delete", "Add a member", "Revoke"],
    "suggestion": ["Schedule removal", "Opt out"],
    "remediation": ["Cancel"],
}
_BEGINNING = "input:focus, textarea:focus, button:focus:not(.ant-modal-close), [role=combobox]:focus"
"""What has the focus first: a field or a button, not the cross."""


@pytest.mark.timeout(900)
def test_every_dialog(page: Page, furnished: api.Center, screens: dict[str, str], picture: Picture) -> None:
    """Opened with the keyboard, shut with Escape; in both languages, each in one appearance. A secret that is shown
    once has no Escape."""
    problems = []
    api.enter(page.context, furnished.url, "admin", PASSWORD)
    page.goto(furnished.url)
    for screen, buttons in DIALOGS.items():
        show(page, screens[screen])
        expect(page.locator("#content h1")).to_be_visible()
        page.wait_for_load_state("networkidle")  # what comes late brings buttons of its own
        # In the other language the buttons have other names, and the same places.
        openers = {name: _place(page, name) for name in buttons}
        for language in reversed(LANGUAGES):
            if page.locator(f"html[lang={language}]").count() == 0:
                switch(page, language)
            for name, place in openers.items():
                found = _try_dialog(page, place, language, picture, f"{screen}-{name}")
                problems += [f"{name} on {screen}: {problem} ({language})" for problem in found]
        switch(page, "en-US")
    assert not problems, "\n".join(problems)


def test_a_secret_takes_the_focus_from_the_question_before_it(admin: Page, center: api.Center) -> None:
    """Behind an open dialog nothing has the focus, not for a moment: a key that is pressed then would do something."""
    user = center.post("users", username="dialogs.reset", kind="person")
    admin.goto(f"{center.url}/users/{user['id']}")
    opener = admin.get_by_role("button", name="Reset one-time secret")
    opener.focus()
    admin.keyboard.press("Enter")
    expect(dialog(admin)).to_be_visible()
    admin.evaluate(
        """() => {
          window.behind = [];
          document.addEventListener('focusin', ({ target }) => {
            const open = document.querySelector('[role=dialog]');
            if (open && !target.closest('.ant-modal-root')) behind.push(target.outerHTML);
          });
        }"""
    )
    dialog(admin).get_by_role("button", name="Reset one-time secret").press("Enter")
    expect(dialog(admin)).to_contain_text("Shown only once")
    expect(admin.get_by_role("dialog")).to_have_count(1)
    expect(dialog(admin).locator(":focus")).to_have_count(1)
    assert admin.evaluate("behind") == []
    dialog(admin).get_by_role("button", name="I have saved it").press("Enter")
    expect(admin.get_by_role("dialog")).to_have_count(0)
    expect(opener).to_be_focused()


@pytest.mark.parametrize(("path", "opener"), [("groups", "New group"), ("credentials", "New API token")])
def test_a_field_gets_the_focus_after_its_dialog_has_opened(
    admin: Page, center: api.Center, path: str, opener: str
) -> None:
    """A field that has the focus while its dialog unfolds is drawn wrongly, and so is what it opens."""
    admin.emulate_media(reduced_motion="no-preference")
    admin.goto(f"{center.url}/{path}")
    admin.get_by_role("button", name=opener).focus()
    admin.evaluate(
        """() => {
          window.early = [];
          document.addEventListener('focusin', ({ target }) => {
            const panel = target.closest('[role=dialog]');
            if (panel && panel !== target && /zoom/.test(panel.className)) early.push(target.outerHTML);
          });
        }"""
    )
    admin.keyboard.press("Enter")
    expect(dialog(admin).get_by_role("textbox", name="Name")).to_be_focused()
    assert admin.evaluate("early") == []
    dialog(admin).get_by_role("textbox", name="Name").fill("unfolded")
    expect(dialog(admin).get_by_role("textbox", name="Name")).to_be_focused()


def test_no_dialog_uses_auto_focus() -> None:
    """`Dialog` sets the focus once it has opened."""
    sources = {file.name: file.read_text(encoding="utf-8") for file in (REPOSITORY / "console/src").rglob("*.tsx")}
    dialogs = {name: text for name, text in sources.items() if re.search(r"<(\w*Dialog|SecretOnce)\b", text)}
    assert {"NamedDialog.tsx", "SecretOnce.tsx"} <= set(dialogs)
    assert [name for name, text in dialogs.items() if "autoFocus" in text] == []


def _place(page: Page, name: str) -> int:
    """Which of the buttons of the screen it is."""
    every = page.get_by_role("main").get_by_role("button")
    opener = every.and_(page.get_by_role("button", name=re.compile(rf"^(plus |edit |table |upload )?{name}$"))).first
    expect(opener).to_be_visible()
    place: int = opener.evaluate("(one) => [...document.querySelectorAll('main button')].indexOf(one)")
    return place


def _try_dialog(page: Page, place: int, language: str, picture: Picture, file: str) -> list[str]:
    found = []
    opener = page.locator("main button").nth(place)
    opener.focus()
    page.keyboard.press("Enter")
    expect(dialog(page)).to_be_visible()
    expect(page.locator(".ant-skeleton, .ant-spin-spinning")).to_have_count(0)
    try:
        expect(dialog(page).locator(_BEGINNING)).to_have_count(1, timeout=5_000)
    except AssertionError:
        found.append(f"the focus begins on {_focused_text(page)}")
    picture(page, f"{language}-dialog-{file}")
    # The screen below was looked at by itself.
    found += accessible.violations(page, "[role=dialog]")
    found += strange(dialog(page), language)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    if not opener.evaluate("(each) => each === document.activeElement"):
        found.append(f"the focus is on {_focused_text(page)} afterwards")
    return found


def _focused_text(page: Page) -> str:
    text: str = page.evaluate("document.activeElement.outerHTML.slice(0, 80)")
    return text
