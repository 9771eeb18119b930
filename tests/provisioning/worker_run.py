"""One run of the worker over all that can be done now."""

from concurrent.futures import ThreadPoolExecutor

from app.resources.provisioning.provisioner import Provisioner

_CLUSTERS_AT_ONCE = 8


def run_due(provisioner: Provisioner) -> int:
    """Do all due jobs, clusters in parallel. Returns the number of jobs tried."""
    provisioner.extend_deletions()
    due = provisioner.clusters_due()
    if not due:
        return 0
    with ThreadPoolExecutor(min(len(due), _CLUSTERS_AT_ONCE), thread_name_prefix="provisioning") as pool:
        return sum(pool.map(provisioner.run_cluster, due))
