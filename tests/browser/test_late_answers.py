"""Answers that come late, or again: a screen shows and sends what belongs to its address and to what was on it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import api

pytestmark = pytest.mark.browser


@contextmanager
def _held(page: Page, pattern: str | re.Pattern[str]) -> Iterator[None]:
    """These requests are not answered before the end of the block."""
    waiting: list[Route] = []
    page.route(pattern, lambda route: waiting.append(route))
    try:
        yield
    finally:
        for one in waiting:
            one.continue_()
        page.unroute(pattern)


def test_a_resource_asks_about_its_own_cluster_however_late_that_is_known(admin: Page, center: api.Center) -> None:
    topic = [center.topic(f"late-{cluster}", cluster) for cluster in ("late-first", "late-second")][-1]
    tenant = center.get(f"tenants/{topic['tenant_id']}")
    main = admin.get_by_role("main")
    with _held(admin, f"**/api/v1/tenants/{tenant['id']}"):
        admin.goto(f"{center.url}/resources/topic/{topic['id']}")
        expect(main.get_by_role("button", name="Why?")).to_be_disabled()
        expect(main.get_by_role("link", name="Why?")).to_have_count(0)
    main.get_by_role("link", name="Why?").click()
    expect(admin).to_have_url(re.compile(rf"[?&]cluster={tenant['cluster_ids'][0]}(&|$)"))
