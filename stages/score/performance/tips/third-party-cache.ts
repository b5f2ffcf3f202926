import { cachedItem } from '../advice/findings.ts'
import { kib, nameOf, plural, type Tip } from '../advice/tip.ts'
import type { LabFacts, StaticFile } from '../facts.ts'
import { remainingLifetime, repeatTransfer } from '../resources/repeat-transfer.ts'
import { scriptChains } from '../resources/script-chains.ts'
import { providersOf, transferOf } from '../resources/totals.ts'

/** Lifetime that is long enough for the site's own files too (`cache-lifetime-short`), in seconds. */
const WEEK_S = 7 * 86_400
/** Bytes up to which Lighthouse (until version 12, uses-long-cache-ttl) calls a page good. */
const LEAST_BYTES = 28 * 1024
/** Maximum number of providers that are named. */
const SHOWN = 3

export const thirdPartyCache: Tip = {
  id: 'third-party-cache',
  title: 'Short cache lifetime of files of other sites',
  effort: 'medium',
  when: 'files of other sites may be cached for less than 7 days, and a later visit transfers 28 KiB or more of them again',
  learnMore: 'https://developer.chrome.com/docs/performance/insights/cache',
  find(facts) {
    const short = facts.thirdFiles.filter((file) => isShort(file) && repeatTransfer(file) > 0)
    const wastedBytes = Math.round(short.reduce((sum, file) => sum + repeatTransfer(file), 0))
    if (wastedBytes < LEAST_BYTES) return null
    const requests = short.map(({ request }) => request)
    const seen = transferOf(requests.filter(({ secondView }) => secondView === 'network'))
    const confirmed = seen > 0 ? `, ${kib(seen)} even in a second view right after` : ''
    const message = `${plural(short.length, 'file')} of other sites (${kib(transferOf(requests))}) may be cached for less than 7 days, from ${providersOf(requests, SHOWN).join(', ')}: a later visit transfers about ${kib(wastedBytes)} again${confirmed}. ${chainOf(facts)}Host them yourself if their terms allow it, load them only when used (facade), or remove them.`
    const items = short
      .map((file) => ({ ...cachedItem(file.request), bytes: Math.round(repeatTransfer(file)) }))
      .toSorted((one, other) => other.bytes - one.bytes)
    return { message, wastedBytes, items }
  },
}

/** Images that must not be kept are there to count visits. */
function isShort({ request: { kind }, freshness }: StaticFile): boolean {
  return remainingLifetime(freshness) < WEEK_S && (freshness.isReusable || kind !== 'image')
}

/** A sentence about the script that causes the most bytes of further scripts; '' without one. */
function chainOf({ parties: { third }, initiators }: LabFacts): string {
  const [heaviest] = scriptChains(third, initiators)
  if (heaviest === undefined) return ''
  const { first, further, depth, transferBytes } = heaviest
  return `${nameOf(first.url)} loads ${plural(further.length, 'further script')} of other sites (${kib(transferBytes)}), up to ${depth} one after the other. `
}
