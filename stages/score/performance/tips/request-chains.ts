import type { LabRequest } from '#shared/messages/payloads/measurement.ts'
import { earlierPaint } from '../advice/earlier-paint.ts'
import { itemOf } from '../advice/items.ts'
import { durationOf } from '../advice/saved-time.ts'
import { type Finding, ms, nameOf, plural, type Tip } from '../advice/tip.ts'
import type { LabFacts } from '../facts.ts'
import { criticalRequests } from '../resources/critical-requests.ts'

type Chain = readonly LabRequest[]

/** Requests below the document from which Lighthouse warns about a chain. */
const LEAST_DEPTH = 2
/** A shorter time cannot be told from noise. */
const LEAST_MS = 100
/** Names of a chain that are shown. */
const SHOWN = 4

/** Chains that end in a font are left to the tips about fonts, which do not block rendering. */
export const requestChains: Tip = {
  id: 'request-chains',
  title: 'Chains of critical requests',
  effort: 'medium',
  when: 'a critical style sheet or script is found only in another one (Lighthouse), 100 ms or more too late',
  learnMore: 'https://developer.chrome.com/docs/performance/insights/network-dependency-tree',
  find(facts) {
    const { measurement, document } = facts
    const critical = criticalRequests(measurement.requests, facts.initiators, document)
    const [worst] = critical
      .filter(({ request, chain }) => chain.length >= LEAST_DEPTH && request.kind !== 'font')
      .map(({ chain }) => ({ chain, savedMs: savedMs(facts, chain) }))
      .toSorted((one, other) => other.savedMs - one.savedMs || other.chain.length - one.chain.length)
    if (worst === undefined || worst.savedMs < LEAST_MS) return null
    return findingOf(facts, critical.length, worst)
  },
}

/**
 * Milliseconds that the last file of a chain comes earlier when all its files are requested with the first one: they share the line
 * then, and none comes faster than it did.
 */
function savedMs({ measurement: { environment } }: LabFacts, chain: Chain): number {
  const [first] = chain
  const endMs = chain.at(-1)?.endMs ?? null
  if (first === undefined || endMs === null) return 0
  const slowest = chain.reduce((longest, file) => Math.max(longest, durationOf(file)), 0)
  const { latencyMs, downloadBytesPerSecond } = environment
  const bytes = chain.reduce((sum, { transferBytes }) => sum + transferBytes, 0)
  const line = downloadBytesPerSecond === null ? 0 : latencyMs + (bytes / downloadBytesPerSecond) * 1000
  return Math.max(0, endMs - first.startMs - Math.max(slowest, line))
}

function findingOf(
  facts: LabFacts,
  count: number,
  { chain, savedMs }: { readonly chain: Chain; readonly savedMs: number },
): Finding {
  const paint = earlierPaint(facts, chain, savedMs)
  const endMs = chain.at(-1)?.endMs ?? 0
  const gain =
    paint > 0 ? `, and the first paint up to ${ms(paint)} earlier` : ', and what depends on it starts earlier'
  const message = `${plural(count, 'critical request')} in chains, up to ${chain.length} of them one after the other until ${ms(endMs)}: ${namesOf(chain)}. Preload the later ones in the HTML (preload, modulepreload), or merge them into the first. The last loads up to ${ms(savedMs)} earlier${gain}.`
  const items = chain.map((file) =>
    itemOf({ url: file.url, bytes: file.transferBytes, ms: durationOf(file) }),
  )
  return { message, ...(paint > 0 && { savings: { fcp: paint, lcp: paint } }), items }
}

/** The first files and the last one. */
function namesOf(chain: Chain): string {
  const names = chain.map(({ url }) => nameOf(url))
  const shown = names.length <= SHOWN ? names : [...names.slice(0, SHOWN - 1), '…', ...names.slice(-1)]
  return shown.join(' → ')
}
