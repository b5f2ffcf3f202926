import { hintsOf, MAX_PRECONNECTS, originOf } from '../../../derived/resources/resource-hints.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const preconnectTooMany = rule({
  id: 'preconnect-too-many',
  severity: 'info',
  title: 'Too many preconnects',
  passTitle: 'Preconnects are used sparingly',
  why: 'Each connection costs work on both sides and competes with the files that are needed first.',
  fix: 'Keep preconnect for the hosts that the first screen needs, and use dns-prefetch for others.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://web.dev/articles/preconnect-and-dns-prefetch',
  needs: ['document'],
  messages: { many: 'The page preconnects to {count} hosts; up to {max} is good.' },
  thresholds: { good: 'up to 4 hosts', needs_improvement: 'more than 4 hosts', poor: 'none' },

  check({ document }) {
    const hints = hintsOf(document, 'preconnect')
    if (hints.length === 0) return notApplicable
    const count = new Set(hints.map(({ url }) => originOf(url)).filter((origin) => origin !== null)).size
    if (count <= MAX_PRECONNECTS) return pass
    const evidence = hints.map(({ element, url }) => elementEvidence(element, url ?? ''))
    return fail('many', { values: { count, max: MAX_PRECONNECTS }, evidence })
  },
})
