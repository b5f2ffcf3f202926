import type { DatabaseSync } from 'node:sqlite'

/**
 * Tables of a shard besides those of the frontier. `inputs` holds the next position of each input; it changes in the
 * transaction of the effects. `homes` holds the batches whose home the shard is, `home_parts` what the shards with
 * their items reported last, and `segments` where their result lines are. `parts` belongs to rows of `batches`: the
 * items here. `removed_parts` holds the ids of batches whose items were removed, for some days.
 * `homes.site_state` (see `site-state.ts`) is local, as what the check of a site finds: no command sets it.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS inputs (name TEXT PRIMARY KEY, next INTEGER NOT NULL) STRICT;

  CREATE TABLE IF NOT EXISTS homes (
    num INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    place INTEGER NOT NULL UNIQUE,
    request TEXT NOT NULL,
    owner TEXT,
    state TEXT NOT NULL,
    phase TEXT,
    version INTEGER NOT NULL DEFAULT 0,
    is_open INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    kept_at INTEGER NOT NULL,
    finished_at INTEGER,
    rejected INTEGER NOT NULL DEFAULT 0,
    lines INTEGER NOT NULL DEFAULT 0,
    site_state INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX IF NOT EXISTS unpublished_homes ON homes (finished_at)
    WHERE site_state < 4 AND finished_at IS NOT NULL AND request ->> 'crawl' IS NOT NULL;
  CREATE INDEX IF NOT EXISTS listed_homes ON homes (owner, state, place);
  CREATE INDEX IF NOT EXISTS begun_homes ON homes (kept_at) WHERE state = 'begun';
  CREATE INDEX IF NOT EXISTS ended_homes ON homes (finished_at) WHERE finished_at IS NOT NULL;

  CREATE TABLE IF NOT EXISTS home_rejections (
    batch INTEGER NOT NULL, position INTEGER NOT NULL, line INTEGER NOT NULL, reason TEXT NOT NULL,
    PRIMARY KEY (batch, position)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS home_parts (
    home INTEGER NOT NULL,
    shard INTEGER NOT NULL,
    needed INTEGER NOT NULL DEFAULT 0,
    reported INTEGER NOT NULL DEFAULT -1,
    version INTEGER NOT NULL DEFAULT 0,
    is_gone INTEGER NOT NULL DEFAULT 0,
    accepted INTEGER NOT NULL DEFAULT 0,
    waiting INTEGER NOT NULL DEFAULT 0,
    running INTEGER NOT NULL DEFAULT 0,
    done INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    open INTEGER NOT NULL DEFAULT 0,
    lines INTEGER NOT NULL DEFAULT 0,
    numbered INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (home, shard)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS segments (
    home INTEGER NOT NULL, first INTEGER NOT NULL, count INTEGER NOT NULL, skip INTEGER NOT NULL, object TEXT NOT NULL,
    shard INTEGER NOT NULL, line INTEGER NOT NULL, PRIMARY KEY (home, first)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS useless_objects (object TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS parts (
    batch INTEGER PRIMARY KEY, version INTEGER NOT NULL DEFAULT 0, saved INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE IF NOT EXISTS removed_parts (id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS removed_at ON removed_parts (at);
`

/** Creates the tables that are missing. */
export function makeShardTables(db: DatabaseSync): void {
  db.exec(SCHEMA)
}
