"""The status of each grant: essential, redundant, used, unused, unknown, or used but no longer granted.

It may use gold and coverage. It must not say what to do about a grant.
"""
