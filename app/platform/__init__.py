"""What any service needs: settings, database, clocks, errors, logs and traces, encryption, calls to other hosts.

It must not know what this service is for, and uses no other room.
"""
