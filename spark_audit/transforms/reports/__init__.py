"""Rows for people: findings and suggestions with names, pictures as numbers.

It may use every table of the window. It must not decide what is shown: `sinks.report` does.
"""
