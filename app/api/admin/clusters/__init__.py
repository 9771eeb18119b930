"""Routes about clusters."""
