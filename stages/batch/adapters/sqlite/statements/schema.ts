import type { DatabaseSync } from 'node:sqlite'
import { SITE_SCHEMA } from '../site/statements.ts'

/** States of an item. A completed item has no row. */
export const WAITING = 0
export const IN_FLIGHT = 1

/** The owner of a batch. Null for batches without an owner, and for batches of former versions. */
export const OWNER = "request ->> 'owner'"

/**
 * `items.place` combines batch number and seq. The partial indexes hold only the rows that may be next, so
 * that time and memory do not grow with the number of URLs or hosts. `seen` holds the items that a batch has
 * had. `batches.next_line` is the first line of the submission that is missing, `lines_added_at` when lines of it were
 * stored last, in milliseconds since the epoch. `items.lease` counts the dispatches of an item; `due_at` is when the last lease expires, in
 * milliseconds since the epoch.
 *
 * What a crawl knows of the families of its addresses. `page_families` is a tree: hosts (parent 0), their sections, and the
 * families of those. Its records are those of `stages/batch/crawl/families/family-rank.ts`. `open_items`: pages that were
 * added and have not ended. `gap`: addresses that are left out before the next sample. `held_items` holds found addresses
 * that are not added yet, in the order of `n`.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS batches (
    num INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    request TEXT NOT NULL,
    state TEXT NOT NULL,
    is_open INTEGER NOT NULL DEFAULT 0,
    is_dropped INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    finished_at INTEGER,
    expires_at INTEGER,
    most_pages INTEGER,
    accepted INTEGER NOT NULL DEFAULT 0,
    rejected INTEGER NOT NULL DEFAULT 0,
    waiting INTEGER NOT NULL DEFAULT 0,
    running INTEGER NOT NULL DEFAULT 0,
    done INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    scouts INTEGER NOT NULL DEFAULT 0,
    scouts_waiting INTEGER NOT NULL DEFAULT 0,
    scouts_running INTEGER NOT NULL DEFAULT 0,
    seq INTEGER NOT NULL DEFAULT 0,
    lines INTEGER NOT NULL DEFAULT 0,
    length INTEGER NOT NULL DEFAULT 0,
    marked INTEGER NOT NULL DEFAULT 0,
    leftovers INTEGER NOT NULL DEFAULT 0,
    site_state INTEGER NOT NULL DEFAULT 0,
    next_line INTEGER NOT NULL DEFAULT 1,
    lines_added_at INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX IF NOT EXISTS batches_to_sweep ON batches (num) WHERE leftovers > 0;
  CREATE INDEX IF NOT EXISTS batches_to_expire ON batches (expires_at) WHERE finished_at IS NULL AND is_dropped = 0;
  CREATE INDEX IF NOT EXISTS open_batches ON batches (lines_added_at) WHERE state = 'open';
  CREATE INDEX IF NOT EXISTS ended_batches ON batches (finished_at) WHERE finished_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS unpublished_sites ON batches (finished_at) WHERE site_state < 4 AND finished_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS listed_batches ON batches (${OWNER}, state);

  CREATE TABLE IF NOT EXISTS shares (
    batch INTEGER PRIMARY KEY, key TEXT NOT NULL, most INTEGER NOT NULL, items INTEGER NOT NULL, taken_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE IF NOT EXISTS rejections (
    batch INTEGER NOT NULL, position INTEGER NOT NULL, line INTEGER NOT NULL, reason TEXT NOT NULL,
    PRIMARY KEY (batch, position)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS queues (
    id INTEGER PRIMARY KEY,
    batch INTEGER NOT NULL,
    host TEXT NOT NULL,
    waiting INTEGER NOT NULL,
    under_way INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    rests_until INTEGER NOT NULL DEFAULT 0,
    is_ready INTEGER NOT NULL,
    most INTEGER,
    UNIQUE (batch, host)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS ready_queues ON queues (batch, turn) WHERE is_ready = 1;
  CREATE INDEX IF NOT EXISTS longest_queues ON queues (batch, waiting DESC, host);
  CREATE INDEX IF NOT EXISTS resting_queues ON queues (rests_until) WHERE rests_until > 0;

  CREATE TABLE IF NOT EXISTS items (
    place INTEGER PRIMARY KEY,
    queue INTEGER NOT NULL,
    state INTEGER NOT NULL,
    role TEXT NOT NULL,
    parameters INTEGER,
    depth INTEGER,
    url TEXT NOT NULL,
    source TEXT,
    scope TEXT,
    lease INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS waiting_items ON items (queue) WHERE state = ${WAITING};
  CREATE INDEX IF NOT EXISTS items_under_way ON items (state) WHERE state = ${IN_FLIGHT};
  CREATE INDEX IF NOT EXISTS due_items ON items (due_at) WHERE state = ${IN_FLIGHT};

  CREATE TABLE IF NOT EXISTS seen (
    batch INTEGER NOT NULL, hash BLOB NOT NULL, PRIMARY KEY (batch, hash)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS families (
    batch INTEGER NOT NULL, hash BLOB NOT NULL, items INTEGER NOT NULL, PRIMARY KEY (batch, hash)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS parameters (
    id INTEGER PRIMARY KEY, batch INTEGER NOT NULL, json TEXT NOT NULL, UNIQUE (batch, json)
  ) STRICT;

  CREATE TABLE IF NOT EXISTS marks (
    batch INTEGER NOT NULL, line INTEGER NOT NULL, start INTEGER NOT NULL, PRIMARY KEY (batch, line)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE IF NOT EXISTS tails (
    batch INTEGER NOT NULL, start INTEGER NOT NULL, lines BLOB NOT NULL
  ) STRICT;

  CREATE TABLE IF NOT EXISTS deferred (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    admitted TEXT NOT NULL,
    log_offset INTEGER NOT NULL,
    record BLOB,
    ended_at INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS ended_deferred ON deferred (ended_at) WHERE ended_at IS NOT NULL;

  CREATE TABLE IF NOT EXISTS page_families (
    id INTEGER PRIMARY KEY,
    batch INTEGER NOT NULL,
    parent INTEGER NOT NULL,
    hash BLOB NOT NULL,
    open_items INTEGER NOT NULL DEFAULT 0,
    held INTEGER NOT NULL DEFAULT 0,
    compared INTEGER NOT NULL DEFAULT 0,
    fresh INTEGER NOT NULL DEFAULT 0,
    stale INTEGER NOT NULL DEFAULT 0,
    gap INTEGER NOT NULL DEFAULT 1,
    rank INTEGER NOT NULL DEFAULT 0,
    contents BLOB,
    UNIQUE (batch, parent, hash)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS families_with_held ON page_families (batch, rank, stale) WHERE held > 0;

  CREATE TABLE IF NOT EXISTS held_items (
    n INTEGER PRIMARY KEY,
    batch INTEGER NOT NULL,
    family INTEGER NOT NULL,
    role TEXT NOT NULL,
    parameters INTEGER NOT NULL,
    depth INTEGER,
    url TEXT NOT NULL,
    source TEXT,
    scope TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS held_of_family ON held_items (family, n);
  CREATE INDEX IF NOT EXISTS held_of_batch ON held_items (batch);
  ${SITE_SCHEMA}
`

/** A later version wrote the frontier's file. The message is for the operator. */
export class NewerFrontier extends Error {
  constructor(version: number) {
    super(
      `The frontier in DATA_DIR has version ${version}, this program knows ${VERSION} at most: run the version that wrote it`,
    )
    this.name = 'NewerFrontier'
  }
}

