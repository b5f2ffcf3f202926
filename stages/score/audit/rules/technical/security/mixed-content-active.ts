import { activeResources, isUpgraded } from '../../../derived/resources/subresources.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

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
  needs: ['document', 'http'],
  messages: {
    insecure: '{affected} of {total} scripts, style sheets and frames are asked for by http, such as {url}.',
  },

  check({ document, http }) {
    const { insecure, total } = activeResources(document)
    if (http.finalUrl.protocol !== 'https:' || total === 0) return notApplicable
    const [first] = insecure
    if (first === undefined || isUpgraded({ document, http })) return pass
    const extent = { affected: insecure.length, total }
    const evidence = insecure.slice(0, 10).map(({ element, url }) => elementEvidence(element, url))
    return fail('insecure', { values: { ...extent, url: first.url.slice(0, 200) }, evidence, extent })
  },
})
