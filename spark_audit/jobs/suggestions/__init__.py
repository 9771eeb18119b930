"""What could be taken away or narrowed, and how that would have gone.

It may read gold and the statuses, and hands plain Python values to `suggest`. It must not look behind the date that it
judges (`past`): a back-test that knows the future proves nothing.
"""
