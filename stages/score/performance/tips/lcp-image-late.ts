import { lcpParts } from '../advice/findings.ts'
import { itemOf } from '../advice/items.ts'
import { ms, nameOf, type Tip } from '../advice/tip.ts'

/** Share of LCP by web.dev's "Optimize LCP", and a minimum that is above noise. */
const MOST_SHARE = 0.1
const LEAST_MS = 100

export const lcpImageLate: Tip = {
  id: 'lcp-image-late',
  title: 'Largest image requested late',
  effort: 'low',
  when: 'the largest image is requested later than 10 % of LCP and 100 ms after the first byte',
  learnMore: 'https://developer.chrome.com/docs/performance/insights/lcp-discovery',
  find(facts) {
    const parts = lcpParts(facts)
    if (parts === null || facts.lcpImage?.image.isLazy === true) return null
    const { loadDelay, lcp, request, selector } = parts
    if (loadDelay <= lcp * MOST_SHARE || loadDelay < LEAST_MS) return null
    const message = `The largest image, ${nameOf(request.url)}, was requested ${ms(loadDelay)} after the first byte. Put it in the HTML and add fetchpriority="high".`
    const items = [itemOf({ url: request.url, selector, ms: loadDelay })]
    return { message, savings: { lcp: loadDelay }, items }
  },
}
