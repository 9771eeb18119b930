"""DataFrame → DataFrame: no paths, no actions, no Python functions on rows."""
