"""Answers questions about rights: of a user, on a resource, after a proposed change, as of a revision, since when.

It may use the rights as they are read, and audit results. It only reads, and must not know brokers or HTTP.
"""
