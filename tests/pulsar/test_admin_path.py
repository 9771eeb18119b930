"""Names become one segment of a path each, or are refused: none is read as a step up."""

from pathlib import PurePosixPath
from urllib.parse import unquote, unquote_plus

import httpx
import pytest

from app.resources.pulsar.admin_path import MOST_CHARACTERS, AdminPath
from app.resources.pulsar.cluster_errors import NameNotCallableError

PERMISSIONS = AdminPath.of_namespace("acme/orders") / "permissions"
STEPS_UP = [
    ".", "..", "...", "%2e", "%2e%2e", ".%2E", "%252e%252e", "%25252e.", "../..", "a/..", "a/../..", "..\\..", "a\\..",
    "a%2f..", "a%5C..", "..;x", "a;..", ".. ", " ..", "..\t", ".\n.", "..\x00", "\x7f..", "%20..", "..%00",
]  # fmt: skip
ODD = [
    "a/b", "a%2Fb", "a%2fb%3f", " ", "?", "a?b#c", "a\\b", "a;b", "a\x01b", "\x00", "..a", "a..", "a.b", "%", "%zz",
    "100%", "é", "\U0001f600", "+", "a+b", "a&b=c", "//", ":", "@", "{value}",
]  # fmt: skip


@pytest.mark.parametrize("name", STEPS_UP)
def test_a_step_up_is_no_part_of_a_path(name: str) -> None:
    with pytest.raises(NameNotCallableError) as refused:
        PERMISSIONS / name
    assert refused.value.code == "name_not_callable"
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("name", ["", "x" * (MOST_CHARACTERS + 1), "\ud800", "%" + "25" * 2000 + "2e"])
def test_a_name_that_cannot_be_sent_is_no_part_of_a_path(name: str) -> None:
    with pytest.raises(NameNotCallableError):
        PERMISSIONS / name


@pytest.mark.parametrize("name", ODD)
def test_any_other_name_is_one_segment_for_whoever_reads_the_address(name: str) -> None:
    sent = httpx.URL(f"http://127.0.0.1:8080/admin/v2{PERMISSIONS / name}")
    path = sent.raw_path.decode()
    assert (sent.query, sent.fragment) == (b"", "")
    *above, last = PurePosixPath(path).parts
    assert above == ["/", "admin", "v2", "namespaces", "acme", "orders", "permissions"]
    assert unquote(last) == name


@pytest.mark.parametrize("name", ODD)
def test_a_subscription_is_encoded_twice_as_brokers_decode_it_twice(name: str) -> None:
    path = str(AdminPath.of_topic("persistent://acme/orders/created").subscription(name) / "skip_all")
    *_, subscription, verb = PurePosixPath(path).parts
    assert (unquote_plus(unquote(subscription)), verb) == (name, "skip_all")


@pytest.mark.parametrize("name", ["acme", "acme/orders/x", "acme/..", "../orders", "", "acme/"])
def test_a_namespace_has_two_parts(name: str) -> None:
    with pytest.raises(NameNotCallableError):
        AdminPath.of_namespace(name)


@pytest.mark.parametrize(
    "name",
    ["persistent://acme/orders/..", "acme", "http://acme/orders/x", "persistent://a/b/c/d", "topic://acme/orders/a b"],
)
def test_a_topic_has_a_name_of_pulsar(name: str) -> None:
    with pytest.raises(NameNotCallableError):
        AdminPath.of_topic(name)


def test_a_path_is_kept_as_text() -> None:
    for name in ODD:
        path = (PERMISSIONS / name).asking(force="true", name=name)
        assert AdminPath.read(str(path)) == path
    for text in ("/namespaces/acme/orders/permissions/..", "/tenants/%2e%2e", "/namespaces/acme/orders/permissions/"):
        with pytest.raises(NameNotCallableError):
            AdminPath.read(text)


def test_a_route_of_the_catalogue() -> None:
    path = AdminPath.of_namespace("acme/orders")
    assert str(path.route("resourcegroup/{value}", "a b")) == "/namespaces/acme/orders/resourcegroup/a%20b"
    assert str(path.route("messageTTL?messageTTL={value}", 7)) == "/namespaces/acme/orders/messageTTL?messageTTL=7"
    with pytest.raises(NameNotCallableError):
        path.route("resourcegroup/{value}", "..")


def test_a_step_up_is_no_subscription() -> None:
    for name in STEPS_UP:
        with pytest.raises(NameNotCallableError):
            AdminPath.of_topic("persistent://acme/orders/created").subscription(name)
