"""A deletion takes its dependents in small transactions, so that others do not wait long."""

from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.resources import deletion
from tests.api.estate import ANY, Estate
from tests.api.fat_estate import MANY, a_fat_estate
from tests.api.locked import Locked


def test_a_large_deletion_is_carried_on_in_small_transactions(estate: Estate) -> None:
    """From the first moment on brokers refuse all of it; at its end nothing is left."""
    ids = a_fat_estate(estate)
    client, locked = estate.center.with_token(estate.administrator), Locked(estate.center.database)
    with locked.watching():
        path = f"/api/v1/tenants/{ids['tenant']}?confirm=acme&cascade=true"
        assert client.delete(path, headers=ANY).status_code == 202
        first = len(locked.spans)
        assert estate.center.read(deletion.unfinished_extensions) == [(ResourceType.TENANT, ids["tenant"])]
        provisioner = estate.provisioner()
        assert provisioner.extend_deletions() == MANY // deletion.MOST
        assert estate.center.read(deletion.unfinished_extensions) == []
    assert len(locked.spans) - first == MANY // deletion.MOST
    assert locked.largest.statements < 100
    assert max(span.rows for span in locked.spans) < 4 * deletion.MOST + 100


def test_grants_on_a_deleted_topic_are_revoked_in_small_transactions(estate: Estate) -> None:
    ids, locked = a_fat_estate(estate), Locked(estate.center.database)
    kind = ResourceType.TOPIC

    def shed(session: Session) -> bool:
        return deletion.shed_grants(session, kind, ids["topic"])

    with locked.watching():
        taken = [estate.center.make(shed) for _ in range(MANY // deletion.MOST + 1)]
        estate.center.make(deletion.finish, kind, ids["topic"])
    assert taken == [True] * (MANY // deletion.MOST) + [False]
    assert locked.largest.statements < 60
