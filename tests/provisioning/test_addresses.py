"""The center calls allowed hosts only, whatever an address looks like."""

import pytest

from app.resources.pulsar.addresses import AddressNotAllowedError, admin_base, checked_url, service_refusal

ALLOWED = frozenset({"broker.example", "127.0.0.1", "::1"})


@pytest.mark.parametrize(
    ("address", "base"),
    [
        ("http://broker.example:8080", "http://broker.example:8080"),
        ("https://broker.example", "https://broker.example:443"),
        ("http://BROKER.example/", "http://broker.example:80"),
        ("http://[::1]:8080", "http://[::1]:8080"),
    ],
)
def test_an_allowed_address_is_put_together_from_its_checked_parts(address: str, base: str) -> None:
    assert admin_base(address, ALLOWED) == base


@pytest.mark.parametrize(
    "address",
    [
        "",
        "broker.example:8080",
        "ftp://broker.example",
        "file:///etc/passwd",
        "http://evil.example",
        "http://broker.example.evil.example",
        "http://broker.example@evil.example",
        "http://user:password@broker.example",
        "http://evil.example#@broker.example",
        "http://evil.example\\@broker.example",
        "http://evil.example%2f@broker.example",
        "http://broker.example:8080/admin",
        "http://broker.example?x=1",
        "http://broker.example#x",
        "http://broker.example:99999",
        "http://broker.example:0",
        "http://broker.example:x",
        "http://[::1",
        "http://broker.example.",
        "http://br\toker.example",
        "http://broker.example\n",
        " http://broker.example",
        "http://brokër.example",
        "http://0x7f000001",
        "http://2130706433",
        "http://",
    ],
)
def test_anything_else_is_refused(address: str) -> None:
    with pytest.raises(AddressNotAllowedError):
        admin_base(address, ALLOWED)


def test_a_redirect_keeps_path_and_query() -> None:
    found = checked_url("https://broker.example:8443/admin/v2/tenants/a?authoritative=true", ALLOWED)
    assert found == ("https://broker.example:8443", "https", "/admin/v2/tenants/a?authoritative=true")


@pytest.mark.parametrize(
    ("address", "fine"),
    [
        ("pulsar://broker.example:6650", True),
        ("pulsar+ssl://a.example:6651,b.example:6651", True),
        ("pulsar://[::1]:6650", True),
        ("http://broker.example", False),
        ("pulsar://user@broker.example", False),
        ("pulsar://", False),
        ("pulsar://a,,b", False),
        ("pulsar://a:65535", True),
        ("pulsar://a:65536", False),
        ("pulsar://a:99999,b:6650", False),
        ("pulsar://a:0", False),
        ("pulsar://a:", False),
        ("pulsar://[::1]:0", False),
        ("pulsar://[::1", False),
        ("pulsar://a:6650:6651", False),
        ("pulsar://a:-1", False),
        ("pulsar://a/b", False),
        ("", False),
    ],
)
def test_service_addresses(address: str, fine: bool) -> None:
    assert (service_refusal(address) is None) == fine
