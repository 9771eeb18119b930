"""The audit log's entries about what was done to a cluster, which is no row of the center.

The entry is written before the cluster is called, or a crash in between would leave a change that nobody recorded. When
the cluster refuses, a second entry says so.
"""

from collections.abc import Mapping
from typing import Any, Literal

from sqlalchemy.orm import Session

from app.audit.trail import trail

ENTITY = "cluster_operation"
Verb = Literal[
    "reset_subscription",
    "skip_messages",
    "clear_backlog",
    "expire_messages",
    "delete_subscription",
    "unload",
    "split_bundle",
]


def record(session: Session, actor: str, verb: Verb, name: str, cluster: int, wish: Mapping[str, Any]) -> None:
    """What is about to be done to a topic or namespace (its full name) on this cluster, with what it was expected to
    do."""
    trail.record(session, actor, f"{ENTITY}.{verb}", name, after={"on": name, **wish}, cluster=cluster)


def record_failure(session: Session, actor: str, verb: Verb, name: str, cluster: int, code: str, message: str) -> None:
    """The cluster did not do it, or did not say so."""
    after = {"on": name, "operation": verb, "code": code, "message": message}
    trail.record(session, actor, f"{ENTITY}.fail", name, after=after, cluster=cluster)
