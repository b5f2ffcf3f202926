import { isHeadTruncated, metasNamed } from '../../../derived/head/head-elements.ts'
import { hasNoindex } from '../../../derived/robots/robots-directives.ts'
import { fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const descriptionMissing = rule({
  id: 'description-missing',
  severity: 'warning',
  title: 'Missing meta description',
  passTitle: 'Page has a meta description',
  why: 'Google may show the meta description in results if it describes the page better than any passage of its text.',
  fix: 'Add a meta description that summarizes this page in a sentence or two.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/appearance/snippet',
  needs: ['document', 'http', 'request'],
  messages: { missing: 'The page has no meta description.' },

  check({ document, http, request }) {
    if (hasNoindex({ document, http, request })) return notApplicable
    const metas = metasNamed(document, 'description')
    if (metas.some(({ isInHead }) => isInHead)) return pass
    // A description in the body is reported by metadata-in-body or head-broken.
    if (metas.length > 0) return notApplicable
    return isHeadTruncated(document) ? notDecidable('truncated') : fail('missing')
  },
})
