"""`usercenter doctor`: looks at a deployment from the operator's side, and says what is wrong and how to mend it.

`examination` runs the checks; each of the other modules holds those of one subject. They read only.
docs/operators/doctor.md has a line for each check.
"""
