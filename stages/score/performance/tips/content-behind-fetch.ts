import { filesByTime } from '../advice/items.ts'
import { durationOf } from '../advice/saved-time.ts'
import { ms, nameOf, type Tip } from '../advice/tip.ts'
import { metrics } from '../vitals/metrics.ts'

/** Same limit as for the document. */
const MOST_MS = 600

export const contentBehindFetch: Tip = {
  id: 'content-behind-fetch',
  title: 'Main content waits for a script request',
  effort: 'high',
  when: 'LCP is over 2,500 ms and a request by script of more than 600 ms ended before it',
  learnMore: 'https://web.dev/articles/optimize-lcp',
  find({ vitals: { lcp }, measurement: { requests, environment } }) {
    const paint = lcp.value
    if (paint === null || paint <= metrics.lcp.good) return null
    const [slowest] = requests
      .filter(({ kind, endMs }) => kind === 'fetch' && endMs !== null && endMs <= paint)
      .toSorted((one, other) => durationOf(other) - durationOf(one))
    if (slowest === undefined) return null
    const excess = durationOf(slowest) - environment.latencyMs - MOST_MS
    if (excess <= 0) return null
    const message = `A script's request to ${nameOf(slowest.url)} took ${ms(durationOf(slowest))} before the largest contentful paint. Put above-the-fold content in the HTML.`
    return { message, savings: { lcp: excess }, items: filesByTime([slowest]) }
  },
}
