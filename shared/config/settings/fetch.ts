import { choice, setting, share, text, wholeNumber } from '#shared/config/setting-types.ts'
import { parseAllow, parseHosts, parsePorts } from '#shared/egress/policy/egress-rules.ts'

/** Settings of look-ups, egress, robots.txt and the fetch stage. */
export const fetchSettings = {
  LOOKUPS_LISTEN: setting(
    '',
    text,
    'host:port where the fetch stage serves gRPC look-ups; empty = any free port in one process, else 127.0.0.1:50051',
  ),
  LOOKUPS_ADDRESS: setting(
    '',
    text,
    'where the other parts call them: comma list or dns: name; empty = where this process serves them, else 127.0.0.1:50051',
  ),
  EGRESS_ALLOW: setting(
    '',
    parseAllow,
    'addresses the policy would refuse and that are allowed all the same: comma list of address:port or CIDR:port, port * = any',
  ),
  EGRESS_HOSTS: setting('', parseHosts, 'comma list of name=address that is used before DNS'),
  EGRESS_PORTS: setting(
    '',
    parsePorts,
    'target ports that are allowed, comma list with ranges; empty = 80, 443 and from 1024 on without service ports',
  ),
  ROBOTS_POLICY: setting('named', choice('named', 'strict', 'off'), 'whose robots.txt groups are enforced'),
  ROBOTS_TIMEOUT_MS: setting('3000', wholeNumber(100, 60_000), 'for reading a robots.txt'),
  ROBOTS_CACHE_SECONDS: setting('3600', wholeNumber(1, 86_400), 'how long a robots.txt is kept'),
  DNS_TIMEOUT_MS: setting('5000', wholeNumber(100, 60_000), 'for one name'),
  DNS_CACHE_MS: setting('5000', wholeNumber(0, 3_600_000), 'how long the addresses of a name are cached'),
  DNS_MAX_ANSWERS: setting('16', wholeNumber(1, 1000), 'most addresses of a name that are tried'),
  CONNECT_TIMEOUT_MS: setting('5000', wholeNumber(100, 60_000), 'for one connection to a target'),
  FETCH_TIMEOUT_MS: setting('10000', wholeNumber(100, 60_000), 'for a target fetch in all'),
  FETCH_MAX_BYTES: setting(
    '52428800',
    wholeNumber(1024, 1_073_741_824),
    'most bytes of a target body, decompressed',
  ),
  FETCH_MAX_RATIO: setting(
    '1100',
    wholeNumber(2, 1_000_000_000),
    'most bytes that one byte of a compressed body may unpack to; gzip makes 1032 at most',
  ),
  FETCH_RATIO_FROM_BYTES: setting(
    '2097152',
    wholeNumber(0, 1_073_741_824),
    'unpacked bytes of a body from which on FETCH_MAX_RATIO counts',
  ),
  FETCH_MAX_REDIRECTS: setting('10', wholeNumber(0, 50), 'most redirects of a target fetch'),
  FETCH_MAX_HEADER_BYTES: setting(
    '131072',
    wholeNumber(4096, 1_048_576),
    "most bytes of a target's response headers",
  ),
  FETCH_CONNECTIONS_PER_ORIGIN: setting('16', wholeNumber(1, 1000), 'connections to one origin at a time'),
  FETCH_IDLE_MS: setting(
    '4000',
    wholeNumber(0, 600_000),
    'how long an unused connection to a target is kept',
  ),
  PROBE_TIMEOUT_MS: setting('4000', wholeNumber(100, 60_000), 'for asking one URL found in a page'),
  IMAGE_MAX_BYTES: setting(
    '10485760',
    wholeNumber(1024, 1_073_741_824),
    'most bytes of an image that is described or shown as a thumbnail',
  ),
  IMAGE_MAX_PIXELS: setting(
    '50000000',
    wholeNumber(1, 1_000_000_000),
    'most pixels of an image that is described or shown as a thumbnail',
  ),
  THUMBNAIL_TIMEOUT_MS: setting(
    '8000',
    wholeNumber(100, 9000),
    'for making a thumbnail: waiting, download and decoding',
  ),
  THUMBNAIL_CONCURRENCY: setting(
    '8',
    wholeNumber(1, 1000),
    'thumbnails that a fetch stage makes at a time, apart from its other work',
  ),
  THUMBNAIL_WAITING: setting(
    '64',
    wholeNumber(0, 10_000),
    'thumbnails that wait for that at a time, and those of a key that wait at a gateway; more get 503',
  ),
  FETCH_CONCURRENCY: setting('64', wholeNumber(1, 10_000), 'pages fetched at once by a fetch stage'),
  BODY_MEMORY_MB: setting(
    '512',
    wholeNumber(1, 1_048_576),
    'MiB that bodies of targets may take in a process, the first 256 KiB of each not counted',
  ),
  BODY_MEMORY_SHARE: setting('0.5', share, 'share of BODY_MEMORY_MB that one client may take'),
  BODY_MEMORY_WAIT_MS: setting(
    '2000',
    wholeNumber(0, 60_000),
    'how long a body waits for its share of BODY_MEMORY_MB before 503',
  ),
  BODY_MEMORY_WAITING: setting(
    '16',
    wholeNumber(1, 10_000),
    'bodies of one client that wait at a time; more get 503',
  ),
}
