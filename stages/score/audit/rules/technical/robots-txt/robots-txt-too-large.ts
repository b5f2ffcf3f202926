import { maxRobotsBytes } from '#shared/web/robots/robots-txt.ts'
import { externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const robotsTxtTooLarge = rule({
  id: 'robots-txt-too-large',
  severity: 'warning',
  title: 'robots.txt too large',
  passTitle: 'robots.txt is within the size limit',
  why: 'Google reads the first 500 KiB of robots.txt and ignores the rest.',
  fix: 'Combine rules with wildcards, or move what should not be crawled into one folder.',
  effort: 'hours',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.rfc-editor.org/rfc/rfc9309#name-limits',
  needs: ['robots'],
  messages: { tooLarge: '{url} is {bytes} bytes; crawlers read the first {max}.' },
  thresholds: { good: 'up to 500 KiB', needs_improvement: 'over 500 KiB', poor: 'over 500 KiB' },

  check({ robots: { state, bytes, url } }) {
    if (state !== 'found') return notApplicable
    if (bytes <= maxRobotsBytes) return pass
    return fail('tooLarge', {
      values: { url, bytes, max: maxRobotsBytes },
      evidence: [externalEvidence(url)],
    })
  },
})
