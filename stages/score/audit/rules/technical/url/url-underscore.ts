import { externalEvidence, fail, pass, rule } from '../../../engine/rule.ts'

export const urlUnderscore = rule({
  id: 'url-underscore',
  severity: 'info',
  title: 'Words of the URL are parted by hyphens',
  why: 'Google recommends hyphens between the words of an address: they are seen as separate words, while underscores join them.',
  fix: 'Use hyphens in new addresses; old ones need no change.',
  effort: 'hours',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
  needs: ['http'],
  messages: { underscore: 'The path {path} has underscores.' },

  check({ http: { finalUrl } }) {
    if (!finalUrl.pathname.includes('_')) return pass
    const values = { path: finalUrl.pathname.slice(0, 200) }
    return fail('underscore', { values, evidence: [externalEvidence(finalUrl.href)] })
  },
})
