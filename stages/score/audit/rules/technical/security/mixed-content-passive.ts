import { evaluateInsecure, passiveResources } from '../../../derived/resources/subresources.ts'
import { rule } from '../../../engine/rule.ts'

export const mixedContentPassive = rule({
  id: 'mixed-content-passive',
  severity: 'warning',
  title: 'Passive mixed content (HTTP images and media)',
  passTitle: 'Images and media use HTTPS',
  why: 'Browsers request them over HTTPS instead and drop them if that fails; older browsers mark the page as not secure.',
  fix: 'Use HTTPS URLs for them.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/lighthouse/best-practices/is-on-https',
  excludes: 'URLs on this machine (localhost, 127.0.0.1).',
  needs: ['document', 'http'],
  messages: {
    insecure:
      '{affected} of {total} {total:image or media file|images and media files} {affected:is|are} loaded over HTTP: {url}.',
  },

  check(facts) {
    return evaluateInsecure(facts, passiveResources(facts.document))
  },
})
