import type { NewItem } from '../../../frontier/frontier.ts'

/** The roles of items as rows have them. */
export const storedRoles = { page: 0, discovery: 1 } as const satisfies Record<NewItem['role'], number>

/** The role of a row. */
export function roleOf(stored: number): NewItem['role'] {
  return stored === storedRoles.discovery ? 'discovery' : 'page'
}

/**
 * The frontier's tables. `batches.open_items` counts pages that wait or are in flight, `open_discoveries` the pages that are read
 * for their links alone. An item is in flight while `due_at` is set: the end of its lease; `taker`, which is set as long, is the
 * process that took it. `queues.most` is the most items in flight by the manners of the batch; null = as many as of any
 * other. `queues.size` grows with `waiting`, above 16 in steps of about a quarter: its index is not written each time that items
 * come or go.
 *
 * The partial indexes hold only the rows that may be next, so that the time of a statement does not grow with the number of
 * URLs. Hashes have 16 bytes and are stored as `uuid`, the smallest type of that size. Tables that churn are vacuumed early:
 * their dead rows would be read again and again. The nodes of a crawl's families are numbered within it, `batches.families` is
 * the last number: they are added under the lock of its row.
 */
export const FRONTIER_SCHEMA = `
  CREATE TABLE batches (
    num bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id uuid NOT NULL UNIQUE,
    owner text,
    operation text NOT NULL,
    source text NOT NULL,
    first_url text,
    request text NOT NULL,
    state text NOT NULL,
    is_dropped boolean NOT NULL DEFAULT false,
    has_open_sources boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    lines_added_at timestamptz NOT NULL DEFAULT now(),
    finished_at timestamptz,
    expires_at timestamptz,
    next_line bigint NOT NULL DEFAULT 1,
    most_pages bigint,
    accepted bigint NOT NULL DEFAULT 0,
    rejected bigint NOT NULL DEFAULT 0,
    open_items bigint NOT NULL DEFAULT 0,
    done bigint NOT NULL DEFAULT 0,
    failed bigint NOT NULL DEFAULT 0,
    discoveries bigint NOT NULL DEFAULT 0,
    open_discoveries bigint NOT NULL DEFAULT 0,
    seq bigint NOT NULL DEFAULT 0,
    lines bigint NOT NULL DEFAULT 0,
    families bigint NOT NULL DEFAULT 0,
    row_bytes bigint NOT NULL DEFAULT 0,
    is_segment_due boolean NOT NULL
      GENERATED ALWAYS AS (row_bytes >= 8388608 OR (finished_at IS NOT NULL AND row_bytes > 262144)) STORED,
    leftovers smallint NOT NULL DEFAULT 0,
    site_state smallint NOT NULL DEFAULT 0
  ) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 200);
  CREATE INDEX batches_with_due_segments ON batches (num) WHERE is_segment_due;
  CREATE INDEX batches_to_sweep ON batches (num) WHERE leftovers > 0;
  CREATE INDEX batches_to_expire ON batches (expires_at) WHERE finished_at IS NULL AND NOT is_dropped AND expires_at IS NOT NULL;
  CREATE INDEX batches_with_open_sources ON batches (num) WHERE has_open_sources;
  CREATE INDEX batches_that_take_lines ON batches (lines_added_at) WHERE state IN ('begun', 'open');
  CREATE INDEX ended_batches ON batches (finished_at) WHERE finished_at IS NOT NULL;
  CREATE INDEX unpublished_sites ON batches (finished_at) WHERE site_state < 4 AND finished_at IS NOT NULL AND source = 'crawl';
  CREATE INDEX listed_batches ON batches (owner, state, num);
  CREATE INDEX unfinished_batches ON batches (num) WHERE finished_at IS NULL;

  CREATE TABLE shares (
    batch bigint PRIMARY KEY, key text NOT NULL, most bigint NOT NULL, items bigint NOT NULL, taken_at timestamptz NOT NULL
  );

  CREATE TABLE rejections (
    batch bigint NOT NULL, position int NOT NULL, line bigint NOT NULL, reason text NOT NULL, PRIMARY KEY (batch, position)
  );

  CREATE TABLE queues (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    batch bigint NOT NULL,
    host text NOT NULL,
    waiting bigint NOT NULL DEFAULT 0,
    size int NOT NULL GENERATED ALWAYS AS (CASE WHEN waiting <= 16 THEN waiting ELSE 16 + floor(4 * ln(waiting / 16.0::float8)) END) STORED,
    in_flight int NOT NULL DEFAULT 0,
    most int,
    turn bigint NOT NULL,
    rests_until timestamptz,
    has_rested boolean NOT NULL DEFAULT false,
    is_ready boolean NOT NULL DEFAULT false,
    UNIQUE (batch, host)
  ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500);
  CREATE INDEX ready_queues ON queues (batch, turn) WHERE is_ready;
  CREATE INDEX longest_queues ON queues (batch, size DESC, host);
  CREATE INDEX resting_queues ON queues (rests_until) WHERE rests_until IS NOT NULL;
  CREATE SEQUENCE queue_turns;

  CREATE TABLE items (
    batch bigint NOT NULL,
    seq bigint NOT NULL,
    queue bigint NOT NULL,
    role smallint NOT NULL,
    lease smallint NOT NULL DEFAULT 0,
    depth int,
    taker int,
    parameters bigint,
    due_at timestamptz,
    url text NOT NULL,
    source text,
    scope text,
    PRIMARY KEY (batch, seq)
  ) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
  CREATE INDEX waiting_items ON items (queue, seq) WHERE due_at IS NULL;
  CREATE INDEX items_in_flight ON items (taker, batch) WHERE taker IS NOT NULL;
  CREATE INDEX due_items ON items (due_at) WHERE due_at IS NOT NULL;

  CREATE TABLE takings (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    taken_at timestamptz NOT NULL DEFAULT now(),
    batches bigint[] NOT NULL,
    seqs bigint[] NOT NULL
  ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

  CREATE INDEX old_takings ON takings (taken_at);

  CREATE TABLE seen (batch bigint NOT NULL, hash uuid NOT NULL, PRIMARY KEY (batch, hash));

  CREATE TABLE families (
    batch bigint NOT NULL, hash uuid NOT NULL, items int NOT NULL, PRIMARY KEY (batch, hash)
  );

  CREATE TABLE parameters (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, batch bigint NOT NULL, hash uuid NOT NULL, json text NOT NULL, UNIQUE (batch, hash)
  );

  CREATE TABLE page_families (
    batch bigint NOT NULL,
    id bigint NOT NULL,
    parent bigint NOT NULL,
    hash uuid NOT NULL,
    open_items bigint NOT NULL DEFAULT 0,
    held bigint NOT NULL DEFAULT 0,
    compared bigint NOT NULL DEFAULT 0,
    fresh bigint NOT NULL DEFAULT 0,
    stale bigint NOT NULL DEFAULT 0,
    gap bigint NOT NULL DEFAULT 1,
    rank smallint NOT NULL DEFAULT 0,
    contents bytea,
    PRIMARY KEY (batch, id),
    UNIQUE (batch, parent, hash)
  ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 500);
  CREATE INDEX families_with_held ON page_families (batch, rank, stale, id) WHERE held > 0;

  CREATE TABLE held_items (
    n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    batch bigint NOT NULL,
    family bigint NOT NULL,
    role smallint NOT NULL,
    parameters bigint NOT NULL,
    depth int,
    url text NOT NULL,
    source text,
    scope text
  );
  CREATE INDEX held_of_family ON held_items (batch, family, n);

  CREATE TABLE deferred (
    place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text NOT NULL UNIQUE,
    admitted text NOT NULL,
    log_offset bigint NOT NULL,
    record bytea,
    ended_at timestamptz
  );
  CREATE INDEX ended_deferred ON deferred (ended_at) WHERE ended_at IS NOT NULL;

  CREATE TABLE result_rows (
    batch bigint NOT NULL, first bigint NOT NULL, last bigint NOT NULL, lines bytea NOT NULL, PRIMARY KEY (batch, first)
  );
  ALTER TABLE result_rows ALTER COLUMN lines SET STORAGE EXTERNAL;

  CREATE TABLE segments (
    batch bigint NOT NULL, first bigint NOT NULL, last bigint NOT NULL, bytes bigint NOT NULL, object text NOT NULL,
    PRIMARY KEY (batch, first)
  );

  CREATE TABLE unnamed_objects (object text PRIMARY KEY, batch bigint, made_at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX unnamed_objects_of_batch ON unnamed_objects (batch) WHERE batch IS NOT NULL;
  CREATE INDEX unnamed_objects_by_age ON unnamed_objects (made_at);

  CREATE TABLE secrets (name text PRIMARY KEY, value text NOT NULL);
`

