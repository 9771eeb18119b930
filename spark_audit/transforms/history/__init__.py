"""The log against the history: who held which grant when, and which grants covered each use by the center's rules.

It may use silver, gold's counters and the export. It must not know statuses or findings.
"""
