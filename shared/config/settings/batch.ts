import { choice, setting, text, wholeNumber } from '#shared/config/setting-types.ts'

/** What the batch lane, the frontier and batches may do. */
export const batchSettings = {
  BATCH_POLITE_BY: setting(
    'host',
    choice('host', 'domain', 'ip'),
    'what takes turns on the batch lane, and rests between them: each host, all hosts of a registrable domain, or all of an address',
  ),
  BATCH_HOST_CONCURRENCY: setting('1', wholeNumber(1, 1000), 'batch requests to one host at a time'),
  BATCH_ADDRESS_CONCURRENCY: setting(
    '64',
    wholeNumber(0, 100_000),
    'most batch requests to one address at a time, whatever the hosts, but BATCH_HOST_CONCURRENCY at least; 0 = any number',
  ),
  BATCH_ADDRESS_DELAY_MS: setting(
    '0',
    wholeNumber(0, 3_600_000),
    'how long each of these places of an address rests after a request',
  ),
  BATCH_HOST_DELAY_MS: setting(
    '1000',
    wholeNumber(0, 3_600_000),
    "least rest of a host after a batch request; 0 for one's own site: then only 429, 503 and failures make it rest",
  ),
  BATCH_HOST_DELAY_MAX_MS: setting(
    '30000',
    wholeNumber(0, 3_600_000),
    'most rest that a crawl-delay, or five times the last response time, makes',
  ),
  BATCH_HOST_FAILURES: setting(
    '5',
    wholeNumber(1, 1000),
    'failures in a row after which a host is tried at growing intervals only',
  ),
  BATCH_HOST_REST_MAX_MS: setting(
    '300000',
    wholeNumber(1000, 86_400_000),
    'longest of these intervals, and the most that a Retry-After makes a host rest',
  ),
  BATCH_HOST_TRIALS: setting(
    '5',
    wholeNumber(1, 1000),
    'failed trials at growing intervals after which a host is given up',
  ),
  BATCH_HOST_GIVE_UP_SECONDS: setting(
    '3600',
    wholeNumber(1, 604_800),
    'how long batch requests to a host that was given up fail at once',
  ),
  BATCH_SLOW_MS: setting(
    '2000',
    wholeNumber(10, 3_600_000),
    'batch pages that take longer to fetch or extract give up their slot, as many of them as there are slots',
  ),
  BATCH_HOST_HELD: setting(
    '100',
    wholeNumber(1, 100_000),
    'batch requests to one host that a stage holds; more are laid by in the frontier',
  ),
  BATCH_LOOKUP_CACHE_SECONDS: setting(
    '600',
    wholeNumber(0, 86_400),
    'how long batch work remembers what a URL that pages refer to answered (icons, sitemaps, links), lest each page asks again',
  ),
  // Below QUEUE_HIGH_WATER: what rests for its host must not fill a lane.
  BATCH_ITEMS_FREE: setting(
    '1000',
    wholeNumber(0, 1_000_000_000),
    'batch items a UTC day of a key with plan free; a key may have a limit of its own',
  ),
  BATCH_ITEMS_PRO: setting(
    '100000',
    wholeNumber(0, 1_000_000_000),
    'the same of a key with plan pro; enterprise has none',
  ),
  STORED_MB_FREE: setting(
    '1024',
    wholeNumber(0, 1_000_000_000),
    'MiB of pictures and large values that inspections of an owner with plan free may store a UTC day; beyond it 429',
  ),
  STORED_MB_PRO: setting(
    '51200',
    wholeNumber(0, 1_000_000_000),
    'the same of an owner with plan pro; enterprise has none',
  ),
  BATCH_WINDOW: setting(
    '800',
    wholeNumber(1, 1_000_000),
    'URLs of all batches that are under way in the stages at a time',
  ),
  // The longest that a host keeps its pages waiting: BATCH_HOST_TRIALS rests of BATCH_HOST_REST_MAX_MS, and some time for the work.
  BATCH_LEASE_SECONDS: setting(
    '1800',
    wholeNumber(1, 604_800),
    'after which a URL that the stages have not ended is handed to them again, lest a batch waits for what was lost; longer than a host keeps pages waiting in normal work, and doubled each time, up to 16-fold',
  ),
  BATCH_RESULT_TTL_SECONDS: setting(
    '600',
    wholeNumber(1, 604_800),
    'how long the answer to a batch request is at /inspections/{id}',
  ),
  BATCH_RETENTION_DAYS: setting(
    '7',
    wholeNumber(1, 3650),
    'how long a batch that ended is kept, with its results',
  ),
  BATCH_DISK_RESERVE_MB: setting(
    '256',
    wholeNumber(0, 1_048_576),
    'MiB of the disk, but a tenth of it at most, that must be free for batches to be taken in; half of that for them to go on',
  ),
  BATCH_LINE_MAX_BYTES: setting('65536', wholeNumber(1024, 1_048_576), 'longest line of a batch'),
  BATCH_JSON_MAX_BYTES: setting(
    '16777216',
    wholeNumber(65_536, 1_073_741_824),
    'largest JSON body of POST /batches; NDJSON has no limit',
  ),
  BATCH_TAKE_OVER: setting(
    '',
    text,
    'id of the batch part that owns the topics and is lost with its folder: this one takes its place, and its batches are given up',
  ),
  BATCHES_LISTEN: setting(
    '',
    text,
    'host:port where the batch part serves gRPC; empty = any free port in one process, else 127.0.0.1:50052',
  ),
  BATCHES_ADDRESS: setting(
    '',
    text,
    'where the gateway calls the batch part: host:port; empty = where this process serves it, else 127.0.0.1:50052',
  ),
}
