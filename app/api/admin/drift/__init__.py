"""Routes about drift."""
