import {
  choice,
  connect,
  onePerCore,
  optional,
  policy,
  size,
  text,
  wholeNumber,
} from '#shared/config/setting-types.ts'

/** Settings of the render stage and its browsers. */
export const renderSettings = {
  CHROME_PATH: connect(
    '',
    optional(text),
    'browser program; empty = the one that is found',
    'Set it to use a Chromium of your own, or one that is not found.',
  ),
  CHROME_SANDBOX: policy(
    'auto',
    choice('on', 'off', 'auto'),
    "the browser's own sandbox; auto = where the system allows it, with a warning where not",
    'Set it to `on`, so that no page is rendered without it; `off` where only pages of your own are.',
  ),
  RENDER_JAIL: policy(
    'auto',
    choice('on', 'off', 'auto'),
    'a network namespace in which browsers reach their proxies and nothing else; auto = where the system allows it, with a warning where not',
    'Set it to `on`, so that no page is rendered without it; `off` where only pages of your own are.',
  ),
  RENDER_CONCURRENCY: onePerCore(
    'pages shown at once, four in a browser at most',
    'Lower it when measurements have to be steady; raise it for pages that wait more than they work.',
  ),
  RENDER_MAX_PAGE_MB: policy(
    '100',
    wholeNumber(1, 100_000),
    'MiB that a rendered page may load',
    'Lower it where traffic costs money; raise it for pages with videos.',
  ),
  RENDER_MEMORY_MB: size(
    '2048',
    wholeNumber(256, 1_048_576),
    'MiB of one process of a browser, and of all for each page in it, at which the browser is ended',
    'Lower it on a small machine, with RENDER_CONCURRENCY; raise it for heavy pages.',
  ),
  PRINT_LISTEN: connect(
    '',
    text,
    'host:port where the render part serves gRPC, which prints reports as PDF; empty = any free port in the process of the gateway, else none',
    'Set it where the render part runs apart from the gateway and reports are to be had as PDF.',
  ),
  PRINT_ADDRESS: connect(
    '',
    text,
    'where the gateway calls the render parts: host:port, dns:name:port, or several with commas; empty = where this process serves it, else there are no PDFs',
    'Set it with PRINT_LISTEN, to the addresses of the render parts.',
  ),
}
