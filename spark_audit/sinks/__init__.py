"""What the jobs write: tables, files for the center, CSV and the report."""
