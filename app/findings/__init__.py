"""What audit runs found: loaded, read, erased, pruned.

It may use the trail. It must not know how a finding came about (that is `spark_audit`), nor what is done about it (that
is `remediation`).
"""
