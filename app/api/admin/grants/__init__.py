"""Routes about grants."""
