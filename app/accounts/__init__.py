"""What happens to an account over its life: created, registered, made administrator, recovered, ended.

It may use accounts and their grants as rows, and records each change in the trail. It must not know resources, brokers
or who is calling: routes and the command line ask it.
"""
