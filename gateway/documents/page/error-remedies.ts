import type { ErrorCode } from '#shared/errors.ts'

/** What the author of a client does about each error code. */
export const errorRemedies: Readonly<Record<ErrorCode, string>> = {
  VALIDATION_ERROR:
    'Correct the parameter that the message names. The reference below has its type and bounds.',
  MISSING_PARAMETER: 'Send the parameter that `details.parameter` names.',
  INVALID_URL:
    'Send a public `http` or `https` URL. Private networks are refused, also as targets of redirects.',
  INVALID_API_KEY: 'Send a valid key in the header `X-API-Key`.',
  INSUFFICIENT_PERMISSIONS: 'Use a key with the scope that `details.required_scope` names.',
  ROBOTS_TXT_BLOCKED: 'Do not retry. Only the owner of the site can change its robots.txt.',
  NOT_FOUND:
    'Check the path and the id. What is past its retention, or belongs to another owner, is not found either.',
  ELEMENT_NOT_FOUND: 'Check `selector`, or wait for the element with `waitFor`.',
  METHOD_NOT_ALLOWED: 'Use a method that the header `Allow` names.',
  CONFLICT:
    'Send the lines from `details.next` on. A batch in another state than `open` (`details.state`) takes none.',
  TIMEOUT:
    'Raise `timeout`, or use `waitUntil` `load` or `domcontentloaded` for pages that never come to rest.',
  PAGE_TOO_TALL:
    'Use a format that the message names, a smaller scale or width, `selector`, or no `fullPage`.',
  PAYLOAD_TOO_LARGE: 'Send less at once. `details.limit_bytes` is the limit.',
  UNSUPPORTED_MEDIA_TYPE:
    'Send `Content-Type: application/json`, or the type that the reference names, without compression.',
  URL_UNREACHABLE: 'Check the URL in a browser. `details.reason` says what failed.',
  UNSUPPORTED_CONTENT: 'Send the URL of an HTML page. A snapshot shows whatever a browser shows.',
  RESPONSE_TOO_LARGE: 'Inspect a smaller page of the site.',
  RATE_LIMIT_EXCEEDED: 'Retry after the seconds of `Retry-After`, or use a key with a higher limit.',
  INTERNAL_ERROR:
    'Retry with growing pauses. If it stays, report the request id to whoever runs the service.',
  PAGE_LOAD_FAILED: 'Check the URL in a browser: a measurement needs a page that loads with a status of 2xx.',
  SERVICE_UNAVAILABLE:
    'Retry after the seconds of `Retry-After`. Where there is a `Location`, read the response there.',
  BROWSER_CRASHED: 'Retry once. If it stays, the page needs more memory than a browser has.',
}
