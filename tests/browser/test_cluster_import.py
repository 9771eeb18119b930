"""The import of a running cluster: read, who is who, report, apply; what goes wrong on the way, and going on later."""

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import accessible, api
from tests.browser.conftest import Picture
from tests.browser.languages import LANGUAGES, strange
from tests.browser.screens import choose, choose_language, dialog
from tests.importing.played_cluster import PlayedCluster

pytestmark = pytest.mark.browser
_ORDERS = "persistent://moved/orders/created"
_MANY = 10_000
_FITS_SOON = """async () => {
  const fits = () => document.documentElement.scrollWidth <= window.innerWidth;
  for (let left = 50; left > 0 && !fits(); left--) await new Promise((done) => setTimeout(done, 100));
  return fits();
}"""
"""The page does not scroll sideways, once the menu has folded."""


def _company() -> PlayedCluster:
    """Grants of several kinds, a super user and a name that the center refuses."""
    cluster = PlayedCluster(name="moving")
    cluster.tenant("moved", "moved.boss")
    cluster.namespace("moved/orders", {"moved.writer": ["produce"], "moved reader": ["consume"]})
    cluster.namespace("moved/carts", {"team-red": ["consume"], "team-blue": ["produce", "functions"]})
    cluster.topics |= {_ORDERS: 0, "persistent://moved/orders/parted": 3, "persistent://moved/carts/filled": 0}
    cluster.grant(_ORDERS, "moved.auditor", "consume", "functions")
    cluster.runtime["superUserRoles"] = "[moved.root]"
    return cluster


@pytest.fixture(scope="module")
def company_cluster() -> Iterator[PlayedCluster]:
    """The company's cluster."""
    with _company().running() as running:
        yield running


@pytest.fixture
def cluster(center: api.Center, company_cluster: PlayedCluster) -> int:
    """It is registered at the center."""
    return _register(center, company_cluster)


def _register(center: api.Center, played: PlayedCluster) -> int:
    known = next(
        (cluster for cluster in center.get("clusters", limit=500)["items"] if cluster["name"] == played.name), None
    )
    address = "pulsar://127.0.0.1:6650"
    return int((known or center.post("clusters", name=played.name, address=address, admin_url=played.url))["id"])


def _step(page: Page) -> Locator:
    return page.get_by_test_id("import-step")


def _open(page: Page, center: api.Center, cluster: int) -> Locator:
    page.goto(f"{center.url}/clusters/{cluster}/import")
    expect(_step(page)).to_be_visible()
    return _step(page)


def _check_screen(page: Page, picture: Picture, name: str) -> None:
    """Nothing of the other language, wide; narrow, all fits and axe-core calls nothing serious."""
    found = []
    for language, button in zip(LANGUAGES, ("中文", "English"), strict=True):
        choose_language(page, button)
        expect(page.locator(f'html[lang="{language}"]')).to_have_count(1)
        found += strange(page.locator("#content"), language)
        picture(page, f"import-{name}-{language}")
    page.set_viewport_size({"width": 400, "height": 900})
    assert page.evaluate(_FITS_SOON)
    picture(page, f"import-{name}-narrow")
    found += accessible.violations(page, "#content")
    page.set_viewport_size({"width": 1440, "height": 900})
    assert not found, "\n".join(found)


def _row(step: Locator, role: str) -> Locator:
    return step.locator("tr.ant-table-row", has=step.page.get_by_text(role, exact=True)).first


def test_a_cluster_is_read_mapped_and_applied(
    admin: Page, center: api.Center, cluster: int, company_cluster: PlayedCluster, picture: Picture
) -> None:
    center.post("users", username="moved.there", kind="person")
    admin.goto(f"{center.url}/resources/cluster/{cluster}")
    admin.get_by_role("main").get_by_role("link", name="Import").click()
    step = _step(admin)
    expect(step).to_contain_text("This cluster has not been read yet")
    _check_screen(admin, picture, "nothing")
    step.get_by_role("button", name="Read the cluster").click()
    expect(step).to_contain_text("Who each native role is")
    _map(admin, step, picture)
    step.get_by_role("button", name="Rehearse again").click()
    _read_the_report(admin, step, picture)
    step.get_by_role("button", name="Next: Apply").click()
    expect(step).to_contain_text("things will be made")
    _check_screen(admin, picture, "apply")
    button = step.get_by_role("button", name="Apply", exact=True)
    expect(button).to_be_disabled()
    step.get_by_label("I have looked at these decisions").check()
    button.click()
    expect(step).to_contain_text("The import is done")
    expect(step).to_contain_text("userCenterMode=observe")
    _check_screen(admin, picture, "done")
    assert not company_cluster.changes
    names = {user["username"] for user in center.get("users", limit=500, q="moved")["items"]}
    assert {"moved.boss", "moved.writer", "moved-reader", "moved.there"} <= names
    assert "moved.auditor" not in names
    assert [role["name"] for role in center.get("roles", q="team", personal=False)["items"]] == ["team"]
    _undo(admin, center, step, picture)
    assert not company_cluster.changes


