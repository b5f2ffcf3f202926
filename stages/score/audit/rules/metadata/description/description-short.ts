import { headMetas } from '../../../derived/head/head-elements.ts'
import { hasNoindex } from '../../../derived/robots/robots-directives.ts'
import { columnsOf } from '../../../derived/text/line-width.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

const FEWEST_COLUMNS = 50

export const descriptionShort = rule({
  id: 'description-short',
  severity: 'info',
  title: 'Meta description too short',
  passTitle: 'Meta description is long enough',
  why: 'Google prefers specific descriptions; a few words rarely say more than the title.',
  fix: 'Add what readers find on the page: its topic, key facts, and who it is for.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/appearance/snippet',
  needs: ['document', 'http', 'request'],
  messages: { tooShort: 'The meta description has only {count} {count:character|characters}.' },

  check({ document, http, request }) {
    const first = headMetas(document, 'description').find(({ content }) => content !== '')
    if (first === undefined || hasNoindex({ document, http, request })) return notApplicable
    const count = columnsOf(first.content.slice(0, 200))
    if (count >= FEWEST_COLUMNS) return pass
    return fail('tooShort', { values: { count }, evidence: [elementEvidence(first.element, first.content)] })
  },
})
