import { asksNoindex, canonicalTarget } from '../../../derived/canonical/canonical-target.ts'
import { externalEvidence, fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const canonicalTargetNoindex = rule({
  id: 'canonical-target-noindex',
  severity: 'error',
  title: 'Canonical points to a noindex page',
  passTitle: 'Canonical page may be indexed',
  why: 'This page asks to be shown under a URL that must not be indexed, so neither page may appear.',
  fix: 'Remove noindex from the canonical page, or use another URL.',
  effort: 'minutes',
  impact: 'high',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  needs: ['document', 'http', 'probes', 'targets', 'request'],
  messages: { noindex: 'The canonical {url} is set to noindex.' },

  check({ request, ...facts }) {
    const target = canonicalTarget(facts)
    if (target === null) return notApplicable
    const { url, page } = target
    if (page === undefined || page.status === null) return notDecidable('not_read')
    // Robots directives of an error page do not count; canonical-target-4xx and -5xx report the error.
    if (page.status < 200 || page.status > 299) return notApplicable
    if (!asksNoindex(page, request.at)) return pass
    const written = [
      ...page.robotsMetas.map(({ name, content }) => `${name}: ${content}`),
      ...page.robotsHeaders,
    ]
    return fail('noindex', { values: { url: url.href }, evidence: written.map(externalEvidence) })
  },
})
