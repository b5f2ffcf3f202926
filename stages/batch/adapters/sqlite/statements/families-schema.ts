/**
 * What a crawl knows of the families of its addresses. `page_families` is a tree: hosts (parent 0), their sections, and the
 * families of those. Its records are those of `stages/batch/crawl/families/family-rank.ts`. `open_items`: pages that were
 * added and have not ended. `gap`: addresses that are left out before the next sample. `held_items` holds found addresses
 * that are not added yet, in the order of `n`.
 */
export const FAMILIES_SCHEMA = `
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
`
