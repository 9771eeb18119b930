"""Findings: what somebody should look at, by the gold tables. Each kind is defined in docs/audit-findings.md.

They may use the gold tables, statuses and the rules. Only `lifecycle` may know what earlier windows found. They must
not say what to do about a finding.
"""
