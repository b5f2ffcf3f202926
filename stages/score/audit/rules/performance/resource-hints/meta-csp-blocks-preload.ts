import { assetsOf } from '../../../derived/resources/assets.ts'
import { metaPolicies } from '../../../derived/resources/content-policies.ts'
import { hintsOf } from '../../../derived/resources/resource-hints.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const metaCspBlocksPreload = rule({
  id: 'meta-csp-blocks-preload',
  severity: 'warning',
  title: 'Content Security Policy in a meta element',
  passTitle: 'Content Security Policy is not set in a meta element',
  why: 'With a policy in a meta element, Chrome turns off its preload scanner, so scripts, style sheets and images are discovered later.',
  fix: 'Send the policy as the Content-Security-Policy HTTP header.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://rviscomi.github.io/capo.js/user/validation/',
  needs: ['document'],
  messages: {
    meta: 'A Content-Security-Policy meta element delays the discovery of {count} {count:file|files}.',
  },

  check({ document }) {
    const metas = metaPolicies(document)
    if (metas.length === 0) return notApplicable
    const count = assetsOf(document).length + hintsOf(document, 'preload').length
    if (count === 0) return pass
    return fail('meta', {
      values: { count },
      evidence: metas.map(({ element, content }) => elementEvidence(element, content)),
    })
  },
})
