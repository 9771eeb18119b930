"""Who has which rights now, read for a cluster, some users or some places; in folders: giving, inquiring, requesting.

The files here only read, with a number of statements that does not grow with the data. `granting` says who may give
what, `inquiry` who may do what and why, `requests` is asking for a right.
"""
