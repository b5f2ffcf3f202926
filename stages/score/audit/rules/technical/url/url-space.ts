import { externalEvidence, fail, pass, rule } from '../../../engine/rule.ts'

export const urlSpace = rule({
  id: 'url-space',
  severity: 'info',
  title: 'Spaces in the URL',
  passTitle: 'URL path has no spaces',
  why: 'A space in a URL is written as %20, which is hard to read and breaks when people copy or type it.',
  fix: 'Use hyphens between words.',
  effort: 'hours',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
  needs: ['http'],
  messages: { space: 'The path {path} contains spaces.' },

  check({ http: { finalUrl } }) {
    if (!finalUrl.pathname.includes('%20')) return pass
    const values = { path: finalUrl.pathname.slice(0, 200) }
    return fail('space', { values, evidence: [externalEvidence(finalUrl.href)] })
  },
})
