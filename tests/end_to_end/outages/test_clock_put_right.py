"""The center's clock ran ahead and was put right: what brokers enforce goes on; their admin API waits for the center.

A proof of docs/enforcement-proof.md, "What is not claimed".
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.clients import python
from tests.end_to_end.cluster.faulty_center import FaultyCenter
from tests.end_to_end.conftest import TOPIC_TYPE, WRITE_TOPIC, Business, new_business
from tests.end_to_end.estate import Estate
from tests.end_to_end.rights.test_rights import REFUSED
from tests.end_to_end.waiting import wait_until

pytestmark = [pytest.mark.broker, pytest.mark.soak, pytest.mark.timeout(900)]
_AHEAD_SECONDS = 900
"""More than the tokens that the center shows to clusters live, and the brokers' leeway."""


@pytest.fixture
def estate(tmp_path: Path) -> Iterator[Estate]:
    """A center whose clock can be wrong, and a broker."""
    made = Estate(tmp_path)
    made.center = FaultyCenter(tmp_path / "center")
    try:
        made.start()
        yield made
    finally:
        made.stop()


def test_grants_go_on_and_provisioning_waits(estate: Estate) -> None:
    assert isinstance(estate.center, FaultyCenter)
    business = new_business(estate)
    account, _ = business.service("writer")
    estate.center.restart_with_clock(_AHEAD_SECONDS)
    business.wait_until_enforced()
    estate.center.restart_with_clock(0)
    business.wait_until_enforced()

    grant = business.owner.grant(account.id, TOPIC_TYPE, business.topic_id, WRITE_TOPIC)
    business.wait_until_enforced()
    python.produce(business.url, python.by_token(account.token), business.topic)
    business.owner.revoke(grant)
    business.wait_until_enforced()
    with pytest.raises(REFUSED):
        python.produce(business.url, python.by_token(account.token), business.topic)

    path = f"/api/v1/topics/{business.owner.post('/api/v1/topics', namespace_id=business.namespace, name='late')['id']}"
    wait_until("the cluster's refusal", lambda: any("401" in said for said in _messages(business, path)), 60, pause=0.5)
    assert "its clock was set back" in estate.broker.log_text()

    # docs/decisions/0016: the way back, when waiting takes too long.
    estate.broker.stop()
    shutil.rmtree(Path(estate.broker.settings["userCenterSnapshotFile"]).parent)
    estate.broker.start()
    business.wait_until_enforced()
    business.owner.ready(path)


def _messages(business: Business, path: str) -> list[str]:
    rows = business.owner.get(path)["provisioning"]["clusters"]
    return [row["message"] or "" for row in rows]
