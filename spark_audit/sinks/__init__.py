"""What the jobs write: tables, files for the center, CSV and the report.

They may use tables, results and the texts of reports. They must not compute, nor decide what is true.
"""
