"""Filters for lists of grants: receiver, giver, authority, in force or not."""

from collections.abc import Callable
from typing import Annotated, Literal

from fastapi import Depends, Query
from pydantic import StringConstraints
from sqlalchemy import ColumnElement

from app.api.callers import Caller
from app.api.paging import FilterId
from app.grants import held_places, roles
from app.grants.models import Grant
from app.platform.clock import now_ms

Whose = Annotated[str, StringConstraints(pattern=r"^(me|[1-9][0-9]{0,17})$")]
State = Literal["in_force", "expired", "future"]
_STATES: dict[State, Callable[[int], ColumnElement[bool]]] = {
    "in_force": held_places.in_force,
    "expired": lambda now: Grant.valid_until <= now,
    "future": lambda now: Grant.valid_from > now,
}


class GrantFilter:
    """The filter parameters of the list."""

    def __init__(
        self,
        role_id: FilterId = None,
        user_id: FilterId = None,
        given_by: Annotated[Whose | None, Query(description="Who gave it: `me` or a user's id.")] = None,
        given_to: Annotated[Whose | None, Query(description="Who has it in a role: `me` or a user's id.")] = None,
        authority: Annotated[int | None, Query(ge=0, le=999, description="Only those with this authority.")] = None,
        state: Annotated[State | None, Query(description="Whether the window has begun, and is not over.")] = None,
        ends_before: Annotated[int | None, Query(ge=0, le=2**53, description="Only those that end; epoch ms.")] = None,
    ) -> None:
        self._role_id, self._user_id, self._authority = role_id, user_id, authority
        self._given_by, self._given_to = given_by, given_to
        self._state, self._ends_before = state, ends_before

    def of(self, caller: Caller) -> list[ColumnElement[bool]]:
        """The conditions on grants."""
        given_by, given_to = (_id(caller, whose) for whose in (self._given_by, self._given_to))
        filters: list[tuple[object, Callable[[], ColumnElement[bool]]]] = [
            (self._role_id, lambda: Grant.role_id == self._role_id),
            (self._user_id, lambda: Grant.role_id.in_(roles.ids_of(self._user_id))),
            (given_by, lambda: Grant.granted_by_id == given_by),
            (given_to, lambda: Grant.role_id.in_(roles.ids_of(given_to))),
            (self._authority, lambda: ("," + Grant.authorities + ",").like(f"%,{self._authority},%")),
            (self._state, lambda: _STATES[self._state or "in_force"](now_ms())),
            (self._ends_before, lambda: Grant.valid_until < self._ends_before),
        ]
        return [condition() for value, condition in filters if value is not None]


Which = Annotated[GrantFilter, Depends(GrantFilter)]


def _id(caller: Caller, whose: str | None) -> int | None:
    return caller.user_id if whose == "me" else None if whose is None else int(whose)
