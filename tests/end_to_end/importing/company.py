"""A company on a stock cluster: twelve tenants, forty namespaces, three hundred topics, native grants of every kind.

Filled by the calls that pulsar-admin makes, and by nothing else.
"""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import quote

import httpx

TENANTS, NAMESPACES, TOPICS = 12, 40, 300
ODD_ROLES = ("svc with blank", "user@corp.example", "a+b=c", "Käufer", "*", "team-*", "-dash", "x" * 129)
ODD_TOPICS = ("with blank", "Käufe", "dots.and:colons", "UPPER", "a%b", "__own", "orders-billing-DLQ", "orders")
Call = tuple[str, str, Any]


def tenant_of(number: int) -> str:
    """The tenant of a namespace."""
    return f"tenant{number % TENANTS}"


def namespace(number: int) -> str:
    """`tenant/namespace`; the last ones have odd names."""
    return f"{tenant_of(number)}/{'a=b:c.d_e-f' if number == NAMESPACES - 1 else f'space{number}'}"


def topic(number: int) -> str:
    """Full name: one in ten is not persistent."""
    domain = "non-persistent" if number % 10 == 9 else "persistent"
    local = ODD_TOPICS[number] if number < len(ODD_TOPICS) else f"topic{number}"
    return f"{domain}://{namespace(0 if number < len(ODD_TOPICS) else number % NAMESPACES)}/{local}"


def partitions(number: int) -> int:
    """Every fourth has partitions, and all that are not persistent: others of these vanish by themselves."""
    return 1 + number % 3 if number % 4 == 3 or number % 10 == 9 else 0


def fill(admin: httpx.Client) -> None:
    """Make all of it. Raises AssertionError for a call that the cluster refuses."""
    with ThreadPoolExecutor(8) as lanes:
        for calls in (_tenants(), _namespaces(), _topics()):
            list(lanes.map(lambda call: _do(admin, call), calls))
        # Grants of one namespace are written to the same place.
        list(lanes.map(lambda number: _do_all(admin, _grants(number)), range(NAMESPACES)))


def _do_all(admin: httpx.Client, calls: Iterable[Call]) -> None:
    for call in calls:
        _do(admin, call)


def _do(admin: httpx.Client, call: Call) -> None:
    method, path, body = call
    for _ in range(3):  # a busy broker refuses a call, as its own store answers too late
        answer = admin.request(method, f"/admin/v2/{path}", json=body)
        if answer.status_code != 500:
            break
    assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text}"


def _tenants() -> Iterable[Call]:
    for number in range(TENANTS):
        admins = [f"boss{number}", "boss-of-all"] if number % 2 else []
        yield "PUT", f"tenants/tenant{number}", {"adminRoles": admins, "allowedClusters": ["standalone"]}


def _namespaces() -> Iterable[Call]:
    for number in range(NAMESPACES):
        wish = {"bundles": {"numBundles": 1 + number % 5}} if number % 2 else None
        yield "PUT", f"namespaces/{namespace(number)}", wish


def _topics() -> Iterable[Call]:
    for number in range(TOPICS):
        path, count = topic_path(topic(number)), partitions(number)
        yield ("PUT", f"{path}/partitions", count) if count else ("PUT", path, None)


def topic_path(name: str) -> str:
    """The path of a topic below /admin/v2."""
    domain, _, rest = name.partition("://")
    space, _, local = rest.rpartition("/")
    return f"{domain}/{space}/{quote(local, safe='')}"


def _grants(number: int) -> Iterable[Call]:
    space, tenant = namespace(number), tenant_of(number)
    rights = f"namespaces/{space}/permissions"
    yield "POST", f"{rights}/{tenant}-writer", ["produce"]
    yield "POST", f"{rights}/{tenant}-reader", ["consume"]
    if number % 3 == 0:
        yield "POST", f"{rights}/everywhere", ["produce", "consume"]
        yield "POST", f"{rights}/worker{number % 4}", ["functions", "sources", "sinks", "packages"]
    if number % 5 == 0:
        yield "POST", f"{rights}/subscription/billing", [f"{tenant}-reader", "everywhere"]
    if number % 7 == 0:
        yield "POST", f"namespaces/{space}/subscriptionAuthMode", "Prefix"
    if number % 6 == 0:
        yield "POST", f"namespaces/{space}/messageTTL", 3600 + number
        yield "POST", f"namespaces/{space}/retention", {"retentionTimeInMinutes": 60, "retentionSizeInMB": 100}
    if number == 0:
        for role in ODD_ROLES:
            yield "POST", f"{rights}/{quote(role, safe='')}", ["produce", "consume"]
    own = [number for number in range(TOPICS) if topic(number).startswith((f"persistent://{space}/",))]
    for topic_number in own[:3]:
        yield "POST", f"{topic_path(topic(topic_number))}/permissions/{tenant}-topical", ["consume"]
        yield "POST", f"{topic_path(topic(topic_number))}/permissions/guest{topic_number % 9}", ["produce", "functions"]
