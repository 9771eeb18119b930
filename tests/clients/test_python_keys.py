"""clients/python against the real center: which key, from whom, until when, and that it lies in memory alone."""

import json
import logging
import os
import subprocess
import sys
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import load_pem_private_key, load_pem_public_key
from pulsar_user_center_keys import CenterUnavailable, ConsumerKeys, KeyProblem, KeyRefused, ProducerKeys
from pulsar_user_center_keys.center import Center
from pulsar_user_center_keys.keys import _version
from pulsar_user_center_keys.memory_file import MemoryFile

from app.access.limits import Limits
from app.platform.clock import now_ms
from app.tokens import issuing
from tests.api.encryption import ADMINISTER, CREATED, READ, WRITE, entries, let, make, path, rotate
from tests.api.given import ANY, Business
from tests.factories import Person
from tests.http_servers import serving

pytestmark = pytest.mark.any_database
RSA = {"algorithm": "RSA-3072"}


def token_of(business: Business, person: Person) -> str:
    center = business.center
    made = center.make(
        issuing.issue, center.settings, person.username, audiences=(center.settings.issuer,), seconds=600
    )
    return str(made.reveal())


def place(business: Business, person: Person, topic: str = CREATED) -> tuple[str, Callable[[], str], str]:
    token = token_of(business, person)
    return business.center.url, lambda: token, topic


def path_of(keys: ConsumerKeys | ProducerKeys) -> Path:
    return Path(keys._file.path)


def releases(business: Business) -> int:
    return [entry.action for entry in entries(business)].count("encryption_key.release")


@pytest.fixture
def orders(business: Business) -> Business:
    """A key of RSA; the third person writes and reads."""
    make(business, **RSA)
    let(business, business.third, READ, WRITE)
    return business


def test_both_halves_belong_together(orders: Business) -> None:
    with ProducerKeys(*place(orders, orders.third)) as writing, ConsumerKeys(*place(orders, orders.third)) as reading:
        assert writing.name == "orders@1"
        assert path_of(reading).read_bytes() == b""
        reading.use(writing.name)
        private = load_pem_private_key(path_of(reading).read_bytes(), None)
        assert private.public_key() == load_pem_public_key(path_of(writing).read_bytes())
    assert path_of(reading).read_bytes() == b"", "closed"
    assert path_of(writing).read_bytes(), "a producer without it would go on with what nobody can open"
    with pytest.raises(KeyRefused, match="closed"):
        reading.use("orders@1")


def test_a_version_is_fetched_once_and_the_name_of_a_producer_stays(orders: Business) -> None:
    with ProducerKeys(*place(orders, orders.third)) as writing, ConsumerKeys(*place(orders, orders.third)) as reading:
        writing.renew()
        assert not writing.outdated
        assert rotate(orders, **RSA).status_code == 201
        before = path_of(writing).read_bytes()
        writing.renew()
        assert writing.outdated
        assert (writing.name, path_of(writing).read_bytes()) == ("orders@1", before)
        found = []
        for name, metadata in (("orders@1", {}), ("orders", {"version": "2"}), ("orders", {}), ("orders@2", {})):
            reading.use(name, metadata)
            found.append(path_of(reading).read_bytes())
        assert found[0] == found[2] != found[1] == found[3]
        reading.renew()
        assert releases(orders) == 2, "renewing records nothing"
        assert {entry.actor for entry in entries(orders)} == {"owner", "third"}


def test_a_renewal_is_no_fetch_of_the_newer_version(orders: Business) -> None:
    def fetched() -> list[tuple[str, int, bool]]:
        fetches = orders.center.app.state.public_fetches
        fetches._written = 0
        fetches.write(now_ms())
        items = orders.center.with_token(orders.owner).get(f"{path(orders)}/orders/fetches").json()["items"]
        return [(item["username"], item["number"], item["old_version"]) for item in items]

    with ProducerKeys(*place(orders, orders.third)) as writing:
        assert rotate(orders, **RSA).status_code == 201
        writing.renew()
        assert writing.outdated
        assert fetched() == [("third", 1, True)], "what the producer writes with"
        with ProducerKeys(*place(orders, orders.third)):
            assert ("third", 2, False) in fetched()


@pytest.mark.parametrize(
    ("name", "metadata", "version"),
    [
        ("orders@12", {}, ("orders", 12)),
        ("orders@12", {"version": "3"}, ("orders", 12)),
        ("orders", {"version": "3"}, ("orders", 3)),
        ("orders", {}, ("orders", 1)),
    ],
)
def test_which_version_a_message_needs(name: str, metadata: dict[str, str], version: tuple[str, int]) -> None:
    assert _version(name, metadata) == version


