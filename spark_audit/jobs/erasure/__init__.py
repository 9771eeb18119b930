"""Replaces a person's name by a pseudonym in every table and every result.

It may read and write everything that runs have left. It must not keep the name or the key of the pseudonyms.
"""
