"""Brings the tables of a database to this version."""

from app.platform import private_files, schema
from app.platform.checked_settings import UnsafeStartError
from app.platform.database_engine import connected
from app.platform.settings import Settings


def migrate(settings: Settings) -> None:
    """Migrate the database to this version. Tables of a newer version that this one can work with stay as they are.
    Raises UnsafeStartError when it cannot, or when a restore into the database has not ended."""
    private_files.keep_database(settings.database_url)
    state = _state_of_tables(settings)
    if state == "too_new":
        raise UnsafeStartError("The database is of a newer version, with which this program cannot work: upgrade it.")
    if state == "newer":
        print("The database is of a newer version. This one works with it and migrates nothing.", flush=True)
    elif state == "older":
        print(f"Migrating the database to {schema.newest()}.", flush=True)
        schema.upgrade(settings.database_url)


def _state_of_tables(settings: Settings) -> schema.State:
    with connected(settings.database_url) as connection:
        if schema.is_restore_unfinished(connection):
            raise UnsafeStartError(schema.REPEAT)
        if schema.of(connection) is None and (encoding := schema.encoding(connection)) != schema.UTF8:
            raise UnsafeStartError(
                f"The database has the encoding {encoding}. Make one for all names: CREATE DATABASE … ENCODING "
                "'UTF8' TEMPLATE template0."
            )
        return schema.state(connection)
