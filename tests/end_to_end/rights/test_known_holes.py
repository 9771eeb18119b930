"""Known holes of Pulsar are closed by the interceptor; without it: revocation/test_without_interceptor."""

import httpx
import pytest

from tests.end_to_end.conftest import READ_TOPIC, Business
from tests.end_to_end.rights import holes

pytestmark = pytest.mark.broker


def test_nobody_gets_through(business: Business) -> None:
    assert holes.let_through(business) == set()


def test_who_may_see_a_topic_sees_its_transactions(business: Business) -> None:
    reader, _ = business.service("reader", READ_TOPIC)
    path = f"/admin/v3/transactions/transactionBufferStats/{business.name}/orders/created"
    headers = {"Authorization": f"Bearer {reader.token}"}
    answer = httpx.get(f"{business.estate.broker.admin_url}{path}", headers=headers, timeout=60)
    assert answer.status_code == 200, answer.text
