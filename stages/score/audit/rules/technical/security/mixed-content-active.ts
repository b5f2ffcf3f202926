import { activeResources, evaluateInsecure } from '../../../derived/resources/subresources.ts'
import { rule } from '../../../engine/rule.ts'

export const mixedContentActive = rule({
  id: 'mixed-content-active',
  severity: 'error',
  title: 'Active mixed content (HTTP scripts, styles, iframes)',
  passTitle: 'Scripts, styles and iframes use HTTPS',
  why: 'Browsers block scripts, style sheets and iframes that an HTTPS page loads over HTTP, so parts of the page do not work.',
  fix: 'Use HTTPS URLs for them.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/lighthouse/best-practices/is-on-https',
  excludes: 'URLs on this machine (localhost, 127.0.0.1).',
  needs: ['document', 'http'],
  messages: {
    insecure:
      '{affected} of {total} {total:script, style sheet or iframe|scripts, style sheets and iframes} {affected:is|are} loaded over HTTP: {url}.',
  },

  check(facts) {
    return evaluateInsecure(facts, activeResources(facts.document))
  },
})
