import { addressesOf, canonicalsOf } from '../../../derived/canonical/canonicals.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const canonicalHeaderMismatch = rule({
  id: 'canonical-header-mismatch',
  severity: 'error',
  title: 'Canonical in HTTP header and HTML differ',
  passTitle: 'Canonical in HTTP header and HTML match',
  why: 'When the Link header and the HTML specify different canonicals, search engines cannot tell which one is meant.',
  fix: 'Keep one of them, or use the same URL in both.',
  effort: 'hours',
  impact: 'high',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  needs: ['document', 'http'],
  messages: { mismatch: 'The Link header specifies {header}, the HTML {html}.' },

  check(facts) {
    const all = canonicalsOf(facts)
    const html = all.filter(({ from }) => from === 'html')
    const header = all.filter(({ from }) => from === 'header')
    const [one] = html
    const [other] = header
    if (one === undefined || other === undefined) return notApplicable
    // Several canonicals in one place are reported by canonical-multiple.
    if (addressesOf(html).size > 1 || addressesOf(header).size > 1) return notApplicable
    if (addressesOf(all).size === 1) return pass
    const values = { html: one.written.slice(0, 200), header: other.written.slice(0, 200) }
    return fail('mismatch', { values, evidence: [one.evidence, other.evidence] })
  },
})
