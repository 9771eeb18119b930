"""One authority of one role on one resource at one time is one grant: to extend it, change it."""

from collections.abc import Collection, Iterable
from itertools import product

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from app.access import grants, windows
from app.access.models import Grant
from app.errors import Conflict


class Held:
    """What roles have on places, for many grants: read at once, and kept true by who gives and takes back."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._found: dict[_Key, list[Grant]] = {}

    def read(self, places: Iterable[tuple[int, int]], roles: Collection[int]) -> None:
        """Everything that these roles have on these places."""
        by_type: dict[int, set[int]] = {}
        for res_type, res_id in places:
            by_type.setdefault(res_type, set()).add(res_id)
        for res_type, ids in by_type.items():
            self._found |= {(role, res_type, number): [] for role in roles for number in ids}
            for some_roles, some in product(_slices(roles), _slices(ids)):
                there = Grant.role_id.in_(some_roles), Grant.res_type == res_type, Grant.res_id.in_(some)
                for given in self._session.scalars(select(Grant).where(*there).order_by(Grant.id)):
                    self.gave(given)

    def of(self, wanted: Grant) -> list[Grant]:
        """What the role of a grant has on its place, by id."""
        key = _key(wanted)
        if key in self._found:
            return self._found[key]
        with self._session.no_autoflush:
            return list(self._session.scalars(_THERE, dict(zip(_WHERE, key, strict=True))))

    def number(self, some: Iterable[Grant]) -> None:
        """Refusals name them by their ids: what was put off is stored now."""
        if any(one.id is None for one in some):
            self._session.flush()

    def gave(self, given: Grant) -> None:
        """There is one more."""
        if (known := self._found.get(_key(given))) is not None:
            known.append(given)

    def took(self, given: Grant) -> None:
        """It is there no more."""
        if (known := self._found.get(_key(given))) is not None:
            known.remove(given)


_WHERE = ("role_id", "res_type", "res_id")
_THERE = select(Grant).where(*(getattr(Grant, one) == bindparam(one) for one in _WHERE)).order_by(Grant.id)
_Key = tuple[int, int, int]


def _key(given: Grant) -> _Key:
    return given.role_id, given.res_type, given.res_id


def _slices(ids: Collection[int], size: int = 500) -> list[list[int]]:
    ordered = sorted(ids)
    return [ordered[start : start + size] for start in range(0, len(ordered), size)]


def refuse(held: Held, wanted: Grant, now: int) -> None:
    """The same authority twice at the same time on the same resource is one grant to change, not two to keep.

    Raises Conflict `grant_exists` for the very same grant, `overlapping_window` otherwise; both name the other one.
    """
    others = [one for one in held.of(wanted) if wanted.id is None or one.id != wanted.id]
    held.number(others)
    for other in others:
        grants.refuse_same(wanted, other)
    for other in others:
        common = sorted(set(wanted.authority_ids()) & set(other.authority_ids()))
        if common and windows.overlap(windows.of(wanted, now), windows.of(other, now)):
            raise Conflict(
                f"Grant {other.id} gives the role {', '.join(map(str, common))} here in a part of that time: "
                "change its window, or leave out what it gives.",
                code="overlapping_window",
                grant_id=other.id,
                authorities=common,
                valid_from=other.valid_from,
                valid_until=other.valid_until,
            )
