"""Routes about identity providers."""
