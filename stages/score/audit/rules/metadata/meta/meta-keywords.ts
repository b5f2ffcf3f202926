import { headMetas } from '../../../derived/head/head-elements.ts'
import { elementEvidence, fail, pass, rule } from '../../../engine/rule.ts'

export const metaKeywords = rule({
  id: 'meta-keywords',
  severity: 'info',
  title: 'Meta keywords in use',
  passTitle: 'Page has no meta keywords',
  why: 'Google does not use meta keywords at all; they only show competitors what you are targeting.',
  fix: 'Remove the tag, unless your own site search uses it.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/special-tags',
  needs: ['document'],
  messages: { present: 'The page has meta keywords, which Google ignores.' },

  check({ document }) {
    const metas = headMetas(document, 'keywords')
    if (metas.length === 0) return pass
    return fail('present', {
      evidence: metas.map(({ element, content }) => elementEvidence(element, content)),
    })
  },
})
