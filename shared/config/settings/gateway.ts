import {
  connect,
  flag,
  hostNames,
  optional,
  origins,
  size,
  text,
  urlOf,
  wholeNumber,
} from '#shared/config/setting-types.ts'

/** Settings of the gateway: its address, its clients, and limits of connections and of waiting. */
export const gatewaySettings = {
  HOST: connect(
    '127.0.0.1',
    text,
    'address the gateway listens on',
    'Set it to `0.0.0.0` or a name of this machine to serve other machines; without TLS, so put a proxy before it.',
  ),
  PORT: connect(
    '8080',
    wholeNumber(0, 65_535),
    'port of the gateway; 0 = any free one, printed',
    'Change it when another program has the port.',
  ),
  PUBLIC_URL: connect(
    '',
    optional(urlOf('http', 'https')),
    'base of the links in responses; from host and port when empty',
    'Set it behind a proxy and with parts in several processes: clients must reach the links.',
  ),
  ALLOWED_HOSTS: connect(
    '',
    hostNames,
    'hosts besides localhost and that of PUBLIC_URL that a service on loopback accepts, comma list; others get 421',
    'Add the name under which a proxy on this machine calls the service.',
  ),
  TRUST_PROXY: connect(
    'off',
    flag,
    'whether X-Forwarded-For names the client: its last entry does',
    'Turn it on behind a proxy that writes the header; without one, any client could choose its address.',
  ),
  CORS_ORIGINS: connect(
    '',
    origins,
    'web origins whose pages may call the service, comma list like https://app.example; empty = none',
    'Add the origins of web pages that call the service from a browser.',
  ),
  HTTP_MAX_CONNECTIONS: size(
    '10000',
    wholeNumber(1, 1_000_000),
    'most connections of clients at a time',
    'Raise it when many clients keep connections open; costs memory and file handles.',
  ),
  QUEUE_LIMIT: size(
    '10000',
    wholeNumber(1, 1_000_000),
    'accepted inspections that may wait in the interactive lane; those for the browser are counted separately',
    'Raise it when bursts get 429 and may wait; lower it to refuse sooner.',
  ),
}
