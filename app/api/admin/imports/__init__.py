"""Routes about imports."""
