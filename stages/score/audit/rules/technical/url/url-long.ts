import { externalEvidence, fail, pass, rule } from '../../../engine/rule.ts'

/** The sitemap protocol accepts no longer URLs. */
const MAX_CHARS = 2048

export const urlLong = rule({
  id: 'url-long',
  severity: 'info',
  title: 'URL too long',
  passTitle: 'URL length is within limits',
  why: 'Sitemaps do not accept URLs longer than 2,048 characters, and long URLs get cut off or broken when people share them.',
  fix: 'Shorten the path and remove parameters that the page does not need.',
  effort: 'days',
  impact: 'low',
  fixable: false,
  reference: 'https://www.sitemaps.org/protocol.html',
  needs: ['http'],
  messages: { long: 'The URL has {length} characters; sitemaps accept up to {max}.' },
  thresholds: {
    good: 'up to 2,048 characters',
    needs_improvement: 'none',
    poor: 'more than 2,048 characters',
  },

  check({ http: { finalUrl } }) {
    const { length } = finalUrl.href.split('#', 1)[0] ?? ''
    if (length <= MAX_CHARS) return pass
    return fail('long', { values: { length, max: MAX_CHARS }, evidence: [externalEvidence(finalUrl.href)] })
  },
})
