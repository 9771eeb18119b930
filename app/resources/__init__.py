"""Clusters, tenants, namespaces and topics, as rows, and the jobs that make them real on their clusters.

It may use grants (whoever creates something owns it) and the trail. It must not call a cluster inside a transaction:
only provisioning talks to one.
"""
