import { matchesPath, type StepLimit } from '#shared/robots/pattern.ts'

export type UrlPattern = (address: string, limit: StepLimit) => boolean | 'unknown'

/**
 * Compares addresses with a pattern: `*` stands for any characters, also none; every other character for itself. A
 * pattern that begins with `/` is compared with path and query, any other with the whole address. It takes time in
 * proportion to address and pattern, whatever the pattern is; `unknown` when the steps ended before.
 */
export function urlPattern(pattern: string): UrlPattern {
  const pieces = asWritten(pattern).split('*')
  const isPath = pattern.startsWith('/')
  return (address, limit) =>
    matchesPath({ pieces, isAnchored: true }, isPath ? pathOf(address) : address, limit)
}

/** What follows scheme and host. */
function pathOf(address: string): string {
  return address.slice(address.indexOf('/', address.indexOf('//') + 2))
}

/** Addresses have other characters percent-encoded (URL Standard). */
function asWritten(pattern: string): string {
  return pattern.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent)
}
