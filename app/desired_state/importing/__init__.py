"""Takes over a running cluster: what it holds becomes tenants, namespaces, topics, users and grants of the center.

`mapping` says what roles become, `plan` the difference, `proof` compares decisions before and after; all three are
pure. `running` reads the cluster and applies, in the worker. Nothing here changes anything on a cluster.
"""
