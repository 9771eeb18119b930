"""What happened: the revision, the hash chain, the history of every row, its export.

It may use the database and nothing of ours above it. It must not know what rows mean: whoever changes one records it,
in the same transaction.
"""
