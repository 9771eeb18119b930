"""The examples of docs/explain.md are what the service answers."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.grants import grants, roles
from tests.center import Center
from tests.factories import (
    TENANT,
    TOPIC,
    a_cluster_with_orders,
    a_user,
    an_administrator,
)

pytestmark = pytest.mark.any_database

PAGE = Path(__file__).parents[2] / "docs" / "explain.md"
ADDRESSES = ("explain", "explain", "check", "simulate")
ANYTHING = "…"


def _estate(session: Session) -> None:
    a_cluster_with_orders(session)
    owner = a_user(session, "acme.owner")
    producer = a_user(session, "acme.producer", parent=owner)
    a_user(session, "billing")
    own = roles.personal_role_of(session, producer.id)
    grants.grant(session, "acme.owner", own.id, TOPIC, 1, [302])
    writers = roles.create(session, "admin", "acme writers")
    roles.join(session, "admin", writers.id, owner.id)
    grants.grant(session, "admin", writers.id, TENANT, 1, [102, 104])


def _differences(shown: Any, real: Any, where: str = "") -> list[str]:
    """Where the answer is not as the page shows it; the page may leave fields out."""
    if shown == ANYTHING:
        return []
    if isinstance(shown, dict) and isinstance(real, dict):
        return [
            difference
            for key in shown
            for difference in _differences(shown[key], real.get(key, "nothing"), f"{where}.{key}")
        ]
    if isinstance(shown, list) and isinstance(real, list):
        more = shown[-1:] == [ANYTHING] and len(real) >= len(shown)
        pairs = list(zip(shown, real, strict=False))
        found = [
            difference
            for at, (this, that) in enumerate(pairs)
            for difference in _differences(this, that, f"{where}[{at}]")
        ]
        return found if more or len(shown) == len(real) else [*found, f"{where}: {len(real)} of them"]
    return [] if shown == real else [f"{where}: {real!r}, not {shown!r}"]


def test_the_examples_of_the_page_are_what_the_service_answers(center: Center) -> None:
    admin = center.make(an_administrator, "admin")
    center.make(_estate)
    client = center.with_token(admin)
    blocks = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)]
    assert len(blocks) == 2 * len(ADDRESSES)
    for address, question, shown in zip(ADDRESSES, blocks[::2], blocks[1::2], strict=True):
        answer = client.post(f"/api/v1/access/{address}", json=question)
        assert answer.status_code == 200, answer.text
        assert _differences(shown, answer.json()) == [], json.dumps(answer.json(), indent=1)[:3000]
