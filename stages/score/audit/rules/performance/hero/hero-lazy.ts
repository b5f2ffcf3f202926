import { heroImage } from '../../../derived/images/hero.ts'
import { hasHighPriority, isLazy } from '../../../derived/images/loading.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const heroLazy = rule({
  id: 'hero-lazy',
  severity: 'warning',
  title: 'Main image is loaded at once',
  why: 'The first image of the content is likely the largest thing of the first view. With loading="lazy" the browser asks for it only after the layout.',
  fix: 'Remove loading="lazy" from it.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://web.dev/articles/lcp-lazy-loading',
  excludes: 'An image with fetchpriority="high", which priority-contradiction reports.',
  needs: ['document'],
  messages: { lazy: 'The first image of the content is loaded lazily: {src}.' },

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
