"""How much there is in the center."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.names import ResourceType
from app.grants import roles
from app.grants.models import Grant, Role
from app.identity.models import ServiceGroup, User
from app.platform.database import row_count
from app.resources.models import MODELS

_COUNTED: dict[str, Any] = {
    "users": User,
    "groups": ServiceGroup,
    **{f"{kind.name.lower()}s": MODELS[kind] for kind in ResourceType if kind},
    "grants": Grant,
}


def of_everything(session: Session) -> dict[str, int]:
    """Kind of thing → how many there are; of roles the shared ones. One query for each."""
    counts = {kind: row_count(session, select(model), model.id) for kind, model in _COUNTED.items()}
    return {**counts, "roles": row_count(session, roles.listed(personal=False), Role.id)}
