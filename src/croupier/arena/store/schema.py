"""The schema of a store in PostgreSQL, and the function that writes one commit there.

One call of `write_commit` is one transaction and one round trip. It never waits for its caller, so a caller that is cut
off in the middle holds no lock. A commit that cannot be written as it stands is rolled back as a whole, and the
error says why (`LOST_LEASES`, `OTHER_LINES`).

Each writer counts its commits, and the count is written with the commit. So a commit whose answer was lost can be sent
again: if it was written, the second call changes nothing. The row of the writer is locked first: a call that was cut
off and still runs is waited for.

Commits that name a lease hold a shared lock; whoever passes a lease on holds it alone. So a lease that is checked stays
until the transaction ends, and no row of a lease is written for a commit. Leases are passed on by functions, too, for
the same reason.
"""

from __future__ import annotations

from collections.abc import Mapping

VERSION = 1
LOST_LEASES, OTHER_LINES, LATE = "CR001", "CR002", "CR003"
"""The codes of errors: leases that are not current (the detail has their numbers in the call, from 1), lines that are
not the next of their tables, and a commit that comes after a later one."""

LEASES_LOCK = "'leases'::regclass::oid::bigint"
"""The lock that keeps leases as they are: shared by commits, exclusive for whoever passes leases on."""
HOUSE_LOCK = "'house'::regclass::oid::bigint"
"""The lock of all who use the store: shared by nodes, exclusive for a server that is alone."""

SCHEMA = """
    CREATE TABLE house (version integer NOT NULL, key text NOT NULL);
    CREATE TABLE tables (name text COLLATE "C" PRIMARY KEY, snapshot bigint NOT NULL);
    CREATE TABLE lines (name text COLLATE "C", number bigint, body bytea NOT NULL, stays smallint NOT NULL,
                        sealed text NOT NULL, PRIMARY KEY (name, number));
    ALTER TABLE lines ALTER body SET STORAGE EXTERNAL; -- what is long is sealed, and cannot be compressed
    CREATE TABLE vals (key text COLLATE "C" PRIMARY KEY, body bytea NOT NULL, sealed text NOT NULL);
    CREATE TABLE leases (name text COLLATE "C" PRIMARY KEY, node text COLLATE "C" NOT NULL, epoch bigint NOT NULL);
    CREATE INDEX leases_of_node ON leases (node);
    CREATE TABLE nodes (name text COLLATE "C" PRIMARY KEY, about bytea NOT NULL, until timestamptz NOT NULL);
    CREATE TABLE writers (name text PRIMARY KEY, commits bigint NOT NULL);
"""
WRITE_COMMIT = f"""
CREATE OR REPLACE FUNCTION write_commit(
    writer text, this bigint,
    lease_names text[], lease_nodes text[], lease_epochs bigint[],
    first_names text[], first_numbers bigint[],
    prune_names text[], prune_before bigint[],
    place_names text[], place_numbers bigint[],
    line_names text[], line_numbers bigint[], line_bodies bytea[], line_stays smallint[], line_sealed text[],
    value_keys text[], value_bodies bytea[], value_sealed text[], gone_keys text[],
    opened text[], closed text[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    before bigint;
    lost bigint[];
    other text;
BEGIN
    UPDATE writers SET commits = this WHERE name = writer AND commits < this;
    IF NOT FOUND THEN
        SELECT commits INTO before FROM writers WHERE name = writer;
        IF before IS DISTINCT FROM this THEN
            RAISE EXCEPTION 'this writer has written a later commit' USING ERRCODE = '{LATE}';
        END IF;
        RETURN; -- it was written, and its answer was lost
    END IF;
    IF cardinality(closed) > 0 THEN
        PERFORM pg_advisory_xact_lock({LEASES_LOCK});
    ELSIF cardinality(lease_names) > 0 THEN
        PERFORM pg_advisory_xact_lock_shared({LEASES_LOCK});
    END IF;
    IF cardinality(lease_names) > 0 THEN
        SELECT array_agg(given.at) INTO lost
            FROM unnest(lease_names, lease_nodes, lease_epochs) WITH ORDINALITY AS given (name, node, epoch, at)
            WHERE NOT EXISTS (SELECT FROM leases l
                              WHERE l.name = given.name AND l.node = given.node AND l.epoch = given.epoch);
        IF lost IS NOT NULL THEN
            RAISE EXCEPTION 'leases are lost' USING ERRCODE = '{LOST_LEASES}', DETAIL = array_to_string(lost, ' ');
        END IF;
    END IF;
    SELECT f.name INTO other FROM unnest(first_names, first_numbers) AS f (name, number)
        WHERE f.number <> 1 + coalesce((SELECT max(l.number) FROM lines l WHERE l.name = f.name), 0) LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'another writer has written to %', other USING ERRCODE = '{OTHER_LINES}';
    END IF;
    IF cardinality(prune_names) > 0 THEN
        DELETE FROM lines l USING unnest(prune_names, prune_before) AS p (name, before)
            WHERE l.name = p.name
            AND l.number < coalesce(p.before, (SELECT t.snapshot FROM tables t WHERE t.name = p.name), 0);
    END IF;
    IF cardinality(place_names) > 0 THEN
        DELETE FROM lines l USING unnest(place_names) AS p (name), tables t
            WHERE t.name = p.name AND l.name = p.name AND l.number >= t.snapshot AND l.stays <> 0;
        INSERT INTO tables SELECT * FROM unnest(place_names, place_numbers)
            ON CONFLICT (name) DO UPDATE SET snapshot = excluded.snapshot;
    END IF;
    INSERT INTO lines SELECT * FROM unnest(line_names, line_numbers, line_bodies, line_stays, line_sealed);
    IF cardinality(value_keys) > 0 THEN
        INSERT INTO vals SELECT * FROM unnest(value_keys, value_bodies, value_sealed)
            ON CONFLICT (key) DO UPDATE SET body = excluded.body, sealed = excluded.sealed;
    END IF;
    IF cardinality(gone_keys) > 0 THEN
        DELETE FROM vals WHERE key = ANY (gone_keys);
    END IF;
    IF cardinality(closed) > 0 THEN
        DELETE FROM leases WHERE name = ANY (closed);
    END IF;
    IF cardinality(opened) > 0 THEN
        INSERT INTO leases SELECT name, '', 0 FROM unnest(opened) AS o (name) ON CONFLICT DO NOTHING;
    END IF;
END $$;
"""
CALL = f"SELECT write_commit({', '.join(f'${number}' for number in range(1, 23))})"
UPGRADES: Mapping[int, str] = {}
"""The statements that lead from each version of the schema to the next."""

