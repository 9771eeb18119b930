"""One row per event, with wrong clocks flagged and erased names replaced.

It may use the schemas of events. It must not know grants or days.
"""
