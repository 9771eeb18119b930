"""Findings about attempts that were denied: again and again, or very often at once.

It may use the denials per day and the rules. It must not know what is granted.
"""
