"""Findings about grants: unused, too wide, sleeping, used after a revocation, the creep index.

It may use the statuses, totals and the rules. It must not know other findings.
"""
