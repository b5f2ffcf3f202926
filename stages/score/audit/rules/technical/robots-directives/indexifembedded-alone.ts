import { directivesFor, isNoindex } from '../../../derived/robots/robots-directives.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const indexifembeddedAlone = rule({
  id: 'indexifembedded-alone',
  severity: 'info',
  title: 'indexifembedded without noindex',
  passTitle: 'indexifembedded is used with noindex',
  why: 'indexifembedded lets Google index the content when another page embeds it even though it has noindex; without noindex it does nothing.',
  fix: 'Add noindex, or remove indexifembedded.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
  needs: ['document', 'http'],
  messages: { alone: 'The page has indexifembedded without noindex.' },

  check(facts) {
    const all = directivesFor(facts, 'googlebot')
    const first = all.find(({ name }) => name === 'indexifembedded')
    if (first === undefined) return notApplicable
    return all.some(isNoindex) ? pass : fail('alone', { evidence: [first.evidence] })
  },
})
