"""Refuses query parameters that the route does not have: a filter with a wrong name would list, or change, everything.

Not outside of /api/v1. RFC 6749 (3.1, 3.2) and its relatives demand that unknown parameters are ignored, and a broker's
plugin may be of a newer version than the center (docs/broker-protocol.md).
"""

from fastapi import Request
from fastapi.dependencies.utils import get_flat_params, get_parameterless_sub_dependant
from fastapi.params import Query
from fastapi.routing import APIRoute

from app.platform import spelling
from app.platform.errors import InvalidInput

STRICT = "/api/v1/"
_SHOWN = 10
_KNOWN: dict[tuple[str, str], frozenset[str]] = {}
"""By name and path of the route."""


async def refuse_unknown(request: Request) -> None:
    """Dependency of every route. Raises InvalidInput `unknown_parameter`, with the names that the route has."""
    if not request.scope["query_string"] or not request.scope["path"].startswith(STRICT):
        return
    known = _known_names(request.scope["route"])
    if strange := sorted(request.query_params.keys() - known):
        wrong = [
            {"field": parameter[:256], "message": spelling.unknown(parameter, known)} for parameter in strange[:_SHOWN]
        ]
        detail = f"{wrong[0]['field']}: {wrong[0]['message']}"
        raise InvalidInput(detail, code="unknown_parameter", errors=wrong, known=sorted(known))
    names = [parameter for parameter, _ in request.query_params.multi_items()]
    if twice := next((parameter for parameter in names if names.count(parameter) > 1), None):
        raise InvalidInput("is given several times, and one value would count.", field=twice)


def _known_names(route: APIRoute) -> frozenset[str]:
    """Computed at the route's first request with a query, not at the start."""
    key = route.name, route.path_format
    if key not in _KNOWN:
        late = [
            get_parameterless_sub_dependant(depends=dependency, path=route.path_format)
            for dependency in route.dependencies
        ]
        fields = [field for dependant in (route.dependant, *late) for field in get_flat_params(dependant)]
        _KNOWN[key] = frozenset(field.alias for field in fields if isinstance(field.field_info, Query))
    return _KNOWN[key]
