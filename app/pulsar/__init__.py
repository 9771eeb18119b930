"""Pulsar itself: its names and naming rules, its admin API, its client for one cluster.

It may use nothing else of ours. It must not know a database, or whose wish it carries out.
"""
