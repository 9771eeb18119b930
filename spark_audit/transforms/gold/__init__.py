"""Counters per day and of the window: use, activity, denials, probes, what would have allowed a denial.

It may use silver and the paths of resources. It must not compare the log with the history.
"""
