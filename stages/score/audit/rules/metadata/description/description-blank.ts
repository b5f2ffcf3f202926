import { headMetas } from '../../../derived/head/head-elements.ts'
import { hasNoindex } from '../../../derived/robots/robots-directives.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const descriptionBlank = rule({
  id: 'description-blank',
  severity: 'warning',
  title: 'Empty meta description',
  passTitle: 'Meta description is not empty',
  why: 'An empty meta description is as good as none: Google picks a passage of the page instead.',
  fix: 'Write a sentence or two that summarize this page, or make your CMS omit the tag.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/appearance/snippet',
  needs: ['document', 'http', 'request'],
  messages: { blank: 'The meta description is empty.' },

  check({ document, http, request }) {
    const metas = headMetas(document, 'description')
    const [first] = metas
    if (first === undefined || hasNoindex({ document, http, request })) return notApplicable
    return metas.some(({ content }) => content !== '')
      ? pass
      : fail('blank', { evidence: [elementEvidence(first.element)] })
  },
})
