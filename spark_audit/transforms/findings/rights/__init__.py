"""Findings about grants: unused, too wide, woken after long sleep, used after a revocation; and the creep index.

It may use the statuses, totals and the rules. It must not know other findings.
"""
