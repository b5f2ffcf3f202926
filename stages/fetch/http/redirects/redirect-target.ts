import { URL_LIMIT } from '#shared/operations/fields.ts'
import type { HeaderFields } from '../message/header-fields.ts'

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Percent-encodes bytes outside ASCII as they are, whatever the charset, as browsers do. */
function escapeOctets(text: string): string {
  return text.replace(/[\u0080-\u00ff]/g, (octet) => `%${octet.charCodeAt(0).toString(16).toUpperCase()}`)
}

/**
 * Returns the target of a redirect (Fetch Standard, "location URL" and "HTTP-redirect fetch"): absolute, with
 * the fragment of `from` when it has none of its own. Null when the response is not a redirect or has no
 * Location. `unusable` when Location cannot be parsed, has several different values, or is longer than any
 * URL that is inspected: all URLs of a chain are reported, and each link of the page is resolved against the
 * last one.
 */
export function redirectTarget(status: number, headers: HeaderFields, from: URL): URL | 'unusable' | null {
  const given = redirectStatuses.has(status) ? (headers.location ?? []) : []
  const [location, ...others] = new Set(given.filter((value) => value.trim() !== ''))
  if (location === undefined) return null
  const target = others.length > 0 ? null : URL.parse(escapeOctets(location), from.href)
  if (target === null) return 'unusable'
  if (target.hash === '' && !target.href.endsWith('#')) target.hash = from.hash
  return target.href.length > URL_LIMIT ? 'unusable' : target
}
