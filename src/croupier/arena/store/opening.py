"""Opens a store by its address, with its key."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.kernel.errors import BadInput

from . import Store
from .address import is_postgres, key_file_of
from .database import open_values
from .sealing import KEY_BYTES, HouseKey
from .sqlite import SqliteStore

if TYPE_CHECKING:
    from .postgres import PostgresStore


def postgres() -> type[PostgresStore]:
    """The store in PostgreSQL; BadInput if what it needs is not installed."""
    try:
        from .postgres import PostgresStore
    except ImportError as error:
        if error.name != "asyncpg":
            raise
        raise BadInput('A store in PostgreSQL needs the extra: pip install "croupier[cluster]".') from None
    return PostgresStore


async def open_store(
    address: str, key: str = "", *, strict: bool = False, lost_key: bool = False, shared: bool = False
) -> tuple[Store, HouseKey, bool]:
    """Open a store, with its key, and whether the earlier key is lost. `key` is a file, or a key in hexadecimal
    digits; `shared` is for nodes that divide a database by leases.

    A new store gets a new key. The key of a file is lost if there is none beside it; that of a database, which other
    machines may have, only if `lost_key` says so.
    """
    if not is_postgres(address):
        path, sealed = Path(address), Path(key) if key else key_file_of(address)
        lost_key = lost_key or (path.exists() and not _is_key(key) and not sealed.exists())
        house = _key_of(key, sealed)
        return await SqliteStore.open(path, house, strict=strict, lost_key=lost_key), house, lost_key
    store, sealed = postgres(), Path(key) if key else key_file_of(address)
    if not _is_key(key) and not sealed.exists() and not lost_key and (name := await store.sealed_under(address)):
        raise BadInput(
            f"There is no key in {sealed}, and the cards of this store lie sealed under the key {name}: name the file "
            "with --key, or put it there. If it is lost for good, say --lost-key."
        )
    house = _key_of(key, sealed)
    return await store.open(address, house, lost_key=lost_key, shared=shared), house, lost_key


def _is_key(key: str) -> bool:
    return re.fullmatch(f"[0-9a-fA-F]{{{2 * KEY_BYTES}}}", key) is not None


def _key_of(key: str, sealed: Path) -> HouseKey:
    if _is_key(key):
        return HouseKey(bytes.fromhex(key))
    try:
        return HouseKey.load(sealed)
    except OSError as error:
        raise BadInput(
            f"{sealed}, the key of the store, cannot be used: {error.strerror}. Name another --key or --store."
        ) from error


def values_of(address: str) -> dict[str, bytes]:
    """The values of a store that are not sealed, also while it is in use."""
    if is_postgres(address):
        return asyncio.run(postgres().open_values(address))
    return open_values(Path(address))
