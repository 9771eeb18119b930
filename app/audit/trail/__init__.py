"""The audit log and what belongs to it: the revision, the hash chain, the history of every row, the export.

It may use the database and nothing above it. It must not know what rows mean: the code that changes a row records the
change, in the same transaction.
"""
