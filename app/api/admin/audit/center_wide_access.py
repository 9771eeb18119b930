"""Results about the whole center are for its administrators, and for those who audit every cluster."""

from app.access.names import ResourceType
from app.api.authority import allowed
from app.api.callers import Caller
from app.platform.errors import NotAllowed


def refuse_part_reader(caller: Caller) -> None:
    """Raises NotAllowed unless the caller may read everything."""
    if caller.is_administrator:
        return
    if not allowed(caller.session, caller, "center:AUDIT_CLUSTER", int(ResourceType.ROOT), 0).allowed:
        raise NotAllowed("This is for administrators of the center and for who audits everything.", reason="NO_GRANT")
