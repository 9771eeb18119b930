"""Users from a CSV table: checked without making anything, made with a result for each row, and their one-time secrets
saved once."""

import csv
import io
import itertools
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import accessible, api
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.languages import LANGUAGES, switch
from tests.browser.screens import dialog

pytestmark = pytest.mark.browser
_NUMBERS = itertools.count(1)


@pytest.fixture
def name() -> str:
    """The beginning of names that nobody has yet."""
    return f"table{next(_NUMBERS)}."


def _open(page: Page, center: api.Center) -> Locator:
    """The dialog, opened with the keyboard."""
    page.goto(f"{center.url}/users")
    page.get_by_role("button", name="Import users").press("Enter")
    expect(dialog(page).get_by_label("Table")).to_be_focused()
    return dialog(page)


def _check(opened: Locator, text: str) -> None:
    opened.get_by_label("Table").fill(text)
    opened.get_by_role("button", name="Check").click()


def _row(opened: Locator, name: str) -> Locator:
    return opened.get_by_role("row").filter(has=opened.page.get_by_text(name, exact=True))


def test_a_table_is_checked_then_made_and_the_secrets_are_saved(
    admin: Page, center: api.Center, name: str, picture: Picture
) -> None:
    group = center.post("groups", name=f"{name}group")
    main = center.post("users", username=f"{name}main", kind="person")
    opened = _open(admin, center)
    # As a spreadsheet writes it: a mark at the begin, quoted cells with a comma, a quote and a line in them.
    text = (
        "\ufeffusername,kind,nick,group,parent,remark\r\n"
        f'{name}ann,person,"Ann, the ""first""",{name}group,,"two\r\nlines"\r\n'
        f"{name}main,person,,,,\r\n\r\n"
        f"{name}reads,service,,,{name}main,\r\n"
    )
    table = {"name": "people.csv", "mimeType": "text/csv", "buffer": text.encode()}
    with admin.expect_file_chooser() as chosen:
        opened.get_by_role("button", name="Open a file").click()
    chosen.value.set_files(table)  # type: ignore[arg-type]
    expect(opened.get_by_label("Table")).to_have_value(text.replace("\r\n", "\n").removeprefix("\ufeff"))
    opened.get_by_role("button", name="Check").click()
    expect(_row(opened, f"{name}ann")).to_contain_text("would be created")
    expect(_row(opened, f"{name}main")).to_contain_text("exists already")
    expect(_row(opened, f"{name}reads")).to_contain_text("would be created")
    assert {user["username"] for user in center.get("users", q=name)["items"]} == {f"{name}main"}, "checked only"
    picture(admin, "import-checked")
    opened.get_by_role("button", name="Create 2 users").click()
    expect(_row(opened, f"{name}ann")).to_contain_text("created")
    expect(opened.get_by_text("1 one-time secret, shown only once")).to_be_visible()
    picture(admin, "import-made")
    with admin.expect_download() as saved:
        opened.get_by_role("button", name="Save as CSV").click()
    [row] = list(csv.DictReader(io.StringIO(Path(saved.value.path()).read_text(encoding="utf-8-sig"))))
    opened.get_by_role("button", name="I have saved it").click()
    expect(admin.get_by_role("dialog")).to_have_count(0)
    made = {user["username"]: user for user in center.get("users", q=name)["items"]}
    ann, reads = made[f"{name}ann"], made[f"{name}reads"]
    assert (ann["nick"], ann["group_id"], ann["remark"]) == ('Ann, the "first"', group["id"], "two\nlines")
    assert (reads["kind"], reads["parent_id"]) == ("service", main["id"])
    with api.signed_in_as(center, row["username"], row["one_time_secret"], PASSWORD) as first:
        assert first.get("session")["user"]["username"] == f"{name}ann"


def test_each_error_is_told_by_row_and_column_and_nothing_is_made(
    admin: Page, center: api.Center, name: str, picture: Picture
) -> None:
    opened = _open(admin, center)
    _check(
        opened,
        "username;kind;group;parent;email\n"
        f"{name}good;person;;;\n{name} space;person;;;\n{name}kind;robot;;;\n{name}group;person;nowhere;;\n"
        f"{name}parent;service;;{name}nobody;\n{name}good;person;;;\n{name}mail;person;;;a@acme.example\n",
    )
    for number, text in {
        "2": "would be created",
        "3": "username: must be 1 to 128",
        "4": "kind: ",
        "5": "group: There is no group",
        "6": "parent: There is no user",
        "7": "username: stands in a row above",
        "8": "email: This center sends no",
    }.items():
        row = opened.get_by_role("row").filter(has=admin.get_by_role("cell", name=number, exact=True))
        expect(row).to_contain_text(text)
    expect(opened.get_by_role("button", name="Create 1 user")).to_be_disabled()
    picture(admin, "import-errors")
    assert center.get("users", q=name)["items"] == []
    opened.get_by_label("Table").fill(f"username\n{name}good\n")
    opened.get_by_role("button", name="Check").click()
    expect(opened.get_by_role("button", name="Create 1 user")).to_be_enabled()


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("name,kind\na,person\n", "No such column: name"),
        ("kind\nperson\n", "has no column username"),
        ("username\n", "There is no row"),
        ('username,nick\na,"never ends\n', "Row 2"),
        ("username\n" + "".join(f"u{number}\n" for number in range(1001)), "1001 rows"),
    ],
)
def test_a_table_that_is_none_is_refused_at_its_field(admin: Page, center: api.Center, text: str, error: str) -> None:
    opened = _open(admin, center)
    _check(opened, text)
    expect(opened.locator(".ant-form-item-explain-error")).to_contain_text(error)


def test_a_main_account_imports_its_own_sub_accounts(page: Page, center: api.Center, name: str) -> None:
    topic = center.topic(f"{name}tenant".replace(".", "-"))
    owner = center.post("users", username=f"{name}owner", kind="person")
    center.post("grants", user_id=owner["id"], res_type=2, res_id=topic["tenant_id"], authorities=[104])
    api.enter_first_time(page.context, center.url, f"{name}owner", owner["initial_secret"], PASSWORD)
    opened = _open(page, center)
    expect(opened.get_by_text("parent", exact=True)).to_have_count(0)
    _check(opened, f"username\n{name}reads\n")
    opened.get_by_role("button", name="Create 1 user").click()
    expect(_row(opened, f"{name}reads")).to_contain_text("created")
    opened.get_by_role("button", name="Close", exact=True).last.click()
    expect(page.get_by_role("link", name=f"{name}reads")).to_be_visible()
    [made] = center.get("users", q=f"{name}reads")["items"]
    assert (made["kind"], made["parent_id"]) == ("service", owner["id"])


def test_how_it_looks(admin: Page, center: api.Center, picture: Picture) -> None:
    for language in LANGUAGES:
        admin.set_viewport_size({"width": 1440, "height": 900})
        admin.goto(f"{center.url}/users")
        expect(admin.get_by_role("heading", level=1)).to_be_visible()
        switch(admin, language)
        admin.locator("#content button:has-text('Import users'), #content button:has-text('导入用户')").click()
        dialog(admin).locator("textarea").first.fill(
            "username,kind\nlooks.one,person\nlooks two,person\nadmin,person\n"
        )
        dialog(admin).locator(".ant-modal-footer button").last.click()
        expect(dialog(admin).get_by_role("row")).to_have_count(4)
        accessible.check_in_every_look(admin, picture, f"import-{language}")
        admin.keyboard.press("Escape")
        expect(admin.get_by_role("dialog")).to_have_count(0)
