import {
  flag,
  hostNames,
  optional,
  origins,
  setting,
  share,
  text,
  urlOf,
  wholeNumber,
} from '#shared/config/setting-types.ts'

/** Settings of the gateway: its address, its clients, and limits of their time, memory and connections. */
export const gatewaySettings = {
  HOST: setting('127.0.0.1', text, 'address the gateway listens on'),
  PORT: setting('8080', wholeNumber(0, 65_535), 'port of the gateway; 0 = any free one, printed'),
  PUBLIC_URL: setting(
    '',
    optional(urlOf('http', 'https')),
    'base of the links in responses; from host and port when empty',
  ),
  ALLOWED_HOSTS: setting(
    '',
    hostNames,
    'hosts besides localhost and that of PUBLIC_URL that a service on loopback accepts, comma list; others get 421',
  ),
  TRUST_PROXY: setting('off', flag, 'whether X-Forwarded-For names the client: its last entry does'),
  KEY_FAILURES_PER_MINUTE: setting(
    '30',
    wholeNumber(1, 1_000_000),
    'calls without a valid key that a client may make before they get 429',
  ),
  CORS_ORIGINS: setting(
    '',
    origins,
    'web origins whose pages may call the service, comma list like https://app.example; empty = none',
  ),
  HTTP_HEADERS_TIMEOUT_MS: setting(
    '10000',
    wholeNumber(100, 600_000),
    'a client gets so long for the headers of a request',
  ),
  HTTP_REQUEST_TIMEOUT_MS: setting(
    '30000',
    wholeNumber(100, 600_000),
    'a client gets so long for a whole request',
  ),
  HTTP_KEEP_ALIVE_MS: setting(
    '5000',
    wholeNumber(100, 600_000),
    "how long a client's unused connection is kept",
  ),
  HTTP_MAX_HEADER_BYTES: setting('16384', wholeNumber(4096, 1_048_576), "most bytes of a request's headers"),
  HTTP_MAX_HEADERS: setting('100', wholeNumber(20, 2000), 'most header fields of a request'),
  HTTP_MAX_REQUESTS_PER_SOCKET: setting(
    '10000',
    wholeNumber(1, 1_000_000_000),
    'requests after which a connection is closed',
  ),
  HTTP_SILENT_READER_MS: setting(
    '30000',
    wholeNumber(100, 600_000),
    'idle limit for a client that stops reading its response',
  ),
  HTTP_TRANSFER_MB: setting(
    '128',
    wholeNumber(1, 65_536),
    'MiB that images and bodies under way to clients may take, 256 KiB each, half of it for one address; beyond it 503',
  ),
  HTTP_MAX_CONNECTIONS: setting('10000', wholeNumber(1, 1_000_000), 'most connections of clients at a time'),
  HTTP_KEYLESS_CONNECTIONS: setting(
    '5000',
    wholeNumber(1, 1_000_000),
    'most of them from one address on which no valid key was sent so far; behind a proxy, its own is that address',
  ),
  THUMBNAILS_PER_KEY: setting(
    '4',
    wholeNumber(1, 1000),
    'thumbnails of one key that a gateway asks for at a time; others of the key wait',
  ),
  HTTP_KEYLESS_PER_MINUTE: setting(
    '6000',
    wholeNumber(1, 10_000_000),
    'calls of documents, images, bodies and metrics that a client may make before they get 429',
  ),
  HISTORY_PER_OWNER: setting(
    '10000',
    wholeNumber(1, 1_000_000),
    'inspections of the last 24 h that are listed for an owner: the newest',
  ),
  HISTORY_SCANNED: setting(
    '1000',
    wholeNumber(1, 100_000),
    'inspections that a page of the list looks at for those that its filters ask for',
  ),
}

/** Limits of queues and of waiting. */
export const queueSettings = {
  QUEUE_LIMIT: setting(
    '10000',
    wholeNumber(1, 1_000_000),
    'accepted inspections that may wait in the interactive lane; those for the browser are counted separately',
  ),
  QUEUE_WAIT_SHARE: setting(
    '0.6',
    share,
    'share of the wait time of a caller within which a browser is predicted to finish; otherwise 503 at once',
  ),
  QUEUE_STANDING_MS: setting(
    '3000',
    wholeNumber(1, 600_000),
    'predicted wait to which the queue of an owner for a browser is cut once it has been longer for 10 s',
  ),
  QUEUE_HIGH_WATER: setting(
    '1000',
    wholeNumber(1, 100_000),
    'pending records at which a stage pauses a lane',
  ),
}
