"""What ought to be, compared with what is, and carried out: policy files, taking over a cluster, drift, removals.

It may use everything that the API uses, and must not change more than the user who wants it could change alone.
"""