@pytest.mark.parametrize("number", ["", "0", "-1", "1.0", " 1", "1 ", "١", "x", "01", "12345678901", "1\n"])
def test_a_malformed_number_is_a_clear_error(number: str) -> None:
    for name, metadata in ((f"orders@{number}", {}), ("orders", {"version": number})):
        with pytest.raises(KeyRefused, match="is no number"):
            _version(name, metadata)


def test_without_the_right_there_is_nothing(orders: Business) -> None:
    stranger = place(orders, orders.partner)
    with pytest.raises(KeyRefused, match="not_found"):
        ProducerKeys(*stranger)
    with pytest.raises(KeyRefused, match="404"):
        ConsumerKeys(*stranger, "orders@1")
    with pytest.raises(KeyRefused, match="404"):
        ConsumerKeys(*place(orders, orders.third), "orders@2")
    with pytest.raises(KeyRefused, match="401"):
        ConsumerKeys(orders.center.url, lambda: "no token", CREATED, "orders@1")
    reader = orders.app
    let(orders, reader, READ)
    with pytest.raises(KeyRefused, match="not_allowed"):
        ProducerKeys(*place(orders, reader))


def test_keys_that_this_client_cannot_read_are_refused(business: Business) -> None:
    make(business)
    let(business, business.third, READ, WRITE)
    with pytest.raises(KeyRefused, match="orders@1 is of EC-P256; Pulsar's Python client takes RSA-3072"):
        ProducerKeys(*place(business, business.third))
    with pytest.raises(KeyRefused, match="EC-P256"):
        ConsumerKeys(*place(business, business.third), "orders@1")


def test_a_right_that_ends_is_noticed_and_one_that_comes_back_too(business: Business) -> None:
    make(business, **RSA)
    grant = business.grant(business.owner, business.third, [READ])
    with ConsumerKeys(*place(business, business.third), "orders@1") as keys:
        half = path_of(keys).read_bytes()
        keys.renew()
        assert path_of(keys).read_bytes() == half
        business.take_back(business.owner, grant)
        keys.renew()
        assert path_of(keys).read_bytes() == b""
        with pytest.raises(KeyRefused):
            keys.use("orders@1")
        let(business, business.third, READ)
        keys.use("orders@1")
        assert path_of(keys).read_bytes() == half


@pytest.mark.parametrize("status", [401, 403, 404])
def test_after_a_refusal_the_version_of_the_name_is_used_again(orders: Business, status: int) -> None:
    with ConsumerKeys(*place(orders, orders.third), "orders@1") as keys:
        half = path_of(keys).read_bytes()
        with serving(answering(status, b"{}")) as port:
            keys._center._url = f"http://127.0.0.1:{port}"
            for _ in range(2):
                keys.renew()
                assert path_of(keys).read_bytes() == b""
        keys._center._url = orders.center.url
        keys.renew()
        assert path_of(keys).read_bytes() == half
        keys.renew()
        assert releases(orders) == 2
    keys.renew()
    assert path_of(keys).read_bytes() == b"", "closed"


def test_a_destroyed_version_is_forgotten(orders: Business) -> None:
    assert rotate(orders, **RSA).status_code == 201
    url, second = f"{path(orders)}/orders/versions/1/destruction", let(orders, orders.partner, ADMINISTER)
    with ConsumerKeys(*place(orders, orders.third), "orders@1") as keys:
        asked = orders.center.with_token(orders.owner).post(url, json={"reason": "erasure"}, headers=ANY)
        confirmed = second.post(f"{url}/confirm", headers=ANY)
        assert (asked.is_success, confirmed.is_success) == (True, True)
        keys.renew()
        assert path_of(keys).read_bytes() == b""
        with pytest.raises(KeyRefused, match="key_version_destroyed"):
            keys.use("orders@1")


def test_a_right_to_one_subscription(business: Business) -> None:
    make(business, **RSA)
    let(business, business.third, READ, limits=Limits(subscriptions=("billing",)))
    with pytest.raises(KeyRefused, match="403"):
        ConsumerKeys(*place(business, business.third), "orders@1")
    with ConsumerKeys(*place(business, business.third), "orders@1", subscription="billing") as keys:
        keys.renew()
        assert path_of(keys).read_bytes()


def answering(status: int, content: bytes, headers: dict[str, str] | None = None) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

    return Handler


