"""A name that an operator allowed leads somewhere else: nothing is sent there, and the reason has a stable code."""

from collections.abc import Collection

import pytest

from app.platform.outgoing.look_up import AddressNotAllowedError, Reach
from app.resources.pulsar.admin_client import AdminClient
from app.resources.pulsar.admin_http import ClusterUnreachableError
from tests.provisioning.calling import endpoint
from tests.provisioning.hostile_cluster import hostile, says

NAME = "broker.example"


def reach(*addresses: str, networks: tuple[str, ...] = ()) -> Reach:
    """A resolver that answers these addresses for every name."""
    return Reach(networks, resolver=lambda _host, _port: addresses)


def code(url: str, by: Reach, *allowed: str) -> str:
    """Why a call fails."""
    try:
        with AdminClient(endpoint(url, *allowed, reach=by), "the-token", seconds=3) as client:
            client.clusters()
    except (AddressNotAllowedError, ClusterUnreachableError) as error:
        return error.code
    return "fine"


@pytest.mark.parametrize(
    "address",
    [
        pytest.param("169.254.169.254", id="metadata of most clouds"),
        pytest.param("169.254.170.2", id="metadata of containers"),
        pytest.param("100.100.100.200", id="metadata of Alibaba Cloud"),
        pytest.param("168.63.129.16", id="Azure's WireServer"),
        pytest.param("fd00:ec2::254", id="metadata by IPv6"),
        pytest.param("127.0.0.1", id="loopback"),
        pytest.param("127.8.8.8", id="loopback, not the usual one"),
        pytest.param("::1", id="loopback by IPv6"),
        pytest.param("0.0.0.0", id="unspecified"),
        pytest.param("0.1.2.3", id="this network"),
        pytest.param("::", id="unspecified by IPv6"),
        pytest.param("169.254.1.1", id="link-local"),
        pytest.param("fe80::1", id="link-local by IPv6"),
        pytest.param("fe80::1%eth0", id="link-local with a zone"),
        pytest.param("fec0::1", id="site-local"),
        pytest.param("224.0.0.1", id="multicast"),
        pytest.param("ff02::1", id="multicast by IPv6"),
        pytest.param("255.255.255.255", id="broadcast"),
        pytest.param("240.0.0.1", id="reserved"),
        pytest.param("::ffff:127.0.0.1", id="loopback mapped into IPv6"),
        pytest.param("::ffff:169.254.169.254", id="metadata mapped into IPv6"),
        pytest.param("::7f00:1", id="loopback, IPv4-compatible"),
        pytest.param("64:ff9b::a9fe:a9fe", id="metadata by NAT64"),
        pytest.param("2002:a9fe:a9fe::1", id="metadata by 6to4"),
        pytest.param("2001:0:4136:e378:8000:63bf:80ff:fffe", id="loopback by Teredo"),
        pytest.param("nonsense", id="no address"),
    ],
)
def test_an_address_that_no_cluster_has_is_refused(address: str) -> None:
    assert code(f"http://{NAME}:8080", reach(address), NAME) == "address_not_allowed"


def test_one_bad_address_among_good_ones_refuses_all() -> None:
    assert code(f"http://{NAME}:8080", reach("10.0.0.1", "127.0.0.1"), NAME) == "address_not_allowed"


@pytest.mark.parametrize(
    ("address", "networks"),
    [
        ("192.168.1.1", ("10.0.0.0/8",)),
        ("93.184.215.14", ("10.0.0.0/8", "fd00::/8")),
        ("fd00:ec2::254", ("fd00::/8",)),
        ("169.254.169.254", ("169.254.0.0/16",)),
        ("127.0.0.1", ("10.0.0.0/8",)),
        ("224.0.0.1", ("0.0.0.0/0",)),
    ],
)
def test_outside_of_the_networks_of_the_operator(address: str, networks: tuple[str, ...]) -> None:
    assert code("http://localhost:8080", reach(address, networks=networks), "localhost") == "address_not_allowed"


@pytest.mark.parametrize(
    ("host", "address", "networks"),
    [
        (NAME, "10.1.2.3", ()),
        (NAME, "172.20.0.5", ()),
        (NAME, "192.168.7.7", ()),
        (NAME, "fd12:3456::1", ()),
        (NAME, "93.184.215.14", ()),
        (NAME, "2606:2800:21f::1", ()),
        ("localhost", "127.0.0.1", ()),
        ("east.localhost", "::1", ()),
        ("127.0.0.1", "127.0.0.1", ()),
        (NAME, "127.0.1.1", ("127.0.0.0/8",)),
        (NAME, "169.254.7.7", ("169.254.7.0/24",)),
        (NAME, "10.1.2.3", ("10.0.0.0/8",)),
    ],
)
def test_usual_addresses_of_pulsar_are_allowed(host: str, address: str, networks: tuple[str, ...]) -> None:
    assert reach(address, networks=networks).checked(host, 8080) == [address]


@pytest.mark.parametrize(
    "url",
    [
        "http://2130706433:8080",
        "http://0x7f000001:8080",
        "http://0x7f.1:8080",
        "http://0177.0.0.1:8080",
        "http://127.1:8080",
        "http://127.0.0.1.:8080",
        "http://[fe80::1%25eth0]:8080",
        "http://broker.example.:8080",
        "http://bücher.example:8080",
    ],
)
def test_other_ways_to_write_an_address_are_refused_even_when_they_are_listed(url: str) -> None:
    listed = "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "127.1", "127.0.0.1.", NAME
    assert code(url, Reach(), *listed) == "address_not_allowed"


def test_a_literal_that_an_operator_listed_by_mistake() -> None:
    assert code("http://169.254.169.254", Reach(), "169.254.169.254") == "address_not_allowed"
    assert code("http://[::ffff:a9fe:a9fe]", Reach(), "::ffff:a9fe:a9fe") == "address_not_allowed"


@pytest.mark.parametrize("failing", [OSError("no such name"), UnicodeError("label too long")])
def test_a_name_that_nobody_knows(failing: Exception) -> None:
    def resolver(_host: str, _port: int) -> Collection[str]:
        raise failing

    assert code(f"http://{NAME}", Reach(resolver=resolver), NAME) == "cluster_name_unknown"
    assert code(f"http://{NAME}", reach(), NAME) == "cluster_name_unknown"


def test_a_name_that_changes_its_address_leads_nowhere() -> None:
    """Good at the first look-up, bad at the second (DNS rebinding): each connection is made to what was checked."""
    answers = [["127.0.0.1"], ["169.254.169.254"], ["127.0.0.1"]]
    by = Reach(resolver=lambda _host, _port: answers.pop(0))
    with (
        hostile(says(b'["prod"]')) as (port, received),
        AdminClient(endpoint(f"http://localhost:{port}", "localhost", reach=by), "the-token", seconds=3) as client,
    ):
        assert client.clusters() == ["prod"]
        with pytest.raises(AddressNotAllowedError):
            client.clusters()
        assert client.clusters() == ["prod"]
    assert answers == [], "one look-up for each connection, none for the connecting itself"
    assert [b"Host: localhost:" in request for request in received] == [True, True]


def test_the_next_address_is_tried_when_one_does_not_answer() -> None:
    with (
        hostile(says(b'["prod"]')) as (port, _),
        AdminClient(
            endpoint(f"http://localhost:{port}", "localhost", reach=reach("127.0.0.2", "127.0.0.1")), "t", seconds=3
        ) as client,
    ):
        assert client.clusters() == ["prod"]
