import { externalEvidence, fail, pass, rule } from '../../../engine/rule.ts'

export const urlUnderscore = rule({
  id: 'url-underscore',
  severity: 'info',
  title: 'Underscores in the URL',
  passTitle: 'URL has no underscores',
  why: 'Google recommends hyphens between the words of a URL: hyphens separate words, underscores join them.',
  fix: 'Use hyphens in new URLs; existing ones need no change.',
  effort: 'hours',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
  needs: ['http'],
  messages: { underscore: 'The path {path} contains underscores.' },

  check({ http: { finalUrl } }) {
    if (!finalUrl.pathname.includes('_')) return pass
    const values = { path: finalUrl.pathname.slice(0, 200) }
    return fail('underscore', { values, evidence: [externalEvidence(finalUrl.href)] })
  },
})
