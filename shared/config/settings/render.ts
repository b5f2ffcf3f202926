import { choice, onePerCore, optional, setting, text, wholeNumber } from '#shared/config/setting-types.ts'

/** Settings of the render stage and its browsers. */
export const renderSettings = {
  CHROME_PATH: setting('', optional(text), 'browser program; empty = the one that is found'),
  CHROME_SANDBOX: setting(
    'auto',
    choice('on', 'off', 'auto'),
    "the browser's own sandbox; auto = where the system allows it, with a warning where not",
  ),
  CHROME_UID: setting(
    '65533',
    wholeNumber(1, 4_294_967_294),
    'user and group id, best used by nothing else, that sandboxed browsers run with where the service runs as root',
  ),
  RENDER_JAIL: setting(
    'auto',
    choice('on', 'off', 'auto'),
    'a network namespace in which browsers reach their proxies and nothing else; auto = where the system allows it, with a warning where not',
  ),
  RENDER_CONCURRENCY: onePerCore('pages shown at once, four in a browser at most'),
  RENDER_MAX_PAGE_MB: setting('100', wholeNumber(1, 100_000), 'MiB that a rendered page may load'),
  RENDER_MAX_IMAGE_MB: setting(
    '64',
    wholeNumber(1, 500),
    'MiB of a screenshot; a larger one gets 413 and is not stored',
  ),
  RENDER_MAX_MESSAGE_MB: setting(
    '96',
    wholeNumber(1, 500),
    'MiB of one DevTools message, a screenshot among them; a longer one ends its browser',
  ),
  RENDER_MAX_TRAFFIC_MB: setting(
    '1536',
    wholeNumber(1, 1_048_576),
    'MiB of all DevTools messages of one page; with more, its browser is ended',
  ),
  RENDER_MEMORY_MB: setting(
    '2048',
    wholeNumber(256, 1_048_576),
    'MiB of one process of it, and of all for each page in it, at which a browser is ended',
  ),
  RENDER_MAX_REQUESTS: setting('5000', wholeNumber(1, 1_000_000), 'requests that a rendered page may make'),
  RENDER_MAX_CONNECTIONS: setting(
    '256',
    wholeNumber(1, 10_000),
    'connections of a rendered page to targets at a time',
  ),
  RENDER_IDLE_MS: setting(
    '75000',
    wholeNumber(100, 600_000),
    "how long a rendered page's connection may be silent",
  ),
  RENDER_SILENCE_MS: setting(
    '30000',
    wholeNumber(1000, 3_600_000),
    'how long the render part may give no sign of life before its process is replaced, or ends where it runs alone',
  ),
  PRINT_LISTEN: setting(
    '',
    text,
    'host:port where the render part serves gRPC, which prints reports as PDF; empty = any free port in the process of the gateway, else none',
  ),
  PRINT_ADDRESS: setting(
    '',
    text,
    'where the gateway calls the render parts: host:port, dns:name:port, or several with commas; empty = where this process serves it, else there are no PDFs',
  ),
  RENDER_BROWSER_JOBS: setting('200', wholeNumber(1, 1_000_000), 'pages after which a browser is replaced'),
  RENDER_BROWSER_AGE_MS: setting(
    '3600000',
    wholeNumber(1000, 604_800_000),
    'time after which a browser is replaced, once a page is done',
  ),
}
