"""What the audit says of encryption keys, as tests make and read it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

from app.grants import places
from app.platform.clock import now_ms
from tests.api.encryption import written
from tests.api.given import Business
from tests.findings import published

REPORT = "/api/v1/encryption-keys/report"
PRODUCED, CONSUMED = 3, 2
DAY = 24 * 3_600_000


def cluster(business: Business) -> str:
    return next(iter(business.center.read(places.cluster_names).values()))


def at(business: Business, rest: str) -> str:
    """The path of a topic in access events."""
    return f"{cluster(business)}/{rest}"


def day(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1000, UTC).date().isoformat()


def judge(business: Business, *uses: dict[str, Any], run: str = "run-1", **about: Any) -> None:
    """Load the results of an audit that knows these uses: by default of five days until now, two of them watched."""
    now = now_ms()
    usual: dict[str, Any] = {"from": day(now - 5 * DAY), "until": day(now + DAY), "generated": now + DAY}
    usual["watched_days"] = {cluster(business): 2, "elsewhere": 9}
    with TemporaryDirectory() as directory:
        published.load(business.center, Path(directory), run, about={**usual, **about}, data_uses=list(uses))


def answer(business: Business, client: httpx.Client | None = None, **params: Any) -> dict[str, Any]:
    written(business)
    scope: dict[str, Any] = {"resource_type": "namespace", "res_id": business.namespace.id}
    found = (client or business.center.with_token(business.owner)).get(REPORT, params={**scope, **params})
    assert found.status_code == 200, found.text
    return dict(found.json())


def of(business: Business, name: str = "orders") -> dict[str, Any]:
    return next(item for item in answer(business)["items"] if item["name"] == name)


def producers(item: dict[str, Any]) -> list[tuple[str, str]]:
    return [(account["username"], account["topic"]) for account in item["without_key"]["newest"]]


def readers(item: dict[str, Any]) -> list[str]:
    return [account["username"] for account in item["not_consuming"]["newest"]]
