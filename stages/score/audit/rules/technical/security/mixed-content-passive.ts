import { evaluateInsecure, passiveResources } from '../../../derived/resources/subresources.ts'
import { rule } from '../../../engine/rule.ts'

export const mixedContentPassive = rule({
  id: 'mixed-content-passive',
  severity: 'warning',
  title: 'Images and media come by https',
  why: 'Browsers ask for them by https instead and leave them out where that fails; older ones show the page as not secure.',
  fix: 'Use https addresses for them.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/lighthouse/best-practices/is-on-https',
  excludes: 'Addresses of this machine (localhost, 127.0.0.1).',
  needs: ['document', 'http'],
  messages: { insecure: '{affected} of {total} images and media are asked for by http, such as {url}.' },

  check(facts) {
    return evaluateInsecure(facts, passiveResources(facts.document))
  },
})
