"""Checks whether the policies of a file fit the tenant that they are set in."""

from __future__ import annotations

from collections.abc import Collection

from app.policy.comparison import Comparison
from app.policy.document import TenantEntry
from app.policy.problems import FileProblem
from app.policy.words import Place
from app.pulsar.names import ResourceName, ResourceType
from app.resources import policies


def check(about: Comparison) -> None:
    """Adds to the problems of the comparison."""
    for one in about.wanted.resources.values():
        there = about.state.resources.get(one.place)
        try:
            wish = one.policies()
        except ValueError:  # told already (`wanted`)
            continue
        # What is wished already stays, also when a cluster has gone since.
        if wish and not (there and there.wish() == wish):
            tenant = ResourceName.of(*one.place).tenant or ""
            try:
                policies.check_place(tenant, _clusters(about, (ResourceType.TENANT, tenant)), wish)
            except ValueError as error:
                about.problems.add(FileProblem(str(error), (*one.path, "policies"), code="invalid_policies"))


def _clusters(about: Comparison, tenant: Place) -> Collection[str]:
    """The tenant's clusters, by the file when it is new."""
    if there := about.state.resources.get(tenant):
        return there.clusters
    entry = about.wanted.resources[tenant].entry
    return (isinstance(entry, TenantEntry) and entry.clusters) or ()
