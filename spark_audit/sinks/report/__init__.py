"""The report: one HTML file per language that needs nothing but itself."""
