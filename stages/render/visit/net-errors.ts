import type { RefusalReason } from '#shared/egress/policy/target-decision.ts'

/** Why the browser could not load a target: `details.reason` of `URL_UNREACHABLE`, with its message. */
export const unreachableReasons = {
  dns_failure: 'The name of the target could not be resolved',
  connection_refused: 'The target refused the connection',
  connection_reset: 'The target closed the connection before the response was complete',
  connection_timeout: 'The target did not accept the connection in time',
  tls_error: 'No secure connection to the target could be made',
  too_many_redirects: 'The target redirects too often',
  too_many_requests: 'The page reached its limit of requests before it was loaded',
  empty_response: 'The target answered with an error and without content',
  invalid_response: 'The response of the target is not valid HTTP or cannot be decoded',
  load_failed: 'The browser could not load the target',
} as const
export type UnreachableReason = keyof typeof unreachableReasons

type NetErrorMeaning =
  | { readonly kind: 'unreachable'; readonly reason: UnreachableReason }
  | { readonly kind: 'refused'; readonly reason: RefusalReason }
  /** The browser shows nothing: a download, a response without content, a scheme of another program. */
  | { readonly kind: 'not_shown' }
  /** The target is not the reason. */
  | { readonly kind: 'internal' }

const unreachable = (reason: UnreachableReason): NetErrorMeaning => ({ kind: 'unreachable', reason })
const refused = (reason: RefusalReason): NetErrorMeaning => ({ kind: 'refused', reason })

/** Chromium's network errors (net_error_list.h), without `net::ERR_`. The first matching line counts. */
const meanings: readonly (readonly [RegExp, NetErrorMeaning])[] = [
  [/^ABORTED$/, { kind: 'not_shown' }],
  [/^(UNSAFE_REDIRECT|UNKNOWN_URL_SCHEME|DISALLOWED_URL_SCHEME)$/, refused('scheme_not_allowed')],
  [/^UNSAFE_PORT$/, refused('port_not_allowed')],
  [/^TOO_MANY_REDIRECTS$/, unreachable('too_many_redirects')],
  [/^HTTP_RESPONSE_CODE_FAILURE$|^INVALID_AUTH_CREDENTIALS$/, unreachable('empty_response')],
  [/CERT|SSL|^(ECH|CT)_/, unreachable('tls_error')],
  [/^(NAME_|ICANN_NAME_|DNS_)/, unreachable('dns_failure')],
  [/^(PROXY_|NO_SUPPORTED_PROXIES|INSUFFICIENT_RESOURCES|OUT_OF_MEMORY)/, { kind: 'internal' }],
  [
    /^(CONNECTION_REFUSED|CONNECTION_FAILED|ADDRESS_UNREACHABLE|TUNNEL_CONNECTION_FAILED|INTERNET_DISCONNECTED)$/,
    unreachable('connection_refused'),
  ],
  [/TIMED_OUT$/, unreachable('connection_timeout')],
  [
    /^(CONNECTION_(RESET|CLOSED|ABORTED)|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|NETWORK_CHANGED)$/,
    unreachable('connection_reset'),
  ],
  [/^(CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING|HTTP2_)/, unreachable('connection_reset')],
  [
    /^(INVALID_(HTTP_)?(RESPONSE|REDIRECT|CHUNKED_ENCODING)|RESPONSE_HEADERS_|CONTENT_DECODING_|UNEXPECTED_PROXY_AUTH)/,
    unreachable('invalid_response'),
  ],
]

/** Classifies a network error of Chromium. */
export function classifyNetError(error: string): NetErrorMeaning {
  const name = error.replace(/^net::ERR_/, '')
  return meanings.find(([pattern]) => pattern.test(name))?.[1] ?? unreachable('load_failed')
}
