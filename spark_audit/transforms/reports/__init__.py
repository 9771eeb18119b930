"""Rows for the reports: findings and suggestions with names, and the numbers behind the pictures.

It may use every table of the window. It must not decide what is shown: `sinks.report` does.
"""
