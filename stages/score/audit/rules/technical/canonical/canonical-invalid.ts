import { canonicalsOf } from '../../../derived/canonical/canonicals.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const canonicalInvalid = rule({
  id: 'canonical-invalid',
  severity: 'error',
  title: 'Invalid canonical URL',
  passTitle: 'Canonical URL is valid',
  why: 'A canonical that is empty or not an http or https URL is ignored.',
  fix: 'Use the full URL of the page, starting with https://.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/lighthouse/seo/canonical',
  needs: ['document', 'http'],
  messages: { invalid: 'The canonical "{written}" is not an http or https URL.' },

  check(facts) {
    const all = canonicalsOf(facts)
    if (all.length === 0) return notApplicable
    const found = all.find(({ url }) => url === null)
    if (found === undefined) return pass
    return fail('invalid', { values: { written: found.written.slice(0, 200) }, evidence: [found.evidence] })
  },
})
