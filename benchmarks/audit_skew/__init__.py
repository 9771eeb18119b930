"""What extreme numbers cost a run: members of one role, small grants of many tenants."""
