"""The life of an account: created, registered, made administrator, recovered, deleted.

It may use accounts and their grants as rows, and records each change in the audit log. It must not know resources,
brokers or the caller: routes and the command line call it.
"""
