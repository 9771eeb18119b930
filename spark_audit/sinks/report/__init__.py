"""The report: one self-contained HTML file per language.

It may use rows of the published tables. It must not compute them, and its pages must not load anything.
"""
