import { addressOf } from '#shared/web/address-of.ts'
import { canonicalTarget } from '../../../derived/canonical/canonical-target.ts'
import { externalEvidence, fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const canonicalChain = rule({
  id: 'canonical-chain',
  severity: 'warning',
  title: 'Canonical chain',
  passTitle: 'Canonical page is its own canonical',
  why: 'The canonical of this page specifies yet another canonical. Search engines have to choose, and may choose neither.',
  fix: 'Use the last URL of the chain directly.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  needs: ['document', 'http', 'probes', 'targets'],
  messages: { chain: 'The canonical {url} has {next} as its own canonical.' },

  check(facts) {
    const target = canonicalTarget(facts)
    if (target === null) return notApplicable
    const { url, page } = target
    if (page === undefined || page.status === null) return notDecidable('not_read')
    // Errors and redirects of the target have rules of their own.
    if (page.status < 200 || page.status > 299 || page.redirects.length > 0) return notApplicable
    const next = URL.parse(page.canonical ?? '')
    if (next === null || addressOf(next) === addressOf(url)) return pass
    const evidence = [externalEvidence(`${url.href} → ${next.href}`)]
    return fail('chain', { values: { url: url.href, next: next.href }, evidence })
  },
})
