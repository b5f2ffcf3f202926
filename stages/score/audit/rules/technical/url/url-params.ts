import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

const MAX_PARAMETERS = 3

export const urlParams = rule({
  id: 'url-params',
  severity: 'info',
  title: 'Too many URL parameters',
  passTitle: 'URL has few parameters',
  why: 'URLs with many parameters can create endless variants of the same content, which wastes crawl budget.',
  fix: 'Remove parameters that do not change the content.',
  effort: 'hours',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
  needs: ['http'],
  messages: { many: 'The URL has {count} parameters; up to {max} is good.' },
  thresholds: { good: 'up to 3 parameters', needs_improvement: 'more than 3 parameters', poor: 'none' },

  check({ http: { finalUrl } }) {
    const count = new Set(finalUrl.searchParams.keys()).size
    if (count === 0) return notApplicable
    if (count <= MAX_PARAMETERS) return pass
    return fail('many', {
      values: { count, max: MAX_PARAMETERS },
      evidence: [externalEvidence(finalUrl.href)],
    })
  },
})
