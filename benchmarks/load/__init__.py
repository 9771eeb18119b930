"""A load on the whole center, and the page in docs/ with its results: `make load`."""
