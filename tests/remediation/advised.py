"""Shorthand for tests of remediations: an estate, audit results about it, and passing days."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import update

from app.audit.findings.models import AuditRun
from app.desired_state.remediation import due_remediations
from app.grants import roles
from app.platform.clock import now_ms
from tests.factories import TENANT, a_grant
from tests.findings import published
from tests.findings.published import suggestion, used
from tests.requests.desk import ANY, Desk

PLANS = "/api/v1/remediations"
RESOURCE = "prod/acme/orders/created"


def day(days: float) -> str:
    """The date so many days from now."""
    return str(datetime.fromtimestamp(now_ms() / 1000 + days * 86_400, UTC).date())


@dataclass
class Advised:
    """The desk, walter's grants, and where runs are written. `unused` writes the tenant, `wide` reads it."""

    desk: Desk
    directory: Path
    role: int
    unused: int
    wide: int
    runs: int = 0

    @classmethod
    def of(cls, desk: Desk, directory: Path) -> "Advised":
        """Make the two grants of `desk.wanting`, and load a first run in which one topic was read."""
        center, who = desk.center, desk.wanting
        unused = center.make(a_grant, who, [102], TENANT, desk.tenant.id)
        wide = center.make(a_grant, who, [103], TENANT, desk.tenant.id)
        role = center.read(lambda session: roles.personal_role_of(session, who.id).id)
        made = cls(desk, directory, role, unused.id, wide.id)
        made.run(usage_daily=[used(wide.id)])
        return made

    def run(
        self, days: float = 0, loaded: float | None = None, about: dict[str, Any] | None = None, **kinds: Any
    ) -> dict[str, Any]:
        """Load the next run. Its window ends with the day `days` from now. It was made and loaded on that day, or
        loaded `loaded` days from now.

        The suggestions stay the same.
        """
        self.runs += 1
        results = {"generated": now_ms() + int(days * published.DAY), "until": day(days), **(about or {})}
        rows = {"suggestions": self.suggestions(), "grant_status": self.statuses()} | kinds
        made = published.load(self.desk.center, self.directory, f"run-{self.runs}", about=results, **rows)
        then = now_ms() + int((days if loaded is None else loaded) * published.DAY)
        with self.desk.center.database.writing() as session:
            session.execute(update(AuditRun).where(AuditRun.run == f"run-{self.runs}").values(add_time=then))
        return made

    def suggestions(self) -> list[dict[str, Any]]:
        """Two suggestions: remove the unused grant; narrow read to the one topic."""
        narrower = {"role": self.role, "cluster": "prod", "type": 4, "res": RESOURCE, "authorities": [303]}
        return [
            suggestion("s-unused", "remove_unused", self.role, [self.unused]),
            suggestion("s-narrow", "narrow", self.role, [self.wide], adds=[narrower]),
        ]

    def statuses(self) -> list[dict[str, Any]]:
        """The statuses of both grants."""
        return [published.status(self.unused, "unused"), published.status(self.wide, "essential")]

    def try_to_plan(self, client: httpx.Client, *keys: str, **values: Any) -> httpx.Response:
        """Plan to follow these suggestions."""
        body = {"suggestions": list(keys), "reason": "quarterly review"} | values
        return client.post(PLANS, json=body)

    def plan(self, client: httpx.Client, *keys: str, **values: Any) -> dict[str, Any]:
        """Plan, which must succeed; returns the plan."""
        answer = self.try_to_plan(client, *keys, **values)
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def step(self, client: httpx.Client, plan: dict[str, Any], what: str, comment: str | None = None) -> httpx.Response:
        """Confirm, cancel or roll back."""
        body = None if comment is None else {"comment": comment}
        return client.post(f"{PLANS}/{plan['id']}/{what}", json=body, headers=ANY)

    def read(self, client: httpx.Client, plan: dict[str, Any]) -> dict[str, Any]:
        """The current state of the plan."""
        return dict(client.get(f"{PLANS}/{plan['id']}").json())

    def pass_days(self, days: float) -> None:
        """Let days pass, and the worker run."""
        center = self.desk.center
        due_remediations.run(center.database, center.app.state.settings, now_ms() + int(days * published.DAY))

    def notices(self, client: httpx.Client) -> list[str]:
        """Kinds of a person's notices, oldest first."""
        return [notice["kind"] for notice in client.get("/api/v1/notices").json()["items"]]
