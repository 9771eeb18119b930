"""What a running cluster knows, read while somebody looks: brokers, bundles, statistics, subscriptions.

It may use provisioning, resources and tokens. Nothing that it reads is stored. It must not know who asks, nor hold a
transaction while it waits for a cluster. Decision 0092.
"""
