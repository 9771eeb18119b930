"""What a whole run costs on a log with the shape of real logs."""
