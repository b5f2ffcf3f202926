-- A frontier as version 0 wrote it: a batch that runs, one that was cancelled with pages under way, a request that was laid by.
CREATE TABLE batches (
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
    leftovers INTEGER NOT NULL DEFAULT 0
  ) STRICT;
CREATE INDEX batches_to_sweep ON batches (num) WHERE leftovers > 0;
CREATE INDEX batches_to_expire ON batches (expires_at) WHERE finished_at IS NULL AND is_dropped = 0;
CREATE INDEX ended_batches ON batches (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX listed_batches ON batches (request ->> 'owner', state);
CREATE TABLE shares (
    batch INTEGER PRIMARY KEY, key TEXT NOT NULL, most INTEGER NOT NULL, items INTEGER NOT NULL, taken_at INTEGER NOT NULL
  ) STRICT;
CREATE TABLE rejections (
    batch INTEGER NOT NULL, position INTEGER NOT NULL, line INTEGER NOT NULL, reason TEXT NOT NULL,
    PRIMARY KEY (batch, position)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE queues (
    id INTEGER PRIMARY KEY,
    batch INTEGER NOT NULL,
    host TEXT NOT NULL,
    waiting INTEGER NOT NULL,
    under_way INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    rests_until INTEGER NOT NULL DEFAULT 0,
    is_ready INTEGER NOT NULL,
    UNIQUE (batch, host)
  ) STRICT;
CREATE INDEX ready_queues ON queues (batch, turn) WHERE is_ready = 1;
CREATE INDEX longest_queues ON queues (batch, waiting DESC, host);
CREATE INDEX resting_queues ON queues (rests_until) WHERE rests_until > 0;
CREATE TABLE items (
    place INTEGER PRIMARY KEY,
    queue INTEGER NOT NULL,
    state INTEGER NOT NULL,
    role TEXT NOT NULL,
    parameters INTEGER,
    depth INTEGER,
    url TEXT NOT NULL,
    source TEXT,
    scope TEXT
  ) STRICT;
CREATE INDEX waiting_items ON items (queue) WHERE state = 0;
CREATE INDEX items_under_way ON items (state) WHERE state = 1;
CREATE TABLE seen (
    batch INTEGER NOT NULL, hash BLOB NOT NULL, PRIMARY KEY (batch, hash)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE families (
    batch INTEGER NOT NULL, hash BLOB NOT NULL, items INTEGER NOT NULL, PRIMARY KEY (batch, hash)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE parameters (
    id INTEGER PRIMARY KEY, batch INTEGER NOT NULL, json TEXT NOT NULL, UNIQUE (batch, json)
  ) STRICT;
CREATE TABLE marks (
    batch INTEGER NOT NULL, line INTEGER NOT NULL, start INTEGER NOT NULL, PRIMARY KEY (batch, line)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE tails (
    batch INTEGER NOT NULL, start INTEGER NOT NULL, lines BLOB NOT NULL
  ) STRICT;
CREATE TABLE deferred (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    admitted TEXT NOT NULL,
    log_offset INTEGER NOT NULL,
    record BLOB,
    ended_at INTEGER
  ) STRICT;
CREATE INDEX ended_deferred ON deferred (ended_at) WHERE ended_at IS NOT NULL;
INSERT INTO batches (num, id, request, state, is_open, is_dropped, created_at, finished_at, expires_at, most_pages, accepted, rejected, waiting, running, done, failed, scouts, scouts_waiting, scouts_running, seq, lines, length, marked, leftovers) VALUES (1, 'runs', '{"operation":"metadata","parameters":{},"crawl":null,"sitemaps":[],"owner":null}', 'running', 0, 0, 1795518140628, NULL, NULL, NULL, 4, 0, 1, 2, 1, 0, 0, 0, 0, 4, 1, 142, 0, 0);
INSERT INTO batches (num, id, request, state, is_open, is_dropped, created_at, finished_at, expires_at, most_pages, accepted, rejected, waiting, running, done, failed, scouts, scouts_waiting, scouts_running, seq, lines, length, marked, leftovers) VALUES (2, 'cancelled', '{"operation":"metadata","parameters":{},"crawl":null,"sitemaps":[],"owner":null}', 'cancelled', 0, 1, 1795518140738, NULL, NULL, NULL, 3, 0, 0, 2, 0, 0, 0, 0, 0, 3, 0, 0, 0, 1);
INSERT INTO queues (id, batch, host, waiting, under_way, turn, rests_until, is_ready) VALUES (1, 1, 'x.example', 1, 1, 1795518140570010, 0, 1);
INSERT INTO queues (id, batch, host, waiting, under_way, turn, rests_until, is_ready) VALUES (2, 1, 'y.example', 0, 1, 1795518140570008, 0, 0);
INSERT INTO queues (id, batch, host, waiting, under_way, turn, rests_until, is_ready) VALUES (3, 2, 'z.example', 1, 2, 1795518140570009, 0, 0);
INSERT INTO queues (id, batch, host, waiting, under_way, turn, rests_until, is_ready) VALUES (4, 0, 'f.example', 0, 1, 1795518140570007, 0, 0);
INSERT INTO items (place, queue, state, role, parameters, depth, url, source, scope) VALUES (1, 4, 1, 'page', NULL, NULL, '', NULL, NULL);
INSERT INTO items (place, queue, state, role, parameters, depth, url, source, scope) VALUES (4294967298, 1, 1, 'page', 1, NULL, 'http://x.example/2', NULL, NULL);
INSERT INTO items (place, queue, state, role, parameters, depth, url, source, scope) VALUES (4294967299, 1, 0, 'page', 1, NULL, 'http://x.example/3', NULL, NULL);
INSERT INTO items (place, queue, state, role, parameters, depth, url, source, scope) VALUES (4294967300, 2, 1, 'page', 1, NULL, 'http://y.example/1', NULL, NULL);
INSERT INTO items (place, queue, state, role, parameters, depth, url, source, scope) VALUES (8589934593, 3, 1, 'page', 2, NULL, 'http://z.example/1', NULL, NULL);
INSERT INTO items (place, queue, state, role, parameters, depth, url, source, scope) VALUES (8589934594, 3, 1, 'page', 2, NULL, 'http://z.example/2', NULL, NULL);
INSERT INTO seen (batch, hash) VALUES (1, x'71126243bb11067c77e876c8c1eec4fd');
INSERT INTO seen (batch, hash) VALUES (1, x'807f40a60616f50dc33d785b3bfaa0ae');
INSERT INTO seen (batch, hash) VALUES (1, x'8dbda7be2355d6126ac8240028890d1a');
INSERT INTO seen (batch, hash) VALUES (1, x'9d9edf9198139c6fda922fbc52038e28');
INSERT INTO seen (batch, hash) VALUES (2, x'6ca93aca7f089335afbd1e09dbba2716');
INSERT INTO seen (batch, hash) VALUES (2, x'9715a2483ed8fd4636f797145deffbce');
INSERT INTO seen (batch, hash) VALUES (2, x'd8110afec8efe8d573a2cbe0d2ca20ff');
INSERT INTO parameters (id, batch, json) VALUES (1, 1, '{"fields":"basic"}');
INSERT INTO parameters (id, batch, json) VALUES (2, 2, '{"fields":"basic"}');
INSERT INTO deferred (place, id, admitted, log_offset, record, ended_at) VALUES (1, 'fed', 'inspection.deferred/0/1', 1, x'ff0f6f22036b65795c0a016b220576616c75655c0a417b226f7065726174696f6e223a226d65746164617461222c22706172616d6574657273223a7b2275726c223a22687474703a2f2f662e6578616d706c652f227d7d2207686561646572736f220e63655f7370656376657273696f6e5c0a03312e30220563655f69645c0a03666564220963655f736f757263655c0a022f787b037b03', NULL);
