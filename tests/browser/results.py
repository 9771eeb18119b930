"""Results of the audit, loaded through the API as the command line does it."""

from dataclasses import dataclass
from typing import Any

from app.cli import audit_upload
from tests.browser import api
from tests.findings import published
from tests.findings.published import backtest, creeping, denial, finding, status, suggestion, used

PATH = "/api/v1/audit/runs"


@dataclass(frozen=True)
class ByBrowser:
    """A target of `loading.load` with the browser tests' client."""

    center: api.Center

    def begin(self, about: dict[str, Any]) -> dict[str, Any]:
        """Begin."""
        return self.center.post("audit/runs", **about)

    def send(self, run: str, kind: str, number: int, content: bytes) -> None:
        """One part."""
        headers = {"Content-Type": "application/x-ndjson"}
        answer = self.center.client.put(f"{PATH}/{run}/parts/{kind}/{number}", content=content, headers=headers)
        assert answer.is_success, answer.text

    def complete(self, run: str, counts: dict[Any, int]) -> dict[str, Any]:
        """Show it."""
        return self.center.post(f"audit/runs/{run}/complete", lines=counts)


@dataclass(frozen=True)
class Estate:
    """walter holds read on the whole tenant, but uses little of it, and write, which he does not use."""

    tenant: str
    topic: dict[str, Any]
    unused: dict[str, Any]
    wide: dict[str, Any]

    @property
    def role(self) -> int:
        """walter's own role."""
        number: int = self.unused["role_id"]
        return number


def an_estate(center: api.Center, tenant: str) -> Estate:
    """A tenant whose user holds more than it needs."""
    topic = center.topic(tenant)
    user = center.post("users", username=f"{tenant}-walter", kind="service")
    place = {"user_id": user["id"], "res_type": 2, "res_id": topic["tenant_id"]}
    unused, wide = (center.post("grants", **place, authorities=[number]) for number in (102, 103))
    return Estate(tenant, topic, unused, wide)


def load(center: api.Center, estate: Estate, directory: Any, run: str) -> None:
    """Load what the audit found about the estate."""
    name, path = f"{estate.tenant}-walter", f"standalone/{estate.tenant}/orders/created"
    evidence = [{"date": published.LAST, "user": name, "ip": "10.0.0.9", "action": 2, "resource": path, "n": 5}]
    about: dict[str, Any] = {"tenant": estate.tenant, "subject": f"{name} on {estate.tenant}", "evidence": evidence}
    narrower = {"role": estate.role, "cluster": "standalone", "type": 4, "res": path, "authorities": [303]}
    place = {"role_name": name, "tenant": estate.tenant, "cluster": "standalone"}
    published.write(
        directory,
        run,
        usage_daily=[used(estate.wide["id"], name, path)],
        grant_status=[status(estate.unused["id"], "unused"), status(estate.wide["id"])],
        findings=[
            finding("f1", severity=3, grant=estate.unused["id"], numbers={"seconds_after": 1_323_928.1}, **about),
            finding("f2", "wide_grant", severity=2, grant=estate.wide["id"], **about),
            finding("f3", "new_address", severity=4, user=name, **about),
        ],
        suggestions=[
            suggestion(f"{run}-unused", "remove_unused", estate.role, [estate.unused["id"]], **place),
            suggestion(f"{run}-narrow", "narrow", estate.role, [estate.wide["id"]], adds=[narrower], **place),
        ],
        creep=[
            creeping("tenant", estate.tenant, 71.5, estate.tenant),
            creeping("role", str(estate.role), 40.0, estate.tenant),
        ],
        denials=[
            denial(name, 7) | {"cluster": "standalone", "resource": path, "ip": "10.0.0.9", "last": published.END}
        ],
        backtest=[backtest(f"{run}-narrow", days, denied) for days, denied in ((30, 0), (60, 1), (90, 3), (180, 2))],
    )
    audit_upload.load(ByBrowser(center), directory)
