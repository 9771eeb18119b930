"""Rights on a persistent topic that became a scalable one: whoever holds them holds the same on the new name.

Pulsar keeps the old topic, sealed, and clients read the older messages from it by its own name. So the rights there
stay until it goes, and the new ones are beside them, as Pulsar's own permissions are.
"""

import re

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.names import ResourceName, ResourceType
from app.access.naming_rules import topic_in
from app.audit.trail import trail
from app.grants import grants
from app.grants.grant_facts import FactCache
from app.grants.models import Grant
from app.resources import resource_rows
from app.resources.models import Topic
from app.resources.pulsar.admin_client import AdminClient
from app.resources.pulsar.admin_path import AdminPath

_OF_THE_ROW = ("id", "res_id", "add_time", "update_time")
_COPIED = [column.key for column in Grant.__table__.columns if column.key not in _OF_THE_ROW]


def was_migrated(client: AdminClient, name: str) -> bool:
    """Whether the cluster says that this scalable topic was the persistent one of its name: it may be another one,
    with other messages. Raises what `AdminClient` raises."""
    segments = client.call("GET", AdminPath.of_topic(name)).require_success().members().get("segments") or {}
    from_old = re.compile(re.escape(_before(name).name) + r"(-partition-\d+)?")
    return any(from_old.fullmatch(segment.get("legacyTopicName") or "") for segment in segments.values())


def follow(session: Session, actor: str, topic: Topic, name: str) -> None:
    """Give each role on the new topic what it holds on the old one, with its giver, window and limits. A role that
    holds something there already keeps just that."""
    old = session.scalars(select(Topic).where(resource_rows.named(_before(name)))).first()
    if old is None:
        return
    kind, facts = Grant.res_type == int(ResourceType.TOPIC), FactCache(session)
    holding = select(Grant.role_id).where(kind, Grant.res_id == topic.id)
    on_old = select(Grant).where(kind, Grant.res_id == old.id, Grant.role_id.not_in(holding))
    held = session.scalars(on_old.order_by(Grant.id)).all()
    facts.read([(int(ResourceType.TOPIC), topic.id)], {grant.role_id for grant in held})
    record: grants.AfterFlush = []
    with trail.together(session):
        for grant in held:
            copy = Grant(res_id=topic.id, **{column: getattr(grant, column) for column in _COPIED})
            grants.add(session, actor, copy, facts, record)
        session.flush()
        for each in record:
            each()


def _before(name: str) -> ResourceName:
    topic = ResourceName.of_topic(name)
    return topic_in(str(topic.namespace), topic.local_name)