/** The tables about the sites of batches: see `../../sqlite/site/statements.ts`. Texts are unique by their hash: they may be long. */
export const SITE_SCHEMA = `
  CREATE TABLE site_texts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, batch bigint NOT NULL, hash uuid NOT NULL, text text NOT NULL,
    UNIQUE (batch, hash)
  );
  CREATE TABLE site_results (batch bigint NOT NULL, n bigint NOT NULL, record bytea NOT NULL, PRIMARY KEY (batch, n));
  CREATE TABLE site_pages (
    batch bigint NOT NULL, url bigint NOT NULL, seq bigint NOT NULL, final_url bigint NOT NULL, is_blocked boolean NOT NULL,
    alternates int NOT NULL, nodes int NOT NULL, links int NOT NULL, record bytea NOT NULL, link_texts bytea NOT NULL,
    PRIMARY KEY (batch, url)
  );
  CREATE TABLE site_rules (
    batch bigint NOT NULL, rule bigint NOT NULL, category text NOT NULL, severity text NOT NULL, title text NOT NULL,
    fix text NOT NULL, docs_url text NOT NULL, PRIMARY KEY (batch, rule)
  );
  CREATE TABLE site_examples (
    batch bigint NOT NULL, rule bigint NOT NULL, url text COLLATE "C" NOT NULL, seq bigint NOT NULL, selector text, snippet text,
    message text NOT NULL, PRIMARY KEY (batch, rule, seq)
  );
  CREATE TABLE site_found (batch bigint NOT NULL, n bigint NOT NULL, record bytea NOT NULL, PRIMARY KEY (batch, n));
  CREATE TABLE site_listed (batch bigint NOT NULL, url bigint NOT NULL, PRIMARY KEY (batch, url));
  CREATE TABLE site_sitemap_origins (batch bigint NOT NULL, origin bigint NOT NULL, PRIMARY KEY (batch, origin));
  CREATE TABLE site_probes (
    batch bigint NOT NULL, url bigint NOT NULL, status int, error bigint, location bigint, PRIMARY KEY (batch, url)
  );
`
