import { crawledTargets } from '../../../derived/links/link-targets.ts'
import { evaluateTargets } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** Temporary redirects for a visitor: sign-in, consent, another language. The link itself is right. */
const forVisitor = /log-?in|sign-?(?:in|up)|auth|consent|session|account|sso|captcha|challenge|geo/i

export const linkRedirectsInternal = rule({
  id: 'link-redirects-internal',
  severity: 'info',
  title: 'Internal links to redirects',
  passTitle: 'Internal links point to final URLs',
  why: 'A link to a URL that redirects costs visitors and crawlers an extra request.',
  fix: 'Link to the URL that the redirect leads to.',
  effort: 'hours',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
  needs: ['document', 'probes', 'robots'],
  messages: {
    redirects:
      '{affected} of {total} internal {total:link|links} {affected:points to a redirect|point to redirects}: {first}',
  },

  check({ document, probes, robots }) {
    return evaluateTargets(crawledTargets({ document, robots }), 'redirects', ({ url }) => {
      const answer = probes.of(url)
      if (answer === undefined || answer.error === 'refused') return { unknown: 'not_probed' }
      const { status, location } = answer
      if (status === null || status < 300 || status > 399 || location === null) return null
      const isTemporary = status !== 301 && status !== 308
      return isTemporary && forVisitor.test(location) ? null : `${url} → ${location} (${status})`
    })
  },
})
