"""The cost of a whole run on a log shaped like real ones."""
