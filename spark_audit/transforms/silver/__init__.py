"""One row per event: its time put right, erased names replaced.

It may use the schemas of events. It must not know grants or days.
"""
