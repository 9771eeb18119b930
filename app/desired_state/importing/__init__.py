"""Takes over a running cluster: what it holds becomes tenants, namespaces, topics, users and grants of the center.

`mapping_file` says what roles become, `targets` which users and roles that are, `plan` the difference, `proof` compares
decisions before and after; all are pure. `import_worker` reads the cluster and has the engine make the steps. Nothing
here changes anything on a cluster.
"""
