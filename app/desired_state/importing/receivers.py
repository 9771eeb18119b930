"""Who the native roles of a cluster are at the center: what the mapping says of the import that was applied last.

Its mapping stays in force after the import, as native permissions stay on the cluster under the old names.
"""

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.desired_state.engine.state import Receiver
from app.desired_state.importing import mapping
from app.desired_state.importing.mapping import Mapping
from app.desired_state.importing.models import IN_FORCE, Import


def mapping_of(session: Session, cluster_id: int) -> Mapping:
    """The mapping of the newest import that was applied, wholly or in part, and not undone; without one every role
    keeps its name."""
    applied = select(Import.mapping).where(Import.cluster == cluster_id, IN_FORCE)
    text = session.scalar(applied.order_by(Import.id.desc()).limit(1))
    return mapping.empty() if text is None else mapping.read(text.encode())


def receiver_of(role: str, applied: Mapping) -> Receiver | None:
    """The user or shared role that the native role became; None when it was left out."""
    target = applied.target(role)
    if target.to == "nothing":
        return None
    return ("role" if target.to == "shared-role" else "user", target.name)


def user_of(role: str, applied: Mapping) -> str | None:
    """The name of the user that the native role became; None when it became no user."""
    found = receiver_of(role, applied)
    return found[1] if found is not None and found[0] == "user" else None
