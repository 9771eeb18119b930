"""What a run leaves behind: lines for the center, reports, CSV, OCSF, and the pointer to the newest result.

It may read what the stages before it left, and use the sinks. It must not judge anything anew.
"""
