"""A stock cluster with grants of its own, taken over step by step (docs/operators/migrate.md)."""
