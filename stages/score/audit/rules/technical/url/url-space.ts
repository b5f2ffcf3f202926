import { externalEvidence, fail, pass, rule } from '../../../engine/rule.ts'

export const urlSpace = rule({
  id: 'url-space',
  severity: 'info',
  title: 'URL path has no spaces',
  why: 'A space is written %20 in an address, which is hard to read and breaks where people copy or type it.',
  fix: 'Use hyphens between words.',
  effort: 'hours',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
  needs: ['http'],
  messages: { space: 'The path {path} has spaces.' },

  check({ http: { finalUrl } }) {
    if (!finalUrl.pathname.includes('%20')) return pass
    const values = { path: finalUrl.pathname.slice(0, 200) }
    return fail('space', { values, evidence: [externalEvidence(finalUrl.href)] })
  },
})
