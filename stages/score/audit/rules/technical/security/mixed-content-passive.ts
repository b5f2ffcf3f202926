import { isUpgraded, passiveResources } from '../../../derived/resources/subresources.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

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
  needs: ['document', 'http'],
  messages: { insecure: '{affected} of {total} images and media are asked for by http, such as {url}.' },

  check({ document, http }) {
    const { insecure, total } = passiveResources(document)
    if (http.finalUrl.protocol !== 'https:' || total === 0) return notApplicable
    const [first] = insecure
    if (first === undefined || isUpgraded({ document, http })) return pass
    const extent = { affected: insecure.length, total }
    const evidence = insecure.slice(0, 10).map(({ element, url }) => elementEvidence(element, url))
    return fail('insecure', { values: { ...extent, url: first.url.slice(0, 200) }, evidence, extent })
  },
})
