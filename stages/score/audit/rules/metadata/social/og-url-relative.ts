import { metasNamed } from '../../../derived/head/head-elements.ts'
import { isWebUrl } from '../../../derived/page/page-address.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const ogUrlRelative = rule({
  id: 'og-url-relative',
  severity: 'warning',
  title: 'Relative og:url',
  passTitle: 'og:url is absolute',
  why: 'og:url identifies the page permanently for social networks; they have no base to resolve a relative URL.',
  fix: 'Use the full URL, starting with https://.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://ogp.me/#metadata',
  needs: ['document'],
  messages: { relative: 'og:url is the relative URL "{url}".' },

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
