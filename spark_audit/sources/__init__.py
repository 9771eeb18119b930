"""What the jobs read: event files and the grants export."""
