"""The report: one self-contained HTML file per language."""
