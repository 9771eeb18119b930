"""A role has each authority on a resource at most once at a time with the same limits: to extend a grant, change it."""

from collections.abc import Collection, Iterable
from itertools import product

from sqlalchemy import bindparam, or_, select
from sqlalchemy.orm import Session

from app.access import windows
from app.grants import grants
from app.grants.models import Grant
from app.grants.places import ids_by_type
from app.platform.database import slices
from app.platform.errors import Conflict

MOST_THERE = 50
"""Grants of one role on one place that have not ended. Each new grant is compared with all of them, and a decision
looks at each moment at which one begins or ends."""


class CurrentHoldings:
    """Grants of roles on places that have not ended, read at once for many changes. The caller tells it of each
    change."""

    def __init__(self, session: Session, now: int) -> None:
        self._session, self._now = session, now
        self._found: dict[_Key, list[Grant]] = {}

    def read(self, places: Iterable[tuple[int, int]], roles: Collection[int]) -> None:
        """Read all that these roles have on these places."""
        for res_type, ids in ids_by_type(places).items():
            self._found |= {(role, res_type, res_id): [] for role in roles for res_id in ids}
            for some_roles, some_ids in product(slices(roles), slices(ids)):
                on_places = Grant.role_id.in_(some_roles), Grant.res_type == res_type, Grant.res_id.in_(some_ids)
                left = or_(Grant.valid_until.is_(None), Grant.valid_until > self._now)
                for grant in self._session.scalars(select(Grant).where(*on_places, left).order_by(Grant.id)):
                    self.note_given(grant)

    def of(self, grant: Grant) -> list[Grant]:
        """The grants of the same role on the same place, by id."""
        key = _key(grant)
        if key in self._found:
            return self._found[key]
        with self._session.no_autoflush:
            return list(self._session.scalars(_THERE, {**dict(zip(_WHERE, key, strict=True)), "now": self._now}))

    def number(self, listed: Iterable[Grant]) -> None:
        """Flush if one of these grants has no id yet: refusals name grants by their ids."""
        if any(grant.id is None for grant in listed):
            self._session.flush()

    def note_given(self, grant: Grant) -> None:
        """Tell that this grant was added."""
        if (known := self._found.get(_key(grant))) is not None:
            known.append(grant)

    def note_revoked(self, grant: Grant) -> None:
        """Tell that this grant was revoked."""
        if grant in (known := self._found.get(_key(grant), [])):
            known.remove(grant)


_WHERE = ("role_id", "res_type", "res_id")
_LEFT = or_(Grant.valid_until.is_(None), Grant.valid_until > bindparam("now"))
_THERE = select(Grant).where(*(getattr(Grant, name) == bindparam(name) for name in _WHERE), _LEFT).order_by(Grant.id)
_Key = tuple[int, int, int]


def _key(grant: Grant) -> _Key:
    return grant.role_id, grant.res_type, grant.res_id


def refuse(current_grants: CurrentHoldings, new_grant: Grant, now: int) -> None:
    """Refuse a grant that repeats an authority of the role on the place within its window.

    Raises Conflict `grant_exists` when another grant is the same, `overlapping_window` when it has an authority in
    common at some time (both name it), `too_many_windows` when the role has `MOST_THERE` grants there.
    """
    others = [grant for grant in current_grants.of(new_grant) if new_grant.id is None or grant.id != new_grant.id]
    current_grants.number(others)
    for other in others:
        grants.refuse_same(new_grant, other)
    for other in others:
        common = sorted(set(new_grant.authority_ids()) & set(other.authority_ids()))
        alike = new_grant.written_limits == other.written_limits
        if common and alike and windows.overlap(windows.window_of(new_grant, now), windows.window_of(other, now)):
            raise Conflict(
                f"Grant {other.id} gives the role {', '.join(map(str, common))} here in a part of that time: "
                "change its window, or leave out what it gives.",
                code="overlapping_window",
                grant_id=other.id,
                authorities=common,
                valid_from=other.valid_from,
                valid_until=other.valid_until,
            )
    if new_grant.id is None and len(others) >= MOST_THERE:
        raise Conflict(
            f"The role has {MOST_THERE} grants here that are not over: change one of them, or take some back.",
            code="too_many_windows",
            most=MOST_THERE,
        )
