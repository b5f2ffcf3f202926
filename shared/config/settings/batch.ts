import { choice, connect, policy, size, text, wholeNumber } from '#shared/config/setting-types.ts'

/** Settings of the batch lane, the frontier and batches. */
export const batchSettings = {
  BATCH_POLITE_BY: policy(
    'host',
    choice('host', 'domain', 'ip'),
    'which hosts share permits and cooldowns on the batch lane: each host alone, all hosts of a registrable domain, or all hosts of an address',
    'Set it to `domain` or `ip` for sites that spread over many names and are to be spared as one.',
  ),
  BATCH_HOST_CONCURRENCY: policy(
    '1',
    wholeNumber(1, 1000),
    'batch requests to one host at a time',
    'Raise it for sites of your own, which may be asked faster.',
  ),
  BATCH_ADDRESS_CONCURRENCY: policy(
    '64',
    wholeNumber(0, 100_000),
    'most concurrent batch requests to one address over all hosts, at least BATCH_HOST_CONCURRENCY; 0 = no limit',
    'Lower it to spare hosters of many small sites; raise it for a content network that serves most of your targets.',
  ),
  BATCH_HOST_DELAY_MS: policy(
    '1000',
    wholeNumber(0, 3_600_000),
    "minimum delay between batch requests to a host; 0 for one's own site: then only 429, 503 and failures delay requests",
    'Raise it to be more careful; set it to 0 for sites of your own.',
  ),
  BATCH_ITEMS_FREE: policy(
    '1000',
    wholeNumber(0, 1_000_000_000),
    'batch items a UTC day for a key with plan free; a key may have its own limit',
    'Set it to what you give away.',
  ),
  BATCH_ITEMS_PRO: policy(
    '100000',
    wholeNumber(0, 1_000_000_000),
    'the same of a key with plan pro; enterprise has none',
    'Set it to what you sell.',
  ),
  STORED_MB_FREE: policy(
    '1024',
    wholeNumber(0, 1_000_000_000),
    'MiB of images and large values that inspections of an owner with plan free may store a UTC day; beyond it 429',
    'Set it to what you give away of the object store.',
  ),
  STORED_MB_PRO: policy(
    '51200',
    wholeNumber(0, 1_000_000_000),
    'the same of an owner with plan pro; enterprise has none',
    'Set it to what you sell of the object store.',
  ),
  BATCH_WINDOW: size(
    '800',
    wholeNumber(1, 1_000_000),
    'URLs of all batches that are in the stages at a time',
    'Raise it when stages have free slots while batches wait, as with more fetch parts.',
  ),
  BATCH_RESULT_TTL_SECONDS: policy(
    '600',
    wholeNumber(1, 604_800),
    'how long the response to a batch request is at /inspections/{id}',
    'Raise it for clients that fetch single responses late; it costs memory of the store.',
  ),
  BATCH_RETENTION_DAYS: policy(
    '7',
    wholeNumber(1, 3650),
    'how long a batch that ended is kept, with its results',
    'Raise it to compare crawls over a longer time; it costs disk of the frontier.',
  ),
  SITE_HISTORY_DAYS: policy(
    '400',
    wholeNumber(1, 3650),
    'how long the figures of a finished crawl are kept for `GET /sites`, also after its batch is gone',
    'Change it to what your reports look back on.',
  ),
  BATCHES_LISTEN: connect(
    '',
    text,
    'host:port where the batch part serves gRPC; empty = any free port in one process, else 127.0.0.1:50052',
    'Set it where batch runs apart from the gateway.',
  ),
  BATCHES_ADDRESS: connect(
    '',
    text,
    'where the gateway calls the batch parts: host:port, dns:name:port, or several with commas; empty = where this process serves it, else 127.0.0.1:50052',
    'Set it with BATCHES_LISTEN, to the addresses of all batch parts.',
  ),
}
