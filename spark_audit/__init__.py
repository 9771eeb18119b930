"""Spark jobs that show what the granted rights were really used for.

They may use Spark and what a center exports. They must not import `app`.
"""
