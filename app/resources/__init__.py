"""Clusters, tenants, namespaces and topics, as rows, and the wishes that clusters have yet to fulfil.

It may use accounts, grants (whoever creates something owns it) and the trail. It must not call a cluster:
`provisioning` does, later, job by job.
"""
