"""DataFrame → DataFrame, in the order of a line's path: silver, coverage, gold, history, status, findings, reports.

They may use Spark's expressions, schemas, and what stands before them in that order. They must not know paths, run
actions, or call Python functions on rows.
"""
