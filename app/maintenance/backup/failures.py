"""Why a back-up or restore was refused, as sentences for operators."""


class BackupError(Exception):
    """It was not done. The message says why, and holds no secret."""


class DamagedError(BackupError):
    """The file is not what was written: another key, cut off, or changed."""
