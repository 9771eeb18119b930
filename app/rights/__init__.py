"""Reads the current rights from the tables into the form that decisions use: for a cluster, some users or some places.

It may use every table of rows. It only reads, with a number of statements that does not grow with the data, and makes
no decisions.
"""
