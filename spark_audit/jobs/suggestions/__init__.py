"""Suggestions to remove or narrow grants, and their back-tests.

It may read gold and the statuses, and passes plain Python values to `suggest`. It must not look beyond the date that it
judges (`past`): a back-test that knows the future proves nothing.
"""
