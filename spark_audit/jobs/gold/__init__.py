"""Tables per date, for the dates whose events changed, and the sums of the window made from them.

It may read silver and the history. It must not know grants' statuses or findings.
"""
