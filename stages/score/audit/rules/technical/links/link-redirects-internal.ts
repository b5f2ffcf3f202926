import { linkTargets } from '../../../derived/links/link-targets.ts'
import { evaluateTargets } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** Temporary redirects for a visitor: sign-in, consent, another language. The link itself is right. */
const forVisitor = /log-?in|sign-?(?:in|up)|auth|consent|session|account|sso|captcha|challenge|geo/i

export const linkRedirectsInternal = rule({
  id: 'link-redirects-internal',
  severity: 'info',
  title: 'Links name the final address of pages',
  why: 'A link to an address that redirects costs visitors and crawlers another request.',
  fix: 'Link to the address that the redirect leads to.',
  effort: 'hours',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
  needs: ['document', 'probes'],
  messages: { redirects: '{affected} of {total} addresses of this site that links name redirect: {first}.' },

  check({ document, probes }) {
    return evaluateTargets(linkTargets(document).internal, 'redirects', ({ url }) => {
      const answer = probes.of(url)
      if (answer === undefined || answer.error === 'refused') return { unknown: 'not_probed' }
      const { status, location } = answer
      if (status === null || status < 300 || status > 399 || location === null) return null
      const isTemporary = status !== 301 && status !== 308
      return isTemporary && forVisitor.test(location) ? null : `${url} → ${location} (HTTP ${status})`
    })
  },
})
