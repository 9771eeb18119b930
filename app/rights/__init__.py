"""The rights that stand, read from the tables as the decision takes them: a cluster's, some people's, at some places.

It may use every table of rows. It reads only, with a number of statements that does not grow with what is there, and
must not judge anybody.
"""
