"""Pulsar itself: the admin API of one cluster, and the policies of namespaces and topics.

It may use Pulsar's names (`access`) and the platform. It must not know a database, or for whom it acts.
"""
