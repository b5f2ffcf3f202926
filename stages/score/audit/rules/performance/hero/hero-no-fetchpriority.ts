import { heroImage } from '../../../derived/images/hero.ts'
import { hasHighPriority, isLazy } from '../../../derived/images/loading.ts'
import { isPreloaded } from '../../../derived/resources/resource-hints.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const heroNoFetchpriority = rule({
  id: 'hero-no-fetchpriority',
  severity: 'info',
  title: 'Main image without high fetch priority',
  passTitle: 'Main image has high fetch priority',
  why: 'Browsers load images at low priority until layout shows which ones are visible. With fetchpriority="high" the largest image starts immediately.',
  fix: 'Add fetchpriority="high" to the largest image of the first screen, and to no other.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://web.dev/articles/fetch-priority',
  needs: ['document'],
  messages: { none: 'The first content image has neither fetchpriority="high" nor a preload: {src}.' },

  check({ document }) {
    const hero = heroImage(document)
    // A lazy image is reported by hero-lazy.
    if (hero === null || isLazy(hero)) return notApplicable
    const src = hero.attribs.src?.trim() ?? ''
    if (src === '' || src.startsWith('data:')) return notApplicable
    if (hasHighPriority(hero) || isPreloaded(document, hero)) return pass
    return fail('none', { values: { src: src.slice(0, 200) }, evidence: [elementEvidence(hero, src)] })
  },
})