BROKEN: dict[str, tuple[int, bytes, dict[str, str]]] = {
    "busy": (429, b'{"code": "rate_limit"}', {"Retry-After": "7"}),
    "down": (503, b"<html>", {}),
    "no JSON": (200, b'{"private_key": "-----BEGIN PRIVATE KEY-----', {}),
    "cut off": (200, b'{"private_key": "-----BEGIN PRIVATE KEY-----', {"Content-Length": "4096"}),
    "elsewhere": (307, b"", {"Location": "http://127.0.0.1:1/"}),
}


@pytest.mark.parametrize("how", BROKEN)
def test_an_outage_leaves_what_there_is_and_stops_a_first_start(orders: Business, how: str) -> None:
    url, token, _ = place(orders, orders.third)
    with ConsumerKeys(url, token, CREATED, "orders@1") as reading, ProducerKeys(url, token, CREATED) as writing:
        before = path_of(reading).read_bytes()
        with serving(answering(*BROKEN[how])) as port:
            reading._center._url = writing._center._url = away = f"http://127.0.0.1:{port}"
            reading.renew()
            writing.renew()
            assert path_of(reading).read_bytes() == before
            assert not writing.outdated
            with pytest.raises(CenterUnavailable) as raised:
                ConsumerKeys(away, token, CREATED, "orders@1")
        assert "\n" not in str(raised.value)
        assert_nothing_secret(raised.value, token())
        with pytest.raises(CenterUnavailable, match="does not answer"):
            ProducerKeys(away, token, CREATED)


def assert_nothing_secret(error: BaseException, token: str) -> None:
    """Neither it nor what it hangs on holds a half or the token."""
    said, at = "", error
    while at is not None:
        said += repr(at) + repr(vars(at))
        at = at.__cause__ or at.__context__  # type: ignore[assignment]
    assert "PRIVATE" not in said
    assert token not in said


def test_tokens_come_from_the_caller(orders: Business) -> None:
    def broken() -> str:
        raise RuntimeError("with a secret")

    with pytest.raises(CenterUnavailable, match=r"there is no token for the center: RuntimeError$"):
        ProducerKeys(orders.center.url, broken, CREATED)
    with pytest.raises(CenterUnavailable, match="not one line") as raised:
        ProducerKeys(orders.center.url, lambda: "hidden\r\nX-Evil: 1", CREATED)
    assert "hidden" not in str(raised.value)
    token = token_of(orders, orders.third)
    ProducerKeys(orders.center.url, lambda: f"{token}\n", CREATED).close()  # as files have it


@pytest.mark.parametrize(
    "url",
    ["file:///etc", "https://", "center.example", "http://center.example", "http://localhost@center.example",
     "http://127.0.0.1.example:80", "http://127.0.0.2"],
)  # fmt: skip
def test_tokens_and_keys_are_not_sent_in_the_clear(url: str) -> None:
    with pytest.raises(ValueError, match="https"):
        ProducerKeys(url, lambda: "token", CREATED)


@pytest.mark.parametrize(
    "url", ["https://center.example:8443", "http://localhost", "http://127.0.0.1", "http://[::1]:1"]
)
def test_addresses_that_are_good(url: str) -> None:
    Center(url, lambda: "token")


HALF = {"name": "orders", "number": 1, "algorithm": "RSA-3072", "private_key": "PEM", "public_key": "PEM"}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"name": "other"}, "another key than orders@1"),
        ({"number": 2}, "another key than orders@1"),
        ({"number": None}, "another key than orders@1"),
        ({"algorithm": None}, "is of None"),
        ({"private_key": None}, "no private_key of orders@1"),
    ],
)
def test_another_answer_than_wanted_is_refused(changed: dict[str, Any], said: str) -> None:
    with (
        serving(answering(200, json.dumps(HALF | changed).encode())) as port,
        pytest.raises(KeyRefused, match=said),
    ):
        ConsumerKeys(f"http://127.0.0.1:{port}", lambda: "token", CREATED, "orders@1")


@pytest.mark.parametrize("items", [[], [{}], [HALF], [HALF | {"error": None, "public_key": None}]])
def test_an_answer_without_a_public_half_is_refused(items: list[Any]) -> None:
    answer = json.dumps({"items": items}).encode()
    with serving(answering(200, answer)) as port, pytest.raises(KeyRefused, match="the center gives no"):
        ProducerKeys(f"http://127.0.0.1:{port}", lambda: "token", CREATED)


