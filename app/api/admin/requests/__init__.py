"""Routes about requests."""
