"""Where tenants lived as of an earlier revision."""

from collections.abc import Collection

from sqlalchemy.orm import Session

from app.audit.trail import history


def tenants_on(session: Session, cluster_id: int | None, revision: int, names: Collection[str] | None) -> set[str]:
    """Names of the tenants that lived on the cluster then; only those in `names`."""
    if cluster_id is None:
        return set()
    found = history.contents_of(session, revision, "tenant", names)
    return {tenant for tenant, content in found if str(cluster_id) in content["clusters"].split(",")}
