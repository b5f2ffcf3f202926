import { isHeadTruncated, metasNamed } from '../../../derived/head/head-elements.ts'
import { hasNoindex } from '../../../derived/robots/robots-directives.ts'
import { externalEvidence, fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

/** ogp.me, "Basic Metadata": the four required properties. */
const required = ['og:title', 'og:type', 'og:image', 'og:url']

export const ogRequiredMissing = rule({
  id: 'og-required-missing',
  severity: 'info',
  title: 'Incomplete Open Graph tags',
  passTitle: 'Open Graph tags are complete',
  why: 'Social networks and messengers build the preview of a shared link from these four properties.',
  fix: 'Add the missing Open Graph properties to the head.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://ogp.me/#metadata',
  needs: ['document', 'http', 'request'],
  messages: {
    missing:
      '{affected} of {total} required Open Graph {total:property|properties} {affected:is|are} missing: {names}.',
  },

  check({ document, http, request }) {
    if (hasNoindex({ document, http, request })) return notApplicable
    const missing = required.filter((name) => !has(name))
    if (missing.length === 0) return pass
    if (isHeadTruncated(document)) return notDecidable('truncated')
    return fail('missing', {
      values: { names: missing.join(', ') },
      evidence: missing.map((name) => externalEvidence(name)),
      extent: { affected: missing.length, total: required.length },
    })

    function has(name: string): boolean {
      const others = name === 'og:image' ? ['og:image:url', 'og:image:secure_url'] : []
      return [name, ...others].some((one) => metasNamed(document, one).some(({ content }) => content !== ''))
    }
  },
})
