"""The files of deploy/balancer in the real haproxy and nginx, before two real centers."""

import os
import re
import shutil
import signal
from collections.abc import Iterator

import pytest

from app.api.broker.changes import KEEP_ALIVE_SECONDS
from tests.brokers.plugin import BASE, Listening
from tests.deploy.balanced import FILES, PATH, Calling, Site
from tests.end_to_end.waiting import wait_until

pytestmark = [pytest.mark.any_database, pytest.mark.timeout(300)]


@pytest.fixture(scope="module", params=FILES)
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    name = str(request.param)
    assert shutil.which(name, path=PATH), f".ci/system-packages {name}"
    with Site(name, tmp_path_factory.mktemp(name)).running() as made:
        yield made


def test_the_callers_address_is_recorded_whatever_the_caller_says(site: Site) -> None:
    forged = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "http"}
    with site.client(headers=forged, local_address="127.0.0.9") as client:
        made = client.post("/api/v1/groups", json={"name": f"from afar {site.name}"})
        assert made.status_code == 201, made.text
        newest = client.get("/api/v1/trail", params={"action": "group.create"}).json()["items"]
    assert [one["address"] for one in newest] == ["127.0.0.9"]


def test_metrics_stay_inside(site: Site) -> None:
    with site.client() as client:
        assert client.get("/metrics").status_code == 404
        assert client.get("/health/ready").status_code == 200


@pytest.mark.parametrize("which", [0, 1])
def test_a_center_is_killed_while_calls_go_on(site: Site, which: int) -> None:
    """The other one's turn proves that the first came back."""
    site.mend()
    names = (f"{site.name}-{which}-{number}" for number in range(10**6))
    with site.client() as client, Calling(lambda: client.get("/api/v1/session").status_code) as reads:
        with Calling(lambda: (name := next(names), site.change(name).status_code)) as changes:
            both = (reads, changes)
            for each in both:
                each.goes_on(10)
            site.centers[which].kill()
            for each in both:
                each.goes_on(20)
        there = client.get("/api/v1/users", params={"q": f"{site.name}-{which}-", "limit": 500}).json()["items"]
    assert set(reads.answers) == {200}
    assert len(reads.lost) <= 1, "an answer that had begun is cut"
    assert {answer for _, answer in changes.answers} == {201}
    assert sorted(one["username"] for one in there) == sorted(name for name, _ in changes.answers)


def test_a_feed_arrives_at_once_is_not_cut_and_goes_on_elsewhere(site: Site) -> None:
    site.mend()
    with site.client() as admin:
        place = {"name": "east", "address": "pulsar://127.0.0.1:1", "admin_url": "http://127.0.0.1:1"}
        cluster = admin.post("/api/v1/clusters", json=place).json()["id"]
        credential = admin.post(f"/api/v1/clusters/{cluster}/credentials").json()["credential"]
    with site.client(credential) as broker:
        now = broker.get(f"{BASE}/snapshot").json()
        known = (now["revision"], now["epoch"], now["mark"])
        for each in site.centers:
            with Listening(broker, *known) as feed:
                assert feed.hellos.get(timeout=30)["known"]
                site.change(f"heard-{site.name}-{each.port}")
                frame = feed.next(KEEP_ALIVE_SECONDS - 1)
                assert frame is not None
                known = (frame[1]["revision"], *feed.marks[-1])
            each.kill()
            wait_until("the other center", lambda: broker.get(f"{BASE}/snapshot").status_code == 200)
            site.mend()


@pytest.mark.parametrize("name", FILES)
def test_no_timeout_is_shorter_than_the_silence_of_a_feed(name: str) -> None:
    text = FILES[name].read_text()
    silent = re.findall(r"(?:timeout (?:client|server)|proxy_read_timeout) +(\d+)s", text)
    assert len(silent) == 2
    assert all(int(seconds) > 2 * KEEP_ALIVE_SECONDS for seconds in silent)


@pytest.mark.parametrize("site", ["haproxy"], indirect=True)
def test_a_center_that_hangs_is_left_out_and_its_callers_are_told(site: Site) -> None:
    """nginx would let them wait for proxy_read_timeout: the page says so."""
    site.mend()
    hanging = site.centers[0].process
    assert hanging is not None
    with site.client() as client, Calling(lambda: client.get("/api/v1/session").status_code) as reads:
        reads.goes_on(10)
        os.killpg(hanging.pid, signal.SIGSTOP)
        try:
            reads.goes_on(100)
            assert set(reads.answers[-50:]) == {200}
        finally:
            os.killpg(hanging.pid, signal.SIGCONT)
