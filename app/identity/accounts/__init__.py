"""The life of an account: created, registered, made administrator, recovered, deleted.

It may use accounts and their grants as rows, and records each change in the audit log. It must not know resources,
brokers or the caller: routes, the command line, policies, requests and the rules of giving call it.
"""
