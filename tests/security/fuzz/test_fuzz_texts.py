"""Names, addresses, networks and secrets of any form: read the same way by everybody who reads them, or refused."""

import contextlib
import ipaddress
import re
import zlib
from urllib.parse import urlsplit

import httpx
from hypothesis import strategies as st

from app.access import naming_rules, network_limits
from app.access.names import MAX_LENGTH, ResourceName, ResourceType
from app.grants.networks import writing
from app.identity import secret_format, users
from app.platform.errors import InvalidInput
from app.platform.hosts import host_name
from app.resources.pulsar import addresses
from tests.security.fuzz.drawing import ANY_TEXT, changed
from tests.security.fuzz.fuzzing import amounts, fuzz

TOPIC = "persistent://acme/orders/created-partition-3"
PARTS = st.sampled_from(["acme", "a.b", "..", "x-partition-1", "__change_events", "pulsar", "é", "０", "-", "=:"])
NAMES = (
    changed(TOPIC) | changed(TOPIC, st.characters(exclude_categories=())) | ANY_TEXT
    | st.lists(PARTS, min_size=1, max_size=4).map("/".join)
    | st.lists(PARTS, min_size=1, max_size=4).map(lambda parts: f"persistent://{'/'.join(parts)}")
)  # fmt: skip
CIDRS = (
    changed("10.1.0.0/16") | changed("2001:db8::/32") | changed("::ffff:10.0.0.0/104") | ANY_TEXT
    | st.ip_addresses().map(str)
    | st.tuples(st.ip_addresses(), st.integers(-1, 130)).map(lambda both: f"{both[0]}/{both[1]}")
)  # fmt: skip
ALLOWED = frozenset({"broker.example", "127.0.0.1", "::1"})
URLS = (
    changed("http://broker.example:8080/admin/v2?x=1") | changed("https://[::1]:8443/")
    | changed("http://user@broker.example@evil.example/") | ANY_TEXT
    | st.tuples(st.sampled_from(["http://", "https://", "HTTP:/", "//", "ftp://"]), ANY_TEXT).map("".join)
)  # fmt: skip


@amounts(400, 20_000)
def test_names_of_resources(examples: int) -> None:
    def check(text: str) -> None:
        for kind in ResourceType:
            name = ResourceName.of(kind, text)
            if name.malformed:
                continue
            assert ResourceName.of(kind, name.name).name == name.name or name.name.endswith(text[-3:])
            assert len(name.name) <= MAX_LENGTH
            assert not re.search(r"[\x00-\x1f\x7f]", name.name)
            assert not {"", ".", ".."} & set(name.name.partition("://")[2].split("/")) or kind != ResourceType.TOPIC
            assert not any(above.malformed for above in name.ancestors("one"))

    fuzz(examples, NAMES, check)


@amounts(400, 20_000)
def test_names_that_may_be_given(examples: int) -> None:
    def check(text: str) -> None:
        if users.may_be_name(text):
            assert re.fullmatch(r"[!-~]{1,128}", text)
            assert not set(text) & set(":/\\\"'<>&;,?#%")
        for kind, full in (
            (ResourceType.TENANT, text),
            (ResourceType.NAMESPACE, f"acme/{text}"),
            (ResourceType.TOPIC, f"persistent://acme/orders/{text}"),
        ):
            if naming_rules.refusal(kind, text) is None:
                assert ResourceName.of(kind, full).name == full

    fuzz(examples, NAMES | PARTS | changed("orders"), check)


@amounts(400, 20_000)
def test_networks(examples: int) -> None:
    def check(text: str) -> None:
        found = network_limits.network(text)
        if found is not None:
            assert text == str(found) == str(ipaddress.ip_network(text))
            assert network_limits.let_in((text,), str(found.network_address))
            assert network_limits.let_in((text,), str(found.broadcast_address))
            inside = int(found.network_address) <= int(ipaddress.ip_address("10.1.2.3")) <= int(found.broadcast_address)
            assert network_limits.let_in((text,), "10.1.2.3") is (inside and found.version == 4)
        with contextlib.suppress(InvalidInput):
            (written,) = writing.checked_cidrs([text])
            assert network_limits.network(written) is not None
        assert not network_limits.let_in((text,), None)
        network_limits.let_in(("10.0.0.0/8",), text)

    fuzz(examples, CIDRS, check)


@amounts(400, 20_000)
def test_addresses_of_clusters_lead_to_allowed_hosts_only(examples: int) -> None:
    def check(text: str) -> None:
        addresses.service_refusal(text)
        with contextlib.suppress(addresses.AddressNotAllowedError):
            base, _, rest = addresses.checked_url(text, ALLOWED)
            assert httpx.URL(base + rest).host in ALLOWED
            assert urlsplit(base + rest).hostname in ALLOWED

    fuzz(examples, URLS, check)


@amounts(400, 20_000)
def test_hosts(examples: int) -> None:
    def check(text: str) -> None:
        found = host_name(text)
        if found is not None:
            assert re.fullmatch(r"[a-z0-9._-]+|[0-9a-f:.]+", found)
            again = f"[{found}]" if ":" in found else found
            assert host_name(again) in (found, found.removesuffix("."))

    fuzz(examples, changed("center.example:8080") | changed("[2001:db8::1]:443") | ANY_TEXT, check)


@amounts(400, 20_000)
def test_secrets_by_their_form(examples: int) -> None:
    right = secret_format.new("secret")
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

    def check(text: str) -> None:
        if secret_format.is_well_formed(text, "secret"):
            number = 0
            for letter in text[-6:]:
                number = number * 62 + digits.index(letter)
            assert number == zlib.crc32(text[:-6].encode())

    fuzz(examples, changed(right) | ANY_TEXT, check)
    assert secret_format.is_well_formed(right, "secret")
