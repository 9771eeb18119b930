"""What a new API token may be narrowed to. What a scope means: `app.access.token_scope`."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from app.access import token_scope
from app.access.limits import Limits
from app.access.names import ResourceType
from app.access.naming_rules import resource_named, written
from app.access.token_scope import ScopePart, TokenScope
from app.grants import grant_limits, grants, places
from app.platform.errors import InvalidInput

MOST = 20
"""Entries in one token."""
MOST_BYTES = 3_000
"""Of the claim: a token goes into one HTTP header, and servers take 8 kB of headers."""


@dataclass(frozen=True)
class WantedPart:
    """Authorities on one place by its name, on these clusters (None: on all)."""

    res_type: int
    name: str
    authorities: Sequence[int]
    clusters: Collection[str] | None = None
    limits: Limits | None = None


def checked(session: Session, parts: Sequence[WantedPart]) -> TokenScope:
    """The scope in its canonical form. It may name rights that the user lacks: it gives none.

    Raises InvalidInput `invalid_scope`, and what a grant of the same would raise for its authorities and limits.
    """
    if not 0 < len(parts) <= MOST:
        raise _invalid(f"name 1 to {MOST} places")
    cluster_names = frozenset(places.cluster_names(session).values())
    scope = TokenScope(tuple(_part(part, cluster_names) for part in parts))
    if len(json.dumps(scope.to_json())) > MOST_BYTES:
        raise _invalid("it is too long for a token; name fewer places, or a place above them")
    return scope


def stored(scope: TokenScope | None) -> str | None:
    """The text that `ApiToken.scope` stores."""
    return None if scope is None else json.dumps(scope.to_json(), ensure_ascii=False)


def read(text: str | None) -> TokenScope | None:
    """The scope in such a text."""
    return None if text is None else token_scope.read(json.loads(text))


def _part(part: WantedPart, known_names: frozenset[str]) -> ScopePart:
    kind = ResourceType(part.res_type)
    name = resource_named(kind, part.name)
    if name.malformed or name.name != written(kind, part.name):
        raise _invalid(f"{part.name[: grant_limits.SHOWN]!r} is not the full name of a {kind.name.lower()}")
    if part.clusters is not None and (missing := sorted(set(part.clusters) - known_names)):
        raise _invalid(f"there is no cluster {missing[0][: grant_limits.SHOWN]!r}")
    if part.limits is not None and part.limits.networks is not None:
        raise _invalid("networks limit the whole token: give them beside the scope")
    authorities = tuple(grants.grantable(part.authorities, part.res_type))
    limits = grant_limits.checked(part.limits, authorities, part.res_type)
    clusters = None if part.clusters is None else tuple(sorted(set(part.clusters)))
    return ScopePart(part.res_type, name.name, authorities, clusters, limits)


def _invalid(message: str) -> InvalidInput:
    return InvalidInput(f"scope: {message}.", code="invalid_scope", errors=[{"field": "scope", "message": message}])
