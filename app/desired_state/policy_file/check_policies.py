"""Checks whether the policies of a file fit the tenant that they are set in."""

from collections.abc import Collection

from app.access.names import ResourceName, ResourceType
from app.desired_state.engine.state import Place
from app.desired_state.policy_file.comparison import Comparison
from app.desired_state.policy_file.document import TenantEntry
from app.resources import policies


def check(about: Comparison) -> None:
    """Adds to the problems of the comparison."""
    for resource in about.wanted.resources.values():
        existing = about.state.resources.get(resource.place)
        try:
            wish = resource.policies()
        except ValueError:  # reported already by `wanted`
            continue
        # What is wished already stays, also when a cluster has gone since.
        if wish and not (existing and existing.wish() == wish):
            tenant = ResourceName.of(*resource.place).tenant or ""
            try:
                policies.check_place(tenant, _clusters(about, (ResourceType.TENANT, tenant)), wish)
            except ValueError as error:
                about.problems.add(str(error), (*resource.path, "policies"), code="invalid_policies")


def _clusters(about: Comparison, tenant: Place) -> Collection[str]:
    """The tenant's clusters, by the file when it is new."""
    if existing := about.state.resources.get(tenant):
        return existing.clusters
    entry = about.wanted.resources[tenant].entry
    return (isinstance(entry, TenantEntry) and entry.clusters) or ()
