import { headMetas } from '../../../derived/head/head-elements.ts'
import { hasNoindex } from '../../../derived/robots/robots-directives.ts'
import { columnsOf } from '../../../derived/text/line-width.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

const FEWEST_COLUMNS = 50

export const descriptionShort = rule({
  id: 'description-short',
  severity: 'info',
  title: 'Meta description says enough',
  why: 'Google prefers descriptions that are specific; a few words seldom tell more than the title.',
  fix: 'Add what the reader finds on the page: its topic, key facts, for whom it is.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/appearance/snippet',
  needs: ['document', 'http', 'request'],
  messages: { tooShort: 'The meta description has {count} characters.' },

  check({ document, http, request }) {
    const first = headMetas(document, 'description').find(({ content }) => content !== '')
    if (first === undefined || hasNoindex({ document, http, request })) return notApplicable
    const count = columnsOf(first.content.slice(0, 200))
    if (count >= FEWEST_COLUMNS) return pass
    return fail('tooShort', { values: { count }, evidence: [elementEvidence(first.element, first.content)] })
  },
})
