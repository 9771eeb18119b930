"""The status of each grant in the window, and the findings.

It may read gold and the history. It must not know suggestions or how anything is shown.
"""
