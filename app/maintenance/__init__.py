"""What people do to a center beside running it: back it up, restore it, examine it (`usercenter doctor`)."""
