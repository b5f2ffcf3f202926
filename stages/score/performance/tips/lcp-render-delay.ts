import { lcpParts } from '../advice/findings.ts'
import { itemOf } from '../advice/items.ts'
import { ms, nameOf, type Tip } from '../advice/tip.ts'

/** Share of LCP by web.dev's "Optimize LCP", and a minimum that is above noise. */
const MOST_SHARE = 0.1
const LEAST_MS = 100

export const lcpRenderDelay: Tip = {
  id: 'lcp-render-delay',
  title: 'Largest image shown late',
  effort: 'medium',
  when: 'the largest image is shown later than 10 % of LCP and 100 ms after it was loaded',
  learnMore: 'https://developer.chrome.com/docs/performance/insights/lcp-breakdown',
  find(facts) {
    const parts = lcpParts(facts)
    if (parts === null) return null
    const { renderDelay, lcp, request, selector } = parts
    if (renderDelay <= lcp * MOST_SHARE || renderDelay < LEAST_MS) return null
    const message = `The largest image, ${nameOf(request.url)}, was loaded but not shown for ${ms(renderDelay)}. Remove what delays its paint: render-blocking files, long tasks, or a script or animation that reveals it.`
    const items = [itemOf({ url: request.url, selector, ms: renderDelay })]
    return { message, savings: { lcp: renderDelay }, items }
  },
}
