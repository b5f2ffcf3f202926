import { itemOf } from '../advice/items.ts'
import { ms, type Tip } from '../advice/tip.ts'
import type { LabFacts } from '../facts.ts'

/** Lighthouse 13, document latency. */
const MOST_MS = 600
/** Emulated latency hides shorter times: responses take at least the latency, and a little more. */
const LATENCY_SLACK = 1.1

export const serverResponseSlow: Tip = {
  id: 'server-response-slow',
  title: 'Slow server response',
  effort: 'high',
  when: 'the response of the document takes more than 600 ms to begin, redirects excluded',
  learnMore: 'https://web.dev/articles/optimize-ttfb',
  find(facts) {
    const response = responseMs(facts)
    if (response === null || response <= MOST_MS) return null
    const saved = response - MOST_MS
    const message = `The server took ${ms(response)} to respond. Up to ${ms(MOST_MS)} is usual. Cache the page, or speed up what generates it.`
    const items = [itemOf({ url: facts.document?.url ?? null, ms: response })]
    return { message, savings: { ttfb: saved, fcp: saved, lcp: saved }, items }
  },
}

function responseMs({ vitals: { ttfb }, document, measurement }: LabFacts): number | null {
  if (ttfb.value === null || document === null) return null
  const response = ttfb.value - document.startMs
  return response > measurement.environment.latencyMs * LATENCY_SLACK ? response : null
}
