"""Routes about tokens."""