/**
 * The statements that bring a file from each version to the next. Items that were in flight before there were
 * leases are due at once.
 */
const MIGRATIONS = [
  `ALTER TABLE items ADD COLUMN lease INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE items ADD COLUMN due_at INTEGER;
   UPDATE items SET lease = 1, due_at = 0 WHERE state = ${IN_FLIGHT};`,
  // Batches that ended before their sites were gathered have no report to complete.
  `ALTER TABLE batches ADD COLUMN site_state INTEGER NOT NULL DEFAULT 0;
   UPDATE batches SET site_state = 6 WHERE finished_at IS NOT NULL;`,
  // Batches of former versions have the manners of the installation.
  'ALTER TABLE queues ADD COLUMN most INTEGER;',
  `ALTER TABLE batches ADD COLUMN next_line INTEGER NOT NULL DEFAULT 1;
   ALTER TABLE batches ADD COLUMN lines_added_at INTEGER NOT NULL DEFAULT 0;`,
]

/** The version of the schema (`PRAGMA user_version`). */
const VERSION = MIGRATIONS.length

/** Creates the tables of a new file, or migrates a file of a former version. Throws NewerFrontier. */
export function makeTables(db: DatabaseSync): void {
  const version = db.prepare('PRAGMA user_version').get()?.user_version as number
  if (version > VERSION) throw new NewerFrontier(version)
  const isNew = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'items'").get() === undefined
  const migrations = isNew ? [] : MIGRATIONS.slice(version)
  db.exec(`BEGIN IMMEDIATE; ${migrations.join('\n')} ${SCHEMA}; PRAGMA user_version = ${VERSION}; COMMIT`)
}

/** More items than a batch may have. Batch number and seq together fit into a safe integer. */
const MAX_SEQS = 2 ** 32

/** Returns the primary key of an item. */
export function placeOf(batch: number, seq: number): number {
  return batch * MAX_SEQS + seq
}

/** Returns the number of an item within its batch. */
export function seqOf(place: number): number {
  return place % MAX_SEQS
}

/** Returns the batch number of an item. */
export function batchNumOf(place: number): number {
  return Math.floor(place / MAX_SEQS)
}
