"""How calls of the broker's admin API may be written: the scheme in any case, `applied=false` as clients send it."""

import httpx
import pytest

from tests.end_to_end.conftest import Business

pytestmark = pytest.mark.broker


@pytest.fixture
def token(business: Business) -> str:
    """The owner's."""
    return business.owner.token(business.owner_id)


def _policies(business: Business, authorization: str, query: str = "") -> int:
    """The status of reading the topic's offload policies."""
    path = f"/admin/v2/persistent/{business.name}/orders/created/offloadPolicies{query}"
    headers = {"Authorization": authorization}
    return httpx.get(f"{business.estate.broker.admin_url}{path}", headers=headers, timeout=60).status_code


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_the_scheme_is_of_any_case(business: Business, token: str, scheme: str) -> None:
    assert _policies(business, f"{scheme} {token}") in (200, 204)


def test_only_a_plain_refusal_of_what_is_applied_reads_the_topics_own(business: Business, token: str) -> None:
    assert _policies(business, f"Bearer {token}", "?applied=false&isGlobal=false") in (200, 204)
    for query in ("?applied=true", "?applied=false&applied=true", "?%61pplied=true", "?applied=False"):
        assert _policies(business, f"Bearer {token}", query) == 403, query
