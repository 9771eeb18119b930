"""A finding about a grant names its role to readers of the grant."""

from pathlib import Path

import httpx

from app.access.names import ResourceType
from app.cli.audit import FINDINGS
from app.cli.output import as_table
from tests.center import Center
from tests.factories import TENANT, a_cluster, a_grant, a_tenant, a_user, an_administrator
from tests.findings.published import finding, load


def _role_names(client: httpx.Client) -> dict[str, str | None]:
    return {finding["id"]: finding["role_name"] for finding in client.get("/api/v1/audit/findings").json()["items"]}


def test_only_readers_of_its_grants_see_the_name_of_a_role(center: Center, tmp_path: Path) -> None:
    """A finding may be of a tenant although the grant stands above it, where the tenant's owner does not look."""
    root, owner = center.with_token(center.make(an_administrator)), center.make(a_user, "olga")
    tenant, cluster = center.make(a_tenant, "acme"), center.make(a_cluster, "prod")
    center.make(a_grant, owner, [104], TENANT, tenant.id)
    inside = center.make(a_grant, center.make(a_user, "walter"), [103], TENANT, tenant.id)
    above = center.make(a_grant, center.make(a_user, "platform"), [3], ResourceType.CLUSTER, cluster.id)
    load(
        center, tmp_path,
        findings=[
            finding("f1", grant=inside.id, role=inside.role_id), finding("f2", grant=above.id),
            finding("f3", "creep", role=inside.role_id, subject_type="role"),
            finding("f4", "creep", role=above.role_id, subject_type="role"),
            finding("f5", grant=4711), finding("f6", "creep", subject_type="tenant"),
        ],
    )  # fmt: skip
    everything = {"f1": "walter", "f2": "platform", "f3": "walter", "f4": "platform", "f5": None, "f6": None}
    assert _role_names(root) == everything
    assert _role_names(center.with_token(owner)) == everything | {"f2": None, "f4": None}
    assert root.get("/api/v1/audit/findings/f1").json()["role_name"] == "walter"


def test_the_terminal_shows_who_and_where() -> None:
    """Not the grant's number alone; of several resources the first and how many others."""
    about = {"role_name": "analytics", "user": "ana", "resource": "prod/acme/a"}
    table = as_table([finding("f1", subject="7", numbers={"resources": 3.0}) | about], FINDINGS)
    assert all(text in table for text in ("grant 7", "analytics, ana", "prod/acme/a (+2)"))
    alone = as_table([finding("f1", numbers=None) | about | {"role_name": None}], FINDINGS)
    assert "prod/acme/a" in alone
    assert "(+" not in alone
