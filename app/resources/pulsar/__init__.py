"""Pulsar itself: its names and naming rules, and its admin API for one cluster.

It may use no other package of the service but `outgoing`. It must not know a database, or for whom it acts.
"""
