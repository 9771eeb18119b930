"""DataFrame → DataFrame, in the order of a line's path: silver and coverage, gold, history, status, reports, findings.

They may use Spark's expressions, the schemas, `paths`, `reach`, and the packages earlier in that order; silver and
coverage do not know each other. They must not know file paths,
run actions, or call Python functions on rows.
"""
