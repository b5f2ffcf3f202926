import { lcpParts } from '../advice/findings.ts'
import { itemOf } from '../advice/items.ts'
import { kib, ms, nameOf, type Tip } from '../advice/tip.ts'

/** Share of LCP by web.dev's "Optimize LCP", and a minimum that is above noise. */
const MOST_SHARE = 0.4
const LEAST_MS = 100

export const lcpImageSlow: Tip = {
  id: 'lcp-image-slow',
  title: 'Largest image slow to load',
  effort: 'medium',
  when: 'the largest image takes more than 40 % of LCP and 100 ms to load',
  learnMore: 'https://web.dev/articles/optimize-lcp',
  find(facts) {
    const parts = lcpParts(facts)
    if (parts === null || parts.load < LEAST_MS) return null
    const { load, lcp, request, selector } = parts
    const excess = load - lcp * MOST_SHARE
    if (excess <= 0) return null
    const message = `The largest image, ${nameOf(request.url)}, took ${ms(load)} of ${ms(lcp)} to load (${kib(request.transferBytes)}). Make it smaller, or serve it from a CDN.`
    const items = [itemOf({ url: request.url, selector, bytes: request.transferBytes, ms: load })]
    return { message, savings: { lcp: excess }, items }
  },
}
