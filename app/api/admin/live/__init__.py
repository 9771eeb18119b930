"""Routes about what clusters know now: brokers, bundles, statistics, ledgers, subscriptions, and changes of these.

They may use `cluster_views`. They hold no transaction while they wait for a cluster, and must not show what a cluster
says about something that the caller may not see.
"""
