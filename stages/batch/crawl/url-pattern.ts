import { matchesPath, type StepLimit } from '#shared/web/robots/pattern.ts'

export type UrlPattern = (address: string, limit: StepLimit) => boolean | 'unknown'

/**
 * Makes a pattern for URLs: `*` matches any characters, also none; every other character matches itself. A
 * pattern that starts with `/` is compared with path and query, any other with the whole URL. The time is
 * proportional to URL and pattern. The result is `unknown` when the step limit was reached.
 */
export function urlPattern(pattern: string): UrlPattern {
  const pieces = asWritten(pattern).split('*')
  const isPath = pattern.startsWith('/')
  return (address, limit) =>
    matchesPath({ pieces, isAnchored: true }, isPath ? pathOf(address) : address, limit)
}

/** Returns the part after scheme and host. */
function pathOf(address: string): string {
  return address.slice(address.indexOf('/', address.indexOf('//') + 2))
}

/** URLs have other characters percent-encoded (URL Standard). */
function asWritten(pattern: string): string {
  return pattern.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent)
}
