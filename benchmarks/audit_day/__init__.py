"""One more day of events loaded into an audit of 400 days, compared with the same day loaded into an empty one."""
