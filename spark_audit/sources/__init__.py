"""What the jobs read: event files and the grants export.

They may use schemas, and answer rows with their faults and line numbers. They must not know what lines are used for.
"""
