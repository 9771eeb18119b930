"""The log against the history: who held what when, and which grants covered each use by the center's own rules.

It may use silver, gold's counters and the export. It must not know statuses or findings.
"""
