"""Clusters, tenants, namespaces and topics as rows, and the jobs that clusters have yet to do.

It may use accounts, grants (the creator of a resource owns it) and the audit log. It must not call a cluster:
`provisioning` does that later, job by job.
"""
