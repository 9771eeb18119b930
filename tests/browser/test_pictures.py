"""The main screens as each person sees them, in both languages, light and dark, wide and narrow, beside how they were.

`make pictures` writes `pictures/` anew after a change that is wanted. With PUC_PICTURES=DIRECTORY each is kept as a
picture, for people.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser import api
from tests.browser.conftest import PASSWORD, Picture
from tests.browser.four_people import PEOPLE, Estate, an_estate
from tests.browser.languages import LANGUAGES, appear, switch
from tests.browser.matrix import role_of
from tests.browser.outline import Outline, differences, outline
from tests.browser.screens import show

pytestmark = pytest.mark.browser
WIDTHS = (1440, 390)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
_HERE = Path(__file__).with_name("pictures")
_RENEW = "PUC_RENEW_PICTURES" in os.environ
_PROVISIONED_SECONDS = 180
_PLACES = 3
"""The tenants on both clusters, and the topic."""
_SCREENS = {
    "home": PEOPLE,
    "topic": PEOPLE,
    "check-access": PEOPLE,
    "grants": PEOPLE,
    "requests": PEOPLE,
    "findings": PEOPLE,
    "suggestions": ("admin", "home.owner", "home.auditor"),
    "audit-log": ("admin", "home.owner", "home.auditor"),
    "matrix": ("admin", "home.owner"),
    "users": ("admin", "home.owner"),
    "user": ("admin", "home.owner"),
    "credentials": ("admin", "home.owner", "home.developer"),
}
"""Main screen → who has it."""
CASES = [(person, screen) for screen, people in _SCREENS.items() for person in people]


@pytest.fixture(scope="module")
def estate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Estate]:
    """One in which nothing happens any more, and everybody has signed in."""
    with an_estate(tmp_path_factory.mktemp("pictures")) as made:
        for name in PEOPLE[1:]:
            with api.signed_in_as(made.center, name, made.secrets.pop(name), PASSWORD) as opened:
                if name == "home.developer":
                    wish = {"resource_type": "topic", "resource": made.topic["full_name"], "authorities": [302]}
                    opened.post("access-requests", **wish, reason="the shop writes orders")
        _wait_for_the_clusters(made)
        yield made


def _wait_for_the_clusters(estate: Estate) -> None:
    """Until each cluster was tried, in vain, and the topic, too: what a screen says of it stays the same then."""
    end = time.monotonic() + _PROVISIONED_SECONDS
    topic = f"topics/{estate.topic['id']}"
    while True:
        jobs = [*estate.center.get("home")["unfinished"], *estate.center.get(topic)["provisioning"]["clusters"]]
        if sum(bool(job["message"]) for job in jobs) == len(jobs) == _PLACES:
            return
        assert time.monotonic() < end, jobs
        time.sleep(0.5)


def _path(estate: Estate, screen: str) -> str:
    topic = estate.topic
    question = f"question=topic:PRODUCE&type=topic&resource={topic['full_name']}&cluster={estate.cluster}"
    developer = estate.users["home.developer"]["id"]
    return {
        "home": "/",
        "topic": f"/resources/topic/{topic['id']}",
        "check-access": f"/why?principal=home.developer&{question}",
        "grants": "/grants?tab=all",
        "audit-log": f"/trail?res_type=2&res_id={topic['tenant_id']}",
        "matrix": f"/matrix?who={role_of(estate.center, developer)}&at=4-{topic['id']}",
        "user": f"/users/{estate.users['home.service']['id']}/credentials",
    }.get(screen, f"/{screen}")


@pytest.mark.parametrize(("person", "screen"), CASES)
def test_it_looks_as_before(page: Page, estate: Estate, person: str, screen: str, picture: Picture) -> None:
    estate.sign_in(page, person)
    show(page, _path(estate, screen))
    looks: dict[str, Outline] = {}
    for language in LANGUAGES:
        switch(page, language)
        for scheme in SCHEMES:
            appear(page, scheme)
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 900})
                looks[f"{language} {width} {scheme}"] = _look(page)
                picture(page, f"{person}-{screen}-{language}-{scheme}-{width}")
    if _RENEW:
        _write(person, screen, looks)
    wanted = {name.removeprefix(f"{screen} "): look for name, look in _read(person).items()}
    problems = [
        f"{name}: {problem}"
        for name, found in looks.items()
        for problem in differences(found, _wanted(wanted, *name.rsplit(" ", 1)))
    ]
    assert not problems, "\n".join(problems)


def _look(page: Page) -> Outline:
    expect(page.locator("#content h1").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.locator(".ant-skeleton, .ant-spin-spinning")).to_have_count(0)
    return outline(page)


def _file(person: str) -> Path:
    return _HERE / f"{person.removeprefix('home.')}.json"


def _read(person: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_file(person).read_text(encoding="utf-8"))
    return found


def _wanted(screen: dict[str, Any], look: str, scheme: str) -> Outline:
    """Dark has the boxes of light."""
    boxes = [(kind, *map(int, box)) for kind, *box in map(str.split, screen[look])]
    return Outline(boxes, {kind: set(colours) for kind, colours in screen[scheme].items()})


def _write(person: str, screen: str, looks: dict[str, Outline]) -> None:
    """A line for each look, so that a change of the file says which ones changed."""
    every = _read(person) if _file(person).is_file() else {}
    for look, found in looks.items():
        if look.endswith(" light"):
            every[f"{screen} {look.removesuffix(' light')}"] = [" ".join(map(str, box)) for box in found.boxes]
    for scheme in SCHEMES:
        colours: dict[str, set[str]] = {}
        for kind, some in (each for look, of in looks.items() if look.endswith(scheme) for each in of.colours.items()):
            colours.setdefault(kind, set()).update(some)
        every[f"{screen} {scheme}"] = {kind: sorted(some) for kind, some in sorted(colours.items())}
    lines = [f"{json.dumps(name)}: {json.dumps(look)}" for name, look in sorted(every.items())]
    _HERE.mkdir(exist_ok=True)
    _file(person).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
