"""What the window says of each grant, and what somebody should look at.

It may read gold and the history. It must not know suggestions or how anything is shown.
"""
