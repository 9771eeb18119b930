"""A person's name becomes a pseudonym in every table and every result.

It may read and write everything that a run left. It must not keep the name, nor the key of the pseudonyms.
"""
