"""A certificate for calls to a cluster ends: who administers the cluster is told 30, 7 and 1 days before, once each."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from app.platform.clock import now_ms
from app.resources.models import ClusterTls
from app.rights.requests import reminders
from tests.center import Center
from tests.end_to_end.authentication.certificates import Authority
from tests.factories import CLUSTER, Person, a_cluster, a_grant, a_user
from tests.requests.desk import DAY


def _facts_of_notices(center: Center, person: Person) -> list[dict[str, Any]]:
    items = center.signed_in(person).get("/api/v1/notices").json()["items"]
    return [notice["facts"] for notice in items if notice["kind"] == "certificate_ends"]


def _keep_certificate(session: Session, cluster: int, authority: Authority, days: int) -> None:
    files = authority.client("center", until=timedelta(days=days))
    session.merge(
        ClusterTls(id=1, cluster=cluster, certificate=files.certificate.read_text(), add_time=1, update_time=1)
    )


def test_administrators_of_the_cluster_are_reminded_once_for_each_time(center: Center, tmp_path: Path) -> None:
    cluster, operator, other = center.make(a_cluster).id, center.make(a_user, "operator"), center.make(a_user, "other")
    center.make(a_grant, operator, [4], CLUSTER, cluster)
    center.make(_keep_certificate, cluster, Authority(tmp_path), 40)
    end = now_ms() + 40 * DAY
    for days in (31, 29, 28, 8, 6, 5, 2, 0.5, 0.2, -1):
        reminders.run_certificates(center.database, center.settings, end - int(days * DAY))
    facts = _facts_of_notices(center, operator)
    assert [fact["days"] for fact in facts] == [30, 7, 1]
    assert {(fact["what"], fact["name"], fact["cluster_id"]) for fact in facts} == {
        ("client_certificate", "CN=center", cluster)
    }
    assert _facts_of_notices(center, other) == []


def test_a_new_certificate_is_announced_anew(center: Center, tmp_path: Path) -> None:
    cluster, operator = center.make(a_cluster).id, center.make(a_user, "operator")
    center.make(a_grant, operator, [4], CLUSTER, cluster)
    for days in (5, 6, 300):
        center.make(_keep_certificate, cluster, Authority(tmp_path), days)
        reminders.run_certificates(center.database, center.settings, now_ms())
    assert [fact["days"] for fact in _facts_of_notices(center, operator)] == [7, 7]
