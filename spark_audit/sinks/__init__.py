"""The files that a run leaves for people and programs: reports, CSV, OCSF, the summary.

They may use rows, results and the texts of reports. They must not compute, or decide what is true.
"""
