"""A business for tests of granting: acme/orders/created, its owner, two others, and a sub-account of each."""

from __future__ import annotations

from typing import Any

import httpx
from sqlalchemy import text
from sqlalchemy.orm import Session

from app.grants import grants, roles
from app.identity import users
from app.identity.accounts import lifecycle
from app.platform.clock import now_ms
from app.platform.database import Base
from tests.center import Center
from tests.factories import ACTOR, TENANT, TOPIC, Person, a_grant, a_namespace, a_tenant, a_topic, a_user

GRANTS = "/api/v1/grants"
ANY = {"If-Match": "*"}
HOUR = 3_600_000


class Business:
    """`owner` holds every authority on acme, without end; nobody else holds anything."""

    def __init__(self, center: Center) -> None:
        self.center = center
        self.tenant = center.make(a_tenant, "acme")
        self.namespace = center.make(a_namespace, self.tenant, "orders")
        self.topic = center.make(a_topic, self.namespace, "created")
        self.owner, self.partner, self.third = (center.make(a_user, n) for n in ("owner", "partner", "third"))
        self.app = center.make(a_user, "owner-app", parent=self.owner)
        self.partner_app = center.make(a_user, "partner-app", parent=self.partner)
        center.make(a_grant, self.owner, grants.grantable_on(TENANT), TENANT, self.tenant.id)
        self.now = now_ms()

    def give(self, by: Person, to: Person | None, authorities: list[int], **values: Any) -> httpx.Response:
        """POST /grants, by default on the topic."""
        body = {"res_type": TOPIC, "res_id": self.topic.id, "authorities": authorities, **values}
        if to is not None:
            body["user_id"] = to.id
        return self.center.with_token(by).post(GRANTS, json=body)

    def grant(self, by: Person, to: Person, authorities: list[int], **values: Any) -> int:
        """Grant, which must succeed; returns the grant's id."""
        answer = self.give(by, to, authorities, **values)
        assert answer.status_code == 201, answer.text
        return int(answer.json()["id"])

    def change(self, by: Person, grant_id: int, **values: Any) -> httpx.Response:
        """PATCH /grants/…"""
        return self.center.with_token(by).patch(f"{GRANTS}/{grant_id}", json=values, headers=ANY)

    def take_back(self, by: Person, grant_id: int) -> httpx.Response:
        """DELETE /grants/…"""
        return self.center.with_token(by).delete(f"{GRANTS}/{grant_id}", headers=ANY)

    def set_status(self, person: Person, status: str) -> None:
        """Set the status, as the administrator."""
        self.center.make(lambda s: lifecycle.change(s, ACTOR, users.find(s, person.id), status=status))

    def remove(self, person: Person) -> None:
        """Delete the user."""
        self.center.make(lambda s: lifecycle.remove(s, ACTOR, users.find(s, person.id)))

    def role_of(self, person: Person) -> int:
        """The id of the personal role."""
        return self.center.read(lambda s: roles.personal_role_of(s, person.id).id)

    def rows(self) -> dict[str, list[Any]]:
        """Every row of every table: what a refused request must not change."""
        return self.center.read(_all_rows)


def _all_rows(session: Session) -> dict[str, list[Any]]:
    names = sorted(Base.metadata.tables)
    quote = session.get_bind().dialect.identifier_preparer.quote
    return {name: sorted(map(repr, session.execute(text(f"SELECT * FROM {quote(name)}")))) for name in names}


def refusal(business: Business, answer: httpx.Response, before: dict[str, list[Any]]) -> tuple[int, str]:
    """Status and code of a refusal that left everything as it was."""
    assert answer.headers["content-type"] == "application/problem+json"
    assert business.rows() == before, "a refused request changed something"
    return answer.status_code, answer.json()["code"]
