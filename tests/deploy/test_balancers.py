"""The files of deploy/balancer in the real haproxy and nginx, before two real centers."""

import os
import re
import signal
from collections.abc import Iterator
from threading import Thread

import pytest

from app.api.broker.followed_rights import KEEP_ALIVE_SECONDS
from tests.brokers.linked import Link
from tests.brokers.plugin import BASE, Listening, Plugin
from tests.deploy.balanced import FILES, Site
from tests.end_to_end.waiting import wait_until

pytestmark = [pytest.mark.any_database, pytest.mark.timeout(300)]


@pytest.fixture(scope="module", params=FILES)
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site(request.param, tmp_path_factory.mktemp(request.param)).running() as made:
        yield made


def test_the_callers_address_is_recorded_whatever_the_caller_says(site: Site) -> None:
    forged = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "http"}
    with site.client(local_address="127.0.0.9", **forged) as client:
        assert client.post("/api/v1/groups", json={"name": "from afar"}).status_code == 201
        (made,) = client.get("/api/v1/trail", params={"action": "group.create"}).json()["items"]
        assert made["address"] == "127.0.0.9"


def test_metrics_stay_inside(site: Site) -> None:
    with site.client() as client:
        assert [client.get(path).status_code for path in ("/metrics", "/health/ready")] == [404, 200]
        encoded = client.build_request("GET", "/").url.copy_with(raw_path=b"/%6detric%73?x")
        assert client.get(encoded).status_code == 404


@pytest.mark.parametrize("which", [0, 1])
def test_a_center_is_killed_while_calls_go_on(site: Site, which: int) -> None:
    """The other one's turn proves that the first came back."""
    site.mend()
    killing = Thread(target=site.centers[which].kill)
    answers = []
    for number in range(40):
        if number == 15:
            killing.start()
        answers.append((site.read(), site.change(f"while-{which}-{number}")))
    killing.join()
    read, changed = zip(*answers, strict=True)
    assert set(changed) == {201}
    assert [status for status in read if status != 200] in ([], [0]), "at most the answer that had begun is cut"
    with site.client() as client:
        found = client.get("/api/v1/users", params={"q": f"while-{which}-", "limit": 500}).json()["items"]
    assert {user["username"] for user in found} == {f"while-{which}-{number}" for number in range(40)}


def test_links_and_feeds_arrive_at_once_and_go_on_at_the_other_center(site: Site) -> None:
    with site.client() as admin:
        place = {"name": "east", "address": "pulsar://127.0.0.1:1", "admin_url": "http://127.0.0.1:1"}
        cluster = admin.post("/api/v1/clusters", json=place).json()["id"]
        credential = admin.post(f"/api/v1/clusters/{cluster}/credentials").json()["credential"]
    with site.client(credential) as broker:
        now = broker.get(f"{BASE}/snapshot").json()
        known = (now["revision"], now["epoch"], now["mark"])
        site.mend()
        with Link(Plugin(broker), now["revision"], trust=site.trust) as link:
            link.report(now["revision"])
            site.change("heard-over-a-link")
            assert link.next()[1]["after"] == now["revision"]
            path = f"/api/v1/clusters/{cluster}/enforcement"
            asked = {"revision": now["revision"]}
            with site.client() as admin:
                wait_until("its report", lambda: admin.get(path, params=asked).json()["enforced"] == 1)
        for each in site.centers:
            site.mend()
            with Listening(broker, *known) as feed:
                assert feed.hellos.get(timeout=30)["known"]
                site.change(f"heard-{each.port}")
                frame = feed.next(KEEP_ALIVE_SECONDS - 1)
                assert frame is not None
                known = (frame[1]["revision"], *feed.marks[-1])
            each.kill()


@pytest.mark.parametrize("name", FILES)
def test_no_timeout_is_shorter_than_the_silence_of_a_feed(name: str) -> None:
    seconds = re.findall(r"(?:timeout (?:client|server)|proxy_read_timeout) +(\d+)s", FILES[name].read_text())
    assert len(seconds) in (2, 3)
    assert all(int(text) > 2 * KEEP_ALIVE_SECONDS for text in seconds)


@pytest.mark.parametrize("site", ["haproxy"], indirect=True)
def test_a_center_that_hangs_is_left_out(site: Site) -> None:
    """nginx would let callers wait for proxy_read_timeout: the page says so."""
    site.mend()
    hanging = site.centers[0].process
    assert hanging is not None
    os.killpg(hanging.pid, signal.SIGSTOP)
    try:
        answers = [site.read() for _ in range(30)]
    finally:
        os.killpg(hanging.pid, signal.SIGCONT)
    assert set(answers[-20:]) == {200}
