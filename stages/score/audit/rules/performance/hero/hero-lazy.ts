import { heroImage } from '../../../derived/images/hero.ts'
import { hasHighPriority, isLazy } from '../../../derived/images/loading.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const heroLazy = rule({
  id: 'hero-lazy',
  severity: 'warning',
  title: 'Main image loaded lazily',
  passTitle: 'Main image is not loaded lazily',
  why: 'The first content image is probably the largest element of the first screen. With loading="lazy" the browser requests it only after layout.',
  fix: 'Remove loading="lazy" from the image.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://web.dev/articles/lcp-lazy-loading',
  excludes: 'An image with fetchpriority="high" is reported by priority-contradiction.',
  needs: ['document'],
  messages: { lazy: 'The first content image is loaded lazily: {src}.' },

  check({ document }) {
    const hero = heroImage(document)
    if (hero === null) return notApplicable
    // An image that is lazy and urgent at once is reported by priority-contradiction.
    if (hasHighPriority(hero) && isLazy(hero)) return notApplicable
    if (!isLazy(hero)) return pass
    return fail('lazy', {
      values: { src: hero.attribs.src?.slice(0, 200) ?? '' },
      evidence: [elementEvidence(hero, 'lazy')],
    })
  },
})
