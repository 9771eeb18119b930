"""DataFrame → DataFrame, in the order of a line's path: silver, coverage, gold, history, status, findings, reports.

They may use Spark's expressions, the schemas, and the packages earlier in that order. They must not know file paths,
run actions, or call Python functions on rows.
"""
