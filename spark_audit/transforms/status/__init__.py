"""What the counters say about each grant: needed, unused, redundant, or not known yet.

It may use gold and coverage. It must not say what to do about it.
"""
