"""Routes about messages."""
