import { type ContentPolicy, policiesOf } from '../../../derived/resources/content-policies.ts'
import { externalEvidence, fail, pass, rule } from '../../../engine/rule.ts'

export const cspMissing = rule({
  id: 'csp-missing',
  severity: 'info',
  title: 'No effective Content Security Policy',
  passTitle: 'Content Security Policy restricts scripts',
  why: 'A policy blocks scripts that attackers inject into the page. It does not affect ranking, but a hacked page does.',
  fix: 'Send a Content-Security-Policy header with nonces or hashes and strict-dynamic for scripts.',
  effort: 'days',
  impact: 'low',
  fixable: false,
  reference: 'https://developer.chrome.com/docs/lighthouse/best-practices/csp-xss',
  needs: ['document', 'http'],
  messages: {
    missing: 'The page has no enforced Content-Security-Policy.',
    noScripts: 'The Content-Security-Policy does not restrict scripts.',
    inline: 'The Content-Security-Policy allows any inline script.',
  },

  check(facts) {
    const policies = policiesOf(facts)
    if (policies.length === 0) return fail('missing')
    const sources = policies.map(scriptSources).filter((value) => value !== undefined)
    const [first] = sources
    if (first === undefined) return fail('noScripts')
    // Browsers enforce all policies together, so one strict policy suffices.
    return sources.every(allowsInline)
      ? fail('inline', { evidence: [externalEvidence(`script-src ${first}`)] })
      : pass
  },
})

function scriptSources({ directives }: ContentPolicy): string | undefined {
  return directives.get('script-src') ?? directives.get('default-src')
}

/** A nonce, a hash or strict-dynamic disables unsafe-inline (CSP Level 3, 6.7.3.2). */
function allowsInline(sources: string): boolean {
  return (
    sources.includes("'unsafe-inline'") && !/'(?:nonce-|sha(?:256|384|512)-|strict-dynamic)/.test(sources)
  )
}
