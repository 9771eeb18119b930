"""The results of audit runs: loading, reading, erasing, pruning.

It may use the audit log. It must not know how a finding was computed (that is `spark_audit`), nor what is done about it
(that is `remediation`).
"""
