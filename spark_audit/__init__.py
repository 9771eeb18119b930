"""Spark jobs that show what the granted rights were really used for. They do not import `app`."""
