"""Who may give what to whom, and take it back: the rules of delegation.

It may use rows of grants, accounts and resources, rights as they are read, and the decision. It must not know HTTP or
brokers. Routes, policies, requests and pulsar-admin make grants through `grant_changes`; only an administrator's policy
may restore a grant of a sub-account that its main account has lost.
"""
