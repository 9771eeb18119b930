"""`usercenter drift`: exit statuses for scripts, calls that are shown first, what needs a confirmation."""

import json

import pytest
from sqlalchemy.orm import Session

from app.desired_state.drift.models import DriftLine, DriftRun
from app.grants import grants
from app.platform.clock import now_ms
from app.resources.models import Cluster, Namespace, Topic
from app.rights.granting import restoring
from tests.center import Center
from tests.cli.terminal import Terminal
from tests.factories import NAMESPACE, TOPIC, a_cluster_with_orders, a_grant, a_user


def _lines(session: Session, cluster: Cluster) -> None:
    run = {"wanted": 0, "started": 1, "ended": 2, "claimed_until": 0, "found": 2, "unread_total": 1}
    unread = '[{"place": "acme/secret", "message": "403: no"}]'
    session.add(DriftRun(cluster=cluster.id, **run, unread=unread))
    near = {
        "near_type": 3,
        "near_id": session.query(Namespace).one().id,
        "tenant": "acme",
        "since": 1,
        "seen": now_ms(),
    }
    about = {"cluster": cluster.id, "due": 0, "state": "open", "since": 1, "seen": now_ms(), **near}
    grant = {"kind": "extra", "res_type": 3, "place": "acme/orders", "field": "grant", "subject": "mallory"}
    topic = {"kind": "extra", "res_type": 4, "place": "persistent://acme/orders/new", "field": "resource"}
    session.add(DriftLine(key="a", **about, **grant, actual='["produce"]'))
    session.add(DriftLine(key="b", **about, **topic, actual='{"partitions": 0, "policies": {}}'))


@pytest.fixture
def cluster(center: Center) -> str:
    """The name of a cluster with two differences."""
    made = center.make(a_cluster_with_orders)
    center.make(_lines, made)
    return made.name


def test_the_status_says_whether_there_are_differences(root: Terminal, cluster: str) -> None:
    shown = root("drift", cluster)
    assert "mallory" in shown.stdout
    assert "not read: acme/secret: 403: no" in shown.stderr
    assert root("drift", cluster, "--check", status=4).stdout == shown.stdout
    root("drift", "nowhere", "--check", status=1)


def test_a_repair_is_shown_before_it_is_made(root: Terminal, cluster: str) -> None:
    said = root("drift", "repair", cluster, "--line", "1", "--dry-run").stdout
    assert "would be repaired" in said
    assert "DELETE /admin/v2/namespaces/acme/orders/permissions/mallory" in said
    assert "open" in root("drift", cluster, "--q", "acme/orders").stdout


def test_a_repair_that_loses_data_needs_a_confirmation(root: Terminal, cluster: str) -> None:
    root("drift", "repair", cluster, "--line", "2", "--yes", status=2)
    root("drift", "repair", cluster, "--line", "2", "--yes", "--confirm-losses")
    root("drift", "undo", cluster, "--line", "2")


def test_lines_are_accepted_by_place_and_nothing_named_is_refused(root: Terminal, cluster: str) -> None:
    root("drift", "accept", cluster, "--place", "acme", "--until", "+30d", "--reason", "load test")
    assert root("drift", cluster, "--check").stdout.count("accepted") == 2
    root("drift", "adopt", cluster, status=2)
    root("drift", "adopt", cluster, "--line", "99", "--yes", status=1)


def test_all_means_all_open_lines(root: Terminal, cluster: str) -> None:
    root("drift", "accept", cluster, "--line", "2", "--until", "+30d", "--reason", "load test")
    said = root("drift", "repair", cluster, "--all", "--dry-run").stdout
    assert ("mallory" in said, "new" in said) == (True, False)
    assert root("drift", "repair", cluster, "--place", "acme", "--dry-run").stdout == said
    root("drift", "repair", cluster, "--all", "--kind", "missing", "--yes", status=1)
    refused = root("drift", "adopt", cluster, "--all", "--yes", status=1)
    assert "knows no user mallory" in refused.stderr
    assert "1 of 1 lines were not adopted" in refused.stderr


def _removed_topic(session: Session) -> None:
    """The line of a topic that was removed at a broker, with a reader's right, and made again since."""
    topic = session.query(Topic).one()
    given = a_grant(session, a_user(session, "reader"), [303], TOPIC, topic.id)
    kept = [{**frozen, "role_name": "reader"} for frozen in restoring.freeze(session, [given])]
    grants.revoke_these(session, "test", [given])
    about = {"kind": "missing", "res_type": TOPIC, "place": kept[0]["resource"], "field": "rights", "tenant": "acme"}
    near = {"near_type": NAMESPACE, "near_id": topic.namespace, "since": 1, "seen": now_ms()}
    cluster = session.query(Cluster).one().id
    session.add(DriftLine(cluster=cluster, key="c", state="gone", due=0, wished=json.dumps(kept), **about, **near))


def test_rights_on_what_was_removed_are_given_again_by_the_number_of_the_line(
    root: Terminal, center: Center, cluster: str
) -> None:
    center.make(_removed_topic)
    assert "reader" in root("drift", "show", cluster, "--state", "gone").stdout
    assert "repaired" in root("drift", "repair", cluster, "--line", "3", "--yes").stdout
    assert "reader" in root("grants", "list").stdout
    assert "drift_answered" in root("drift", "repair", cluster, "--line", "3", "--yes", status=1).stderr


def test_lines_left_out_by_a_limit_are_counted(root: Terminal, cluster: str) -> None:
    assert "1 more: leave out --limit" in root("drift", cluster, "--limit", "1").stderr
    assert "more:" not in root("drift", cluster, "--limit", "2").stderr


def test_ended_rights_are_answered_before_their_place_is_forgotten(
    root: Terminal, center: Center, cluster: str
) -> None:
    def lost(session: Session) -> None:
        on, place = session.query(Cluster).one(), session.query(Namespace).one()
        about = {"cluster": on.id, "due": 0, "state": "open", "since": 1, "seen": now_ms(), "tenant": "acme"}
        about |= {"near_type": 3, "near_id": place.id, "kind": "missing", "res_type": 3, "place": "acme/orders"}
        session.add(DriftLine(key="c", **about, field="resource"))
        session.add(DriftLine(key="d", **about, field="rights", wished="[]"))

    center.make(lost)
    said = root("drift", "adopt", cluster, "--line", "3", "--line", "4", "--yes", "--confirm-losses").stdout
    assert said.index("line 4") < said.index("line 3")
