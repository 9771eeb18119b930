"""What very many of something costs a run: members of one role, small grants of many tenants."""
