"""Writes the results of a run: lines for the center, reports, CSV, OCSF, and the pointer to the newest results.

It may read what earlier stages wrote, and use the sinks. It must not judge anything itself.
"""
