import { metasNamed } from '../../../derived/head/head-elements.ts'
import { isWebUrl } from '../../../derived/page/page-address.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const ogUrlRelative = rule({
  id: 'og-url-relative',
  severity: 'warning',
  title: 'og:url is an absolute address',
  why: 'og:url is the permanent identity of the page for networks; they have no base to resolve a relative address by.',
  fix: 'Write the whole address, beginning with https://.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://ogp.me/#metadata',
  needs: ['document'],
  messages: { relative: 'og:url is "{url}".' },

  check({ document }) {
    const metas = metasNamed(document, 'og:url').filter(({ content }) => content !== '')
    if (metas.length === 0) return notApplicable
    const found = metas.find(({ content }) => !isWebUrl(content))
    if (found === undefined) return pass
    return fail('relative', {
      values: { url: found.content.slice(0, 200) },
      evidence: [elementEvidence(found.element, found.content)],
    })
  },
})