READ = """
    SELECT l.name, l.number, l.body, l.stays, l.sealed FROM tables t JOIN lines l ON l.name = t.name
        WHERE t.name = ANY ($1) AND l.number >= t.snapshot ORDER BY l.name, l.number
"""
"""The lines of tables from their last snapshots on."""
LIVES = "SELECT name FROM nodes WHERE until > clock_timestamp()"
"""The nodes that live, by the clock: the time of a transaction is when it began, before it waited for locks."""
BEAT = """
    INSERT INTO nodes VALUES ($1, $3, clock_timestamp() + make_interval(secs => $2))
        ON CONFLICT (name) DO UPDATE SET about = excluded.about, until = excluded.until
        RETURNING (extract(epoch FROM clock_timestamp()) * 1000)::bigint
"""
NODES = """
    SELECT name, about, (extract(epoch FROM until - clock_timestamp()) * 1000)::bigint FROM nodes ORDER BY name
"""
LEASES = "SELECT name, node, epoch FROM leases ORDER BY name"
LEASES_OF = "SELECT name, node, epoch FROM leases WHERE node = $1 ORDER BY name"
FREE_LEASES = f"SELECT name, node, epoch FROM leases WHERE node NOT IN ({LIVES}) ORDER BY name"
TAKE = "SELECT * FROM take_leases($1, $2)"
GIVE = "SELECT * FROM give_leases($1, $2, $3, $4)"
PASS_LEASES_ON = f"""
CREATE OR REPLACE FUNCTION take_leases(names text[], taker text) RETURNS SETOF leases LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock({LEASES_LOCK});
    RETURN QUERY UPDATE leases l SET node = taker, epoch = l.epoch + 1
        WHERE l.name = ANY (names) AND l.node NOT IN ({LIVES}) AND taker IN ({LIVES}) RETURNING l.*;
END $$;
CREATE OR REPLACE FUNCTION give_leases(names text[], nodes text[], epochs bigint[], taker text)
    RETURNS SETOF leases LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock({LEASES_LOCK});
    RETURN QUERY UPDATE leases l SET node = taker, epoch = l.epoch + 1
        FROM unnest(names, nodes, epochs) AS given (name, node, epoch)
        WHERE l.name = given.name AND l.node = given.node AND l.epoch = given.epoch RETURNING l.*;
END $$;
"""
