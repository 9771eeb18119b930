"""Clusters, tenants, namespaces and topics as rows, and the jobs that clusters have yet to do.

The files here do not call a cluster: `provisioning` does that, job by job, `cluster_views` asks what is live, and
`pulsar` speaks Pulsar's admin API.
"""
