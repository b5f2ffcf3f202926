import { assetsOf } from '../../../derived/resources/assets.ts'
import { metaPolicies } from '../../../derived/resources/content-policies.ts'
import { hintsOf } from '../../../derived/resources/resource-hints.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const metaCspBlocksPreload = rule({
  id: 'meta-csp-blocks-preload',
  severity: 'warning',
  title: 'Content security policy is a header',
  why: 'With a policy in a meta element Chrome does not look ahead for scripts, style sheets and images, so that they are loaded later.',
  fix: 'Send the policy as the HTTP header Content-Security-Policy.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://rviscomi.github.io/capo.js/user/validation/',
  needs: ['document'],
  messages: { meta: 'A Content-Security-Policy stands in a meta element, and {count} files are loaded.' },

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
