"""Routes about users."""
