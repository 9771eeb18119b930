"""Signing in with the account of the company: its OpenID providers, links to accounts, roles by group (decision 0086).

`attempts` begins, `arriving` ends; between them nothing is believed.
"""