def _undo(page: Page, center: api.Center, step: Locator, picture: Picture) -> None:
    """A user that somebody gave a grant since stays, and it is said why."""
    writer = next(user for user in center.get("users", q="moved.writer")["items"])
    center.post("grants", user_id=writer["id"], res_type=0, res_id=0, authorities=[3])
    step.get_by_role("button", name="Undo the import").click()
    expect(dialog(page)).to_contain_text("it is in use: 1 × grant")
    picture(page, "import-undo")
    dialog(page).get_by_role("button", name="Undo the import").click()
    expect(step).to_contain_text("The import was undone")
    expect(step).to_contain_text("1 thing stayed")
    _check_screen(page, picture, "undone")
    names = {user["username"] for user in center.get("users", limit=500, q="moved")["items"]}
    assert {"moved.boss", "moved-reader"} & names == set()
    assert {"moved.writer", "moved.there"} <= names


def _map(page: Page, step: Locator, picture: Picture) -> None:
    """A name that is refused, an existing user, a pattern, something left out."""
    reader = _row(step, "moved reader")
    expect(reader).to_contain_text("cannot be called so")
    choose(page, reader.get_by_role("combobox"), "New service user")
    step.get_by_role("button", name="Rehearse again").click()
    expect(step).to_contain_text("1 line refused")
    expect(reader).to_contain_text("cannot be called so")
    _check_screen(page, picture, "refused")
    reader.get_by_label("Name for moved reader").fill("moved-reader")
    auditor = _row(step, "moved.auditor")
    choose(page, auditor.get_by_role("combobox"), "Existing user")
    choose(page, auditor.get_by_role("combobox", name="Name for moved.auditor"), "moved.there")
    step.get_by_role("button", name="New pattern").click()
    dialog(page).get_by_label("Pattern").fill("team-*")
    dialog(page).get_by_label("Name").fill("team")
    dialog(page).get_by_role("button", name="Create").click()
    expect(_row(step, "team-*")).to_contain_text("fits 2 roles")
    expect(_row(step, "team-red")).to_contain_text("by the pattern team-*")
    page.reload()
    expect(_row(step, "team-*")).to_be_visible()
    expect(step.get_by_label("Name for moved reader")).to_have_value("moved-reader")
    _check_screen(page, picture, "who")


def _read_the_report(page: Page, step: Locator, picture: Picture) -> None:
    proof = page.get_by_test_id("proof")
    expect(proof).to_contain_text("decision")
    expect(step.get_by_role("tab", name="Cannot be carried over")).to_be_visible()
    _check_screen(page, picture, "report")
    step.get_by_role("tab", name="What comes").click()
    step.get_by_label("Find in the list").fill("moved-reader")
    rows = step.locator(".data-table tr.ant-table-row")
    expect(rows.first).to_contain_text("moved-reader")
    step.get_by_role("tab", name="Super users").click()
    expect(rows).to_contain_text("moved.root")
    with page.expect_download() as html:
        step.get_by_role("link", name="Download the report (HTML)").click()
    assert "moved-reader" in Path(html.value.path()).read_text(encoding="utf-8")


def test_a_mapping_file_is_kept_and_brought_back(admin: Page, center: api.Center, cluster: int, tmp_path: Path) -> None:
    run = center.post(f"clusters/{cluster}/imports")["id"]
    step = _open(admin, center, cluster)
    expect(step).to_contain_text("Who each native role is")
    with admin.expect_download() as download:
        step.get_by_role("button", name="Download the mapping file").click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    assert text == center.get(f"clusters/{cluster}/imports/{run}/mapping")["mapping"]
    file = tmp_path / "mapping.yaml"
    field = step.locator("input[type=file]")
    file.write_text('version: "1"\nroles:\n  - {role: "team-*", to: nobody}\n', encoding="utf-8")
    field.set_input_files(file)
    expect(admin.get_by_role("alert").filter(has_text="cannot be read")).to_contain_text("roles.0.to")
    file.write_text(
        'version: "1"\nroles:\n  - {role: "null", to: shared-role}\n  - {role: "team-*"}\n', encoding="utf-8"
    )
    field.set_input_files(file)
    expect(_row(step, "team-*")).to_contain_text("fits 2 roles")
    expect(_row(step, "null")).to_contain_text("does not name this role")
    with admin.expect_download() as changed:
        step.get_by_role("button", name="Download the mapping file").click()
    assert "- role: 'null'" in Path(changed.value.path()).read_text(encoding="utf-8").replace('"', "'")
    step.get_by_role("button", name="Discard the changes").click()
    expect(step.get_by_text("team-*", exact=True)).to_have_count(0)