def test_nothing_secret_is_said(orders: Business, caplog: pytest.LogCaptureFixture) -> None:
    url, token, topic = place(orders, orders.third)
    with caplog.at_level(logging.DEBUG), ConsumerKeys(url, token, topic, "orders@1") as keys:
        keys.renew()
        orders.set_status(orders.third, "disabled")
        keys.renew()
        said = caplog.text + repr(keys) + repr(vars(keys)) + str(keys.reader)
    assert "private halves are forgotten" in said
    assert "PRIVATE" not in said
    assert token() not in said


def test_files_lie_in_memory_sealed_and_are_not_inherited() -> None:
    file = MemoryFile(b"secret")
    path = Path(file.path)
    assert str(path.readlink()).startswith("/memfd:")
    for change in (lambda: path.write_bytes(b"other"), lambda: os.truncate(path, 0)):
        with pytest.raises(PermissionError):
            change()
    with path.open("rb") as reading:
        file.become(MemoryFile(b"next"))
        assert (reading.read(), path.read_bytes()) == (b"secret", b"next"), "who reads reads the whole of one"
    listed = [sys.executable, "-c", "import os; print([os.readlink(f'/proc/self/fd/{n}') for n in range(100)"
              " if os.path.exists(f'/proc/self/fd/{n}')])"]  # fmt: skip
    assert "memfd" not in subprocess.run(listed, capture_output=True, text=True, close_fds=False, check=True).stdout
    del file
    assert not path.is_symlink() or "memfd:key" not in str(path.readlink()), "forgotten with the object"


def test_without_linux_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "memfd_create")
    with pytest.raises(OSError, match="needs Linux"):
        ConsumerKeys("https://center.example", lambda: "", CREATED)


class _Key:
    def __init__(self, key: str, **metadata: str) -> None:
        self.key, self.metadata = key, metadata


class _Message:
    """As Pulsar's client hands out one that it could not decrypt."""

    def __init__(self, *keys: _Key, failed: bool = True) -> None:
        self._keys, self._failed = keys, failed

    def encryption_context(self) -> Any:
        return self

    def is_decryption_failed(self) -> bool:
        return self._failed

    def keys(self) -> tuple[_Key, ...]:
        return self._keys

    def message_id(self) -> str:
        return "(1,2,-1,-1)"


def test_a_message_says_which_version_it_needs(orders: Business) -> None:
    with ConsumerKeys(*place(orders, orders.third)) as keys:
        assert keys.opened(_Message(failed=False))
        several = _Message(_Key("other@1"), _Key("orders", version="1"))
        assert not keys.opened(several), "one of its keys is enough"
        assert path_of(keys).read_bytes()
        other = _Message(_Key("orders@1"))
        assert not keys.opened(other), "not yet: the one before has opened nothing"
        assert keys._awaited == ("orders", "1")
        assert keys.opened(_Message(_Key("orders", version="1"), failed=False))
        assert [keys.opened(other) for _ in range(100)] == [False] * 100
        with pytest.raises(KeyRefused, match=r"message \(1,2,-1,-1\) is not encrypted for the key"):
            keys.opened(other)
        assert keys.opened(_Message(_Key("any@x"), failed=False))
        assert keys.opened(_Message(_Key("orders@1"), failed=False))
        with pytest.raises(KeyProblem):
            keys.opened(_Message(_Key("other@1")))
        with pytest.raises(KeyProblem, match="names no key"):
            keys.opened(_Message())


def test_a_forked_child_has_no_private_halves(orders: Business) -> None:
    with ConsumerKeys(*place(orders, orders.third), "orders@1") as keys:
        half = path_of(keys).read_bytes()
        with keys._lock:
            child = os.fork()
        if not child:
            status = 1
            try:
                keys.use("orders@1")
            except KeyRefused as refused:
                said = str(refused)
                files = [fd for fd in Path("/proc/self/fd").iterdir() if "memfd:" in os.path.realpath(fd)]
                held = [fd for fd in files if b"PRIVATE" in fd.read_bytes()]
                status = 0 if "closed" in said and files and not held else 2
            finally:
                os._exit(status)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert path_of(keys).read_bytes() == half


def test_a_hundred_halves_are_remembered(orders: Business) -> None:
    with ConsumerKeys(*place(orders, orders.third), "orders@1") as keys:
        for number in range(2, 101):
            keys._halves["played", number] = MemoryFile()
        assert rotate(orders, **RSA).status_code == 201
        keys.use("orders@2")
        assert len(keys._halves) == 100
        assert ("orders", 1) not in keys._halves
