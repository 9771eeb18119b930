"""Routes about resources."""
