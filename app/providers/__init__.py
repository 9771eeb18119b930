"""Signing in with the account of the company: its OpenID providers, links to accounts, roles by group (decision 0086).

`attempts` sends people to a provider and takes them back; what comes back is believed only after
`id_token_verification`.
"""
