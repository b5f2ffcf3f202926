import { choice, setting, text, wholeNumber } from '#shared/config/setting-types.ts'

/** Settings of the batch lane, the frontier and batches. */
export const batchSettings = {
  BATCH_POLITE_BY: setting(
    'host',
    choice('host', 'domain', 'ip'),
    'which hosts share permits and cooldowns on the batch lane: each host alone, all hosts of a registrable domain, or all hosts of an address',
  ),
  BATCH_HOST_CONCURRENCY: setting('1', wholeNumber(1, 1000), 'batch requests to one host at a time'),
  BATCH_ADDRESS_CONCURRENCY: setting(
    '64',
    wholeNumber(0, 100_000),
    'most concurrent batch requests to one address over all hosts, at least BATCH_HOST_CONCURRENCY; 0 = no limit',
  ),
  BATCH_ADDRESS_DELAY_MS: setting(
    '0',
    wholeNumber(0, 3_600_000),
    'how long each of these permits of an address stays taken after a request',
  ),
  BATCH_HOST_DELAY_MS: setting(
    '1000',
    wholeNumber(0, 3_600_000),
    "minimum delay between batch requests to a host; 0 for one's own site: then only 429, 503 and failures delay requests",
  ),
  BATCH_HOST_DELAY_MAX_MS: setting(
    '30000',
    wholeNumber(0, 3_600_000),
    'maximum delay from a crawl-delay or from five times the last response time',
  ),
  BATCH_HOST_FAILURES: setting(
    '5',
    wholeNumber(1, 1000),
    'consecutive failures after which a host is tried only at growing intervals',
  ),
  BATCH_HOST_REST_MAX_MS: setting(
    '300000',
    wholeNumber(1000, 86_400_000),
    'longest of these intervals, and the maximum delay from a Retry-After',
  ),
  BATCH_HOST_TRIALS: setting(
    '5',
    wholeNumber(1, 1000),
    'failed trials at growing intervals after which requests to a host fail at once',
  ),
  BATCH_HOST_GIVE_UP_SECONDS: setting(
    '3600',
    wholeNumber(1, 604_800),
    'how long batch requests to such a host fail at once',
  ),
  BATCH_SLOW_MS: setting(
    '2000',
    wholeNumber(10, 3_600_000),
    'batch pages that take longer to fetch or extract free their slot, as many of them as there are slots',
  ),
  BATCH_HOST_HELD: setting(
    '100',
    wholeNumber(1, 100_000),
    'pending batch requests to one host in a stage; more are deferred to the frontier',
  ),
  BATCH_LOOKUP_CACHE_SECONDS: setting(
    '600',
    wholeNumber(0, 86_400),
    'how long batch work caches the responses of URLs to which pages refer (icons, sitemaps, links)',
  ),
  BATCH_ITEMS_FREE: setting(
    '1000',
    wholeNumber(0, 1_000_000_000),
    'batch items a UTC day for a key with plan free; a key may have its own limit',
  ),
  BATCH_ITEMS_PRO: setting(
    '100000',
    wholeNumber(0, 1_000_000_000),
    'the same of a key with plan pro; enterprise has none',
  ),
  STORED_MB_FREE: setting(
    '1024',
    wholeNumber(0, 1_000_000_000),
    'MiB of images and large values that inspections of an owner with plan free may store a UTC day; beyond it 429',
  ),
  STORED_MB_PRO: setting(
    '51200',
    wholeNumber(0, 1_000_000_000),
    'the same of an owner with plan pro; enterprise has none',
  ),
  BATCH_WINDOW: setting(
    '800',
    wholeNumber(1, 1_000_000),
    'URLs of all batches that are in the stages at a time',
  ),
  // The longest time that a host delays its pages: BATCH_HOST_TRIALS intervals of BATCH_HOST_REST_MAX_MS, and some time for the work.
  BATCH_LEASE_SECONDS: setting(
    '1800',
    wholeNumber(1, 604_800),
    'lease of a URL in the stages: without an outcome it is released again, in case its record was lost; longer than a host delays its pages in normal work, and doubled each time, up to 16-fold',
  ),
  BATCH_RESULT_TTL_SECONDS: setting(
    '600',
    wholeNumber(1, 604_800),
    'how long the response to a batch request is at /inspections/{id}',
  ),
  BATCH_RETENTION_DAYS: setting(
    '7',
    wholeNumber(1, 3650),
    'how long a batch that ended is kept, with its results',
  ),
  SITE_HISTORY_DAYS: setting(
    '400',
    wholeNumber(1, 3650),
    'how long the figures of a finished crawl are kept for `GET /sites`, also after its batch is gone',
  ),
  BATCH_DISK_RESERVE_MB: setting(
    '256',
    wholeNumber(0, 1_048_576),
    'free MiB of the disk (at most a tenth of it) that new batches need; running batches need half of that',
  ),
  BATCH_REPORT_SECONDS: setting('60', wholeNumber(1, 100), 'longest time for the report on a site'),
  BATCH_REPORT_MEMORY_MB: setting('512', wholeNumber(64, 65_536), 'most memory for the report on a site'),
  BATCH_SITE_PROBES: setting(
    '2000',
    wholeNumber(0, 1_000_000),
    'links of a crawl that were not crawled, for example to other sites, that are requested once to find broken ones',
  ),
  BATCH_SITE_LISTED: setting(
    '500000',
    wholeNumber(0, 50_000_000),
    'URLs of the sitemaps of a crawled site that its report knows',
  ),
  BATCH_SITE_MINUTES: setting(
    '10',
    wholeNumber(1, 1440),
    'longest time for sitemaps and links after a crawl; then the report is complete without the rest',
  ),
  BATCH_SITES_AT_A_TIME: setting(
    '4',
    wholeNumber(1, 100),
    'crawls whose sitemaps and links are looked at after their end at a time, one of each owner',
  ),
  BATCH_LINE_MAX_BYTES: setting('65536', wholeNumber(1024, 1_048_576), 'longest line of a batch'),
  BATCH_JSON_MAX_BYTES: setting(
    '16777216',
    wholeNumber(65_536, 1_073_741_824),
    'largest JSON body of POST /batches; NDJSON has no limit',
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
