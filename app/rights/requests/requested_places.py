"""Finds the place for a resource's full name as a user wrote it."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.access.names import ResourceName, ResourceType
from app.access.naming_rules import resource_named
from app.grants import grants, places
from app.grants.places import Place
from app.platform.errors import InvalidInput
from app.resources.models import MODELS
from app.resources.resource_rows import named
from app.rights.requests.models import AccessRequest

_LONGEST = 512


def check_name(res_type: int, text: str) -> ResourceName:
    """The name in its canonical form; a partition is its topic. Raises InvalidInput `invalid_name`, `system_place`."""
    name = resource_named(ResourceType(res_type), text)
    if name.malformed or len(name.name) > _LONGEST:
        message = f"is not the full name of a {ResourceType(res_type).name.lower()}"
        raise InvalidInput(f"resource: {message}", code="invalid_name", field="resource", wrong=message)
    grants.refuse_system_place(Place((res_type, 0), name.name))
    return name


def find(session: Session, name: ResourceName) -> int | None:
    """The id of the resource of this name, or None."""
    found: int | None = session.scalars(select(MODELS[name.type].id).where(named(name))).one_or_none()
    return found


def place_of(session: Session, request: AccessRequest) -> Place | None:
    """The place of the request's resource; None when it did not exist or was deleted (even if the name is used
    again)."""
    if request.res_id is None:
        return None
    key = (request.res_type, request.res_id)
    return places.places_of(session, [key]).get(key)
