"""A load on the whole center, and the page in docs/ that tells what it did: `make load`."""
