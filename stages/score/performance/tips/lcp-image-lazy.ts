import { lcpParts } from '../advice/findings.ts'
import { itemOf } from '../advice/items.ts'
import { ms, nameOf, type Tip } from '../advice/tip.ts'

export const lcpImageLazy: Tip = {
  id: 'lcp-image-lazy',
  title: 'Largest image loaded lazily',
  effort: 'low',
  when: 'the largest image has loading="lazy"',
  learnMore: 'https://web.dev/articles/lcp-lazy-loading',
  find(facts) {
    const parts = lcpParts(facts)
    if (parts === null || facts.lcpImage?.image.isLazy !== true) return null
    const message = `The largest image, ${nameOf(parts.request.url)}, loads lazily and was requested ${ms(parts.loadDelay)} after the first byte. Remove loading="lazy".`
    const items = [itemOf({ url: parts.request.url, selector: parts.selector, ms: parts.loadDelay })]
    return { message, savings: { lcp: parts.loadDelay }, items }
  },
}
