import { URL_LIMIT } from '../operations/fields.ts'
import type { UrlResolver } from '../web/html/url-resolver.ts'

/** An address of a page, such as that of a canonical. */
export interface ReadAddress {
  /** As written, trimmed; cut to `URL_LIMIT`. */
  readonly written: string
  /** Absolute; null for '', for one that cannot be parsed and for one that is longer than `URL_LIMIT`, written or absolute. */
  readonly absolute: string | null
}

/** Reads the address that an `href` names; `resolve` is that of the document that holds it. */
export function readAddress(href: string, resolve: UrlResolver): ReadAddress {
  const whole = href.trim()
  if (whole.length > URL_LIMIT) return { written: whole.slice(0, URL_LIMIT).toWellFormed(), absolute: null }
  const absolute = whole === '' ? null : resolve(whole)
  return { written: whole, absolute: absolute !== null && absolute.length <= URL_LIMIT ? absolute : null }
}
