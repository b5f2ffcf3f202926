import { lcpParts } from '../advice/findings.ts'
import { ms, nameOf, type Tip } from '../advice/tip.ts'

export const lcpImageLazy: Tip = {
  id: 'lcp-image-lazy',
  title: 'Largest image loaded lazily',
  when: 'the largest image has loading="lazy"',
  learnMore: 'https://web.dev/articles/lcp-lazy-loading',
  find(facts) {
    const parts = lcpParts(facts)
    if (parts === null || facts.lcpImage?.image.isLazy !== true) return null
    const message = `The largest image, ${nameOf(parts.request.url)}, loads lazily and was requested ${ms(parts.loadDelay)} after the first byte. Remove loading="lazy".`
    return { message, savings: { lcp: parts.loadDelay } }
  },
}
