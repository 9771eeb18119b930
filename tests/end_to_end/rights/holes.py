"""The calls of known holes of Pulsar (app/brokers/known_holes.json), made by somebody without the right."""

import httpx

from tests.end_to_end.conftest import NAMESPACE_TYPE, READ_TOPIC, WRITE_TOPIC, Business
from tests.end_to_end.estate import Account
from tests.end_to_end.pulsar.frames import GET_SCHEMA, number, text
from tests.end_to_end.rights.test_schemas import ask, signed_in

CALLED = {"CVE-2026-105926", "CVE-2026-105931", "CVE-2026-105932", "CVE-2026-105938"}
REFUSED = (401, 403)
_SUBSCRIPTIONS = 206


def let_through(business: Business) -> set[str]:
    """The holes through which the broker answered."""
    stranger, _ = business.service("stranger")
    passing = business.add_topic("passing", domain="non-persistent")
    writer, _ = business.service("passing", WRITE_TOPIC)
    business.owner.grant(writer.id, 4, passing, WRITE_TOPIC)
    limited, _ = business.service("reads-around-holes", READ_TOPIC)
    limits = {"subscriptions": ["billing"]}
    business.owner.grant(limited.id, NAMESPACE_TYPE, business.namespace, _SUBSCRIPTIONS, limits=limits)
    business.wait_until_enforced()
    namespace = f"{business.name}/orders"
    passing_filters = f"v2/non-persistent/{namespace}/passing/entryFilters"
    expire = f"v2/persistent/{namespace}/created/all_subscription/expireMessages/1"
    calls = [
        ("CVE-2026-105931", stranger, "GET", "v3/transactions/coordinators"),
        # Parameters are taken off before anything is decoded.
        ("CVE-2026-105931", stranger, "GET", "v3/transactions;%2F../coordinators"),
        ("CVE-2026-105931", stranger, "GET", "v3/transactions/coordinators;%2F..%2F.."),
        ("CVE-2026-105931", stranger, "GET", f"v3/transactions/transactionBufferStats/{namespace}/created"),
        ("CVE-2026-105932", writer, "GET", passing_filters),
        ("CVE-2026-105932", writer, "DELETE", passing_filters),
        ("CVE-2026-105938", limited, "POST", f"v2/namespaces/{namespace}/clearBacklog/other"),
        ("CVE-2026-105938", limited, "POST", f"v2/namespaces/{namespace}/unsubscribe/other"),
        ("CVE-2026-105938", limited, "POST", expire),
    ]
    statuses = [(hole, path, _status(business, who, method, path)) for hole, who, method, path in calls]
    found = {hole for hole, _, status in statuses if status not in REFUSED}
    with signed_in(business, stranger) as at:
        answer = ask(at, GET_SCHEMA, number(1, 2) + text(2, business.topic))
        if b"not authorized to get the schema" not in answer:
            found.add("CVE-2026-105926")
    return found


def _status(business: Business, who: Account, method: str, path: str) -> int:
    headers = {"Authorization": f"Bearer {who.token}"}
    url = f"{business.estate.broker.admin_url}/admin/{path}"
    return httpx.request(method, url, headers=headers, timeout=60).status_code
