"""Daily tables of the dates whose events changed, and the sums of the window made from these tables.

It may read silver and the history. It must not know the status of grants or findings.
"""
