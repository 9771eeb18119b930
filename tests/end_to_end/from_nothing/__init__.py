"""docs/from-nothing.md, followed in an empty directory with an empty home."""