def test_an_error_of_the_cluster_is_shown(admin: Page, center: api.Center, picture: Picture) -> None:
    broken = PlayedCluster(name="moving-broken")
    broken.wrong["/tenants"] = lambda: (500, b'{"reason":"ledger is fenced"}')
    with broken.running():
        step = _open(admin, center, _register(center, broken))
        step.get_by_role("button", name="Read the cluster").click()
        expect(step).to_contain_text("The cluster could not be read")
        expect(step).to_contain_text("ledger is fenced")
        _check_screen(admin, picture, "failed")
        broken.wrong.clear()
        broken.tenant("moved-on")
        step.get_by_role("button", name="Read again").click()
        expect(step).to_contain_text("Who each native role is")


def test_a_reading_is_watched_and_cancelled(admin: Page, center: api.Center, picture: Picture) -> None:
    slow = PlayedCluster(name="moving-slow")
    slow.tenant("moved-slow")
    slow.namespace("moved-slow/one")
    going = threading.Event()

    def wait() -> tuple[int, bytes]:
        going.wait(60)
        return 200, b'{"adminRoles":[],"allowedClusters":["moving-slow"]}'

    slow.wrong["/tenants/moved-slow"] = wait
    with slow.running():
        step = _open(admin, center, _register(center, slow))
        step.get_by_role("button", name="Read the cluster").click()
        expect(step.get_by_role("status")).to_contain_text("Reading: Tenants")
        _check_screen(admin, picture, "reading")
        admin.reload()
        step.get_by_role("button", name="Cancel the import").press("Enter")
        expect(step).to_contain_text("The reading was cancelled")
        _check_screen(admin, picture, "cancelled")
        going.set()


def test_ten_thousand_roles_are_a_page_at_a_time(admin: Page, center: api.Center, picture: Picture) -> None:
    large = PlayedCluster(name="moving-large")
    large.tenant("moved-large")
    large.namespace("moved-large/all", {f"client-{number:05}": ["produce"] for number in range(_MANY)})
    large.topics["persistent://moved-large/all/one"] = 0
    with large.running():
        step = _open(admin, center, _register(center, large))
        step.get_by_role("button", name="Read the cluster").click()
        expect(step).to_contain_text("Who each native role is", timeout=60_000)
    rows = step.locator("tr.ant-table-row")
    expect(rows).to_have_count(20)
    step.get_by_label("Find a role or a name").fill("client-09999")
    expect(rows).to_have_count(1)
    choose(admin, rows.get_by_role("combobox"), "Left out")
    step.get_by_role("button", name="Discard the changes").click()
    step.get_by_label("Find a role or a name").fill("client-0")
    expect(step.locator(".ant-pagination-total-text")).to_have_text(re.compile("10000|10,000"))
    step.get_by_role("button", name="Next: Report").click()
    expect(step.get_by_role("tab", name="What comes (20,00")).to_be_visible()
    picture(admin, "import-large-report")


def test_a_stronger_account_is_accepted_in_its_row(admin: Page, center: api.Center, picture: Picture) -> None:
    strong = center.post("users", username="moved.strong", kind="person")
    center.post("grants", user_id=strong["id"], res_type=0, res_id=0, authorities=[3])
    odd = PlayedCluster(name="moving-odd")
    odd.tenant("moved-odd")
    odd.namespace("moved-odd/one", {"moved.strong": ["produce"], "*": ["consume"]})
    odd.topics["persistent://moved-odd/one/topic"] = 0
    odd.runtime["authorizationAllowWildcardsMatching"] = "true"
    with odd.running():
        step = _open(admin, center, _register(center, odd))
        step.get_by_role("button", name="Read the cluster").click()
        expect(_row(step, "*")).to_contain_text("it stands for many roles")
        expect(_row(step, "*")).not_to_contain_text("Pattern")
        expect(_row(step, "moved.strong")).to_contain_text("which holds more: 3 on everything")
        _check_screen(admin, picture, "stronger")
        step.get_by_role("button", name="Next: Report").click()
        step.get_by_role("tab", name="Stronger accounts (1)").click()
        step.get_by_role("button", name="Next: Apply").click()
        expect(step).to_contain_text("nothing is applied")
        expect(step.get_by_role("button", name="Apply", exact=True)).to_be_disabled()
        step.get_by_role("button", name="Back: Report").click()
        step.get_by_role("button", name="Back: Who is who").click()
        step.get_by_label("Old credentials of moved.strong may get that").check()
        step.get_by_role("button", name="Rehearse again").click()
        expect(step.get_by_role("tab", name="What comes")).to_be_visible()
        expect(step.get_by_role("tab", name="Stronger accounts")).to_have_count(0)
        step.get_by_role("button", name="Next: Apply").click()
        step.get_by_role("button", name="Apply", exact=True).click()
        expect(step).to_contain_text("The import is done")
