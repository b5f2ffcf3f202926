import { activeResources, evaluateInsecure } from '../../../derived/resources/subresources.ts'
import { rule } from '../../../engine/rule.ts'

export const mixedContentActive = rule({
  id: 'mixed-content-active',
  severity: 'error',
  title: 'Scripts, styles and frames come by https',
  why: 'Browsers block scripts, style sheets and frames that an https page asks for by http, so parts of the page do not work.',
  fix: 'Use https addresses for them.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/lighthouse/best-practices/is-on-https',
  excludes: 'Addresses of this machine (localhost, 127.0.0.1).',
  needs: ['document', 'http'],
  messages: {
    insecure: '{affected} of {total} scripts, style sheets and frames are asked for by http, such as {url}.',
  },

  check(facts) {
    return evaluateInsecure(facts, activeResources(facts.document))
  },
})
