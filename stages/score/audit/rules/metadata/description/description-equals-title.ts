import { headMetas } from '../../../derived/head/head-elements.ts'
import { hasNoindex } from '../../../derived/robots/robots-directives.ts'
import { plainText, titleText } from '../../../derived/title/titles.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

const MAX_CHARS = 5_000

export const descriptionEqualsTitle = rule({
  id: 'description-equals-title',
  severity: 'info',
  title: 'Meta description same as the title',
  passTitle: 'Meta description differs from the title',
  why: 'A description that repeats the title gives searchers nothing new, so Google is more likely to show a passage of the page.',
  fix: 'Describe the content of the page instead of repeating its title.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/appearance/snippet',
  needs: ['document', 'http', 'request'],
  messages: { equal: 'The meta description is the same as the title: "{first}".' },

  check({ document, http, request }) {
    const title = titleText(document)
    const first = headMetas(document, 'description').find(({ content }) => content !== '')
    if (title === null || first === undefined || hasNoindex({ document, http, request })) return notApplicable
    const isEqual = plainText(title) === plainText(first.content.slice(0, MAX_CHARS))
    return isEqual ? fail('equal', { evidence: [elementEvidence(first.element, first.content)] }) : pass
  },
})
