import type { ApiError } from './api-error.ts'

/** What happened and what to do, in words for a person. */
export interface Explanation {
  readonly title: string
  readonly remedy: string
}

/** By error code: `infra/docs/clients.md#errors`. */
const explanations: Readonly<Record<string, Explanation>> = {
  VALIDATION_ERROR: {
    title: 'The request is not valid',
    remedy: 'Correct the fields that are marked, then run it again.',
  },
  MISSING_PARAMETER: { title: 'A field is missing', remedy: 'Fill in the field that is marked.' },
  INVALID_URL: {
    title: 'This URL cannot be inspected',
    remedy: 'Use a public http or https URL. Private networks are refused.',
  },
  INVALID_API_KEY: {
    title: 'The key was refused',
    remedy:
      'A key is refused once it is revoked, here or elsewhere, and when it is mistyped. Enter another one to go on.',
  },
  INSUFFICIENT_PERMISSIONS: {
    title: 'The key lacks a permission',
    remedy: 'Use a key with this scope, or ask whoever manages the keys for one.',
  },
  ROBOTS_TXT_BLOCKED: {
    title: 'The site does not want to be inspected',
    remedy:
      'Its robots.txt names PageProbe and disallows this path. Only the owner of the site can change that.',
  },
  NOT_FOUND: {
    title: 'There is nothing here',
    remedy: 'It may have expired, or belong to another owner. Inspections are kept for 24 hours.',
  },
  ELEMENT_NOT_FOUND: {
    title: 'No element matches the selector',
    remedy: 'Check the selector, or let the page settle with waitFor.',
  },
  METHOD_NOT_ALLOWED: {
    title: 'The service does not offer this',
    remedy: 'Reload the console: it may be older than the service.',
  },
  CONFLICT: {
    title: 'The batch takes no more URLs',
    remedy: 'It was started, or has ended. Submit the URLs as a batch of their own.',
  },
  TIMEOUT: {
    title: 'The page took too long',
    remedy:
      'Try a longer timeout, or waitUntil "load" or "domcontentloaded" for pages that never come to rest.',
  },
  PAGE_TOO_TALL: {
    title: 'The page is too tall for one screenshot',
    remedy:
      'Choose one of the formats that the message names, capture one element with selector, use a smaller width or scale, or turn fullPage off.',
  },
  PAYLOAD_TOO_LARGE: { title: 'The request is too large', remedy: 'Send fewer URLs at once.' },
  UNSUPPORTED_MEDIA_TYPE: {
    title: 'The service cannot read this file',
    remedy: 'Send a text file with one URL per line.',
  },
  URL_UNREACHABLE: {
    title: 'The page cannot be reached',
    remedy: 'Check the URL, and whether the site is up for everybody.',
  },
  UNSUPPORTED_CONTENT: {
    title: 'This is not a web page',
    remedy: 'Only HTML can be inspected this way. A snapshot can show what a browser shows.',
  },
  RESPONSE_TOO_LARGE: { title: 'The page is too large', remedy: 'Inspect a smaller page of the site.' },
  RATE_LIMIT_EXCEEDED: {
    title: 'The daily limit of this key is spent',
    remedy: 'Wait until it is renewed, or use a key with a higher limit.',
  },
  INTERNAL_ERROR: {
    title: 'Something went wrong in the service',
    remedy: 'Run it again. If it stays, report the request id.',
  },
  PAGE_LOAD_FAILED: {
    title: 'The page did not load',
    remedy:
      'The site is unreachable, or responds with an error. A performance result needs a page that loads.',
  },
  SERVICE_UNAVAILABLE: {
    title: 'The service is busy, or a part of it is unavailable',
    remedy: 'Run it again in a moment.',
  },
  BROWSER_CRASHED: {
    title: 'The page crashed the browser',
    remedy: 'Run it again. If it stays, the page needs too much memory.',
  },
  METADATA_FAILED: {
    title: 'The page could not be read',
    remedy: 'It is unreachable, too slow, or not HTML. Check the URL in a browser.',
  },
  OFFLINE: {
    title: 'The service does not respond',
    remedy: 'Check whether it runs and whether you are online, then try again.',
  },
  UNEXPECTED: {
    title: 'The response was not understood',
    remedy: 'Reload the console. If it stays, report the request id.',
  },
}

const UNKNOWN: Explanation = {
  title: 'It did not work',
  remedy: 'Try again. If it stays, report the request id.',
}

/** Says what an error means and what to do about it. */
export function explain({ code }: Pick<ApiError, 'code'>): Explanation {
  return Object.hasOwn(explanations, code) ? (explanations[code] ?? UNKNOWN) : UNKNOWN
}

/** By error code, where the answer to a key that is tried means something else than elsewhere. */
const ofKeys: Readonly<Record<string, Explanation>> = {
  INVALID_API_KEY: {
    title: 'The service does not accept this key',
    remedy:
      'It is mistyped, or it was revoked. Copy it anew, or ask whoever manages the keys for another one.',
  },
  RATE_LIMIT_EXCEEDED: {
    title: 'Too many tries with keys that are not valid',
    remedy: 'Wait, then try again.',
  },
  SERVICE_UNAVAILABLE: {
    title: 'The service cannot check the key now',
    remedy: 'A part of it is unavailable. The key may be good: try again in a moment.',
  },
}

/** Says why a key that was tried cannot be used, and what to do about it. */
export function explainKey(error: Pick<ApiError, 'code'>): Explanation {
  return (Object.hasOwn(ofKeys, error.code) ? ofKeys[error.code] : undefined) ?? explain(error)
}
