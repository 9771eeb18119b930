"""Filters of results: words of a closed set, and names of what there is."""

import json
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest

from app.audit.findings.result_lines import FindingKind
from tests.center import Center
from tests.factories import a_tenant, a_user
from tests.findings.published import creeping, denial, finding, load, suggestion


def test_the_kinds_of_the_filter_are_those_that_the_audit_finds() -> None:
    words = json.loads((Path(__file__).parents[2] / "spark_audit/finding_words.json").read_text(encoding="utf-8"))
    assert list(get_args(FindingKind)) == list(words["kinds"])


@pytest.mark.parametrize("results", ["findings", "creep", "denials", "suggestions"])
def test_an_unknown_filter_value_is_refused(center: Center, tmp_path: Path, root: httpx.Client, results: str) -> None:
    """But what was deleted since, and what clients tried and nobody has, is listed, and what has no line is empty."""
    center.make(a_tenant, "quiet")
    gone = {
        "creep": creeping("tenant", "gone", 0.5, tenant="gone"),
        "denials": denial("eve", 4) | {"resource": "prod/gone/orders/x"},
    }
    gone |= {"findings": finding("f", tenant="gone"), "suggestions": suggestion("s", "narrow", 1, [1], tenant="gone")}
    lines: Any = {results: [gone[results]]}
    load(center, tmp_path, **lines)
    path, stranger = f"/api/v1/audit/{results}", center.with_token(center.make(a_user, "stranger"))
    for tenant, (code, total) in {"gone": (200, 1), "quiet": (200, 0), "quite": (404, None)}.items():
        answer = root.get(path, params={"tenant": tenant})
        assert (answer.status_code, answer.json().get("total")) == (code, total), tenant
    assert answer.json()["detail"] == "There is no tenant called quite."
    assert stranger.get(path, params={"tenant": "quiet"}).json()["detail"] == "There is no tenant called quiet."
    if results in ("findings", "denials"):
        assert root.get(path, params={"user": "stranger"}).json()["total"] == 0
        assert root.get(path, params={"user": "nosuch"}).json()["detail"] == "There is no user called nosuch."
