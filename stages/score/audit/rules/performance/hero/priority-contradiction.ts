import { hasHighPriority, isLazy } from '../../../derived/images/loading.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

const MAX_HIGH = 2

export const priorityContradiction = rule({
  id: 'priority-contradiction',
  severity: 'warning',
  title: 'Contradictory image priorities',
  passTitle: 'Image priorities are consistent',
  why: 'An image that is both high priority and lazy is loaded late, and when many images have high priority, none of them gains.',
  fix: 'Use fetchpriority="high" on one image of the first screen, without loading="lazy".',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://web.dev/articles/fetch-priority',
  needs: ['document'],
  messages: {
    lazy: '{affected} of {total} {total:image|images} with fetchpriority="high" {affected:is|are} loaded lazily: {element}.',
    many: '{count} images have fetchpriority="high"; up to {max} is good.',
  },

  check({ document }) {
    const high = document
      .withAttribute('fetchpriority')
      .filter((element) => element.name === 'img' && hasHighPriority(element))
    if (high.length === 0) return notApplicable
    const lazy = high.filter(isLazy)
    const extent = { affected: lazy.length, total: high.length }
    if (lazy.length > 0)
      return fail('lazy', { evidence: lazy.map((image) => elementEvidence(image, 'high, lazy')), extent })
    if (high.length <= MAX_HIGH) return pass
    const evidence = high.map((image) => elementEvidence(image, 'high'))
    return fail('many', { values: { count: high.length, max: MAX_HIGH }, evidence })
  },
})
