"""Back-up and restore: every row of every table as one encrypted file that no database owns (decision 0095).

`making` writes it while the center serves, `verifying` reads it whole, `restoring` fills any database with it.
`file_format` is the file, `encryption` its outermost layer, `tables` how rows are read, `target` the database that is
filled, `database_in_use` whether a center uses it, `restore_loss` what a restore takes away.
"""
