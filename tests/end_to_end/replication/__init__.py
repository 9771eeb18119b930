"""A tenant on two real clusters, which the center makes known to each other."""
