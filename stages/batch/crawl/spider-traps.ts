import type { Family } from '../frontier/frontier.ts'
import { isFarDate } from './calendar-trap.ts'
import { crawlLimits } from './crawl-limits.ts'

/** Returns true when a URL looks like one of endlessly many. `now`: milliseconds since the epoch. */
export function isTrap({ href, pathname, search }: URL, now: number): boolean {
  return (
    href.length > crawlLimits.urlChars ||
    isEndless(pathname.split('/').filter((segment) => segment !== '')) ||
    (search !== '' && search.split('&').length > crawlLimits.parameters) ||
    isFarDate(pathname, search, now)
  )
}

function isEndless(segments: readonly string[]): boolean {
  return segments.length > crawlLimits.segments || hasFrequentSegment(segments) || hasRepeats(segments)
}

function hasFrequentSegment(segments: readonly string[]): boolean {
  if (segments.length <= crawlLimits.sameSegments) return false
  const counts = new Map<string, number>()
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1)
  return Math.max(...counts.values()) > crawlLimits.sameSegments
}

/**
 * Detects a sequence of segments that occurs more than `repeats` times in a row: over so many times its
 * length, each segment equals the one a length before.
 */
function hasRepeats(segments: readonly string[]): boolean {
  const times = crawlLimits.repeats
  for (let length = 1; length * (times + 1) <= segments.length; length++) {
    let run = 0
    for (let at = length; at < segments.length; at++) {
      run = segments[at] === segments[at - length] ? run + 1 : 0
      if (run === length * times) return true
    }
  }
  return false
}

/**
 * Returns the family of a URL: URLs that are likely variants of each other, with the same path and another
 * query. Null without a query.
 */
export function familyOf(address: string): Family | null {
  const [path = '', query] = address.split('?', 2)
  if (query === undefined) return null
  if (query.includes('&')) return { name: `${path}?`, maxMembers: crawlLimits.facetsOfPath }
  const [name = ''] = query.split('=', 1)
  return { name: `${path}?${name}`, maxMembers: crawlLimits.pagesOfPath }
}
