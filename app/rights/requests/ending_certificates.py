"""Every hour: tells who administers a cluster that its own CA or the center's client certificate there ends soon."""

from collections.abc import Iterator

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.grants import places
from app.platform.database import Database
from app.platform.settings import Settings
from app.resources import cluster_tls
from app.resources.cluster_tls import CertificateEnd
from app.resources.models import Cluster
from app.rights.requests import deciders, ending_rights, notices
from app.rights.requests.notices import NewNotice

DAYS = (30, 7, 1)
"""Before the end, one notice for each. For a certificate that is stored later, the next of them is the first."""


def run(database: Database, settings: Settings, now: int) -> None:
    """Periodic job: one round."""
    del settings
    with database.reading() as session:
        due = [
            (end, days)
            for end in cluster_tls.certificate_ends(session)
            if end.valid_until > now and (days := ending_rights.due_reminder(DAYS, 0, end.valid_until, now)) is not None
        ]
    if due:
        with database.writing() as session:
            notices.tell(session, [news for end, days in due for news in _news(session, end, days, now)], now)


def _news(session: Session, end: CertificateEnd, days: int, now: int) -> Iterator[NewNotice]:
    name = session.scalars(select(Cluster.name).where(Cluster.id == end.cluster)).one_or_none()
    if name is None:
        return
    facts = {
        "cluster_id": end.cluster,
        "cluster": name,
        "what": end.what,
        "name": end.subject,
        "valid_until": end.valid_until,
        "days": days,
    }
    about = f"{end.cluster}:{end.what}:{end.valid_until}:{days}"
    place = places.place_of(session, int(ResourceType.CLUSTER), end.cluster)
    for user_id in deciders.find_deciders(session, place, 0, now):
        yield NewNotice(user_id, notices.CERTIFICATE_ENDS, about, facts)
