import { metasNamed } from '../../../derived/head/head-elements.ts'
import { isWebUrl } from '../../../derived/page/page-address.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const ogImageRelative = rule({
  id: 'og-image-relative',
  severity: 'warning',
  title: 'Relative og:image URL',
  passTitle: 'og:image URL is absolute',
  why: 'Social networks fetch the preview image from outside the page and do not resolve relative URLs.',
  fix: 'Use the full URL of the image, starting with https://.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://ogp.me/#structured',
  needs: ['document'],
  messages: {
    relative:
      '{affected} of {total} preview {total:image|images} {affected:has|have} no absolute URL: "{url}".',
  },

  check({ document }) {
    const metas = ['og:image', 'og:image:url', 'og:image:secure_url']
      .flatMap((name) => metasNamed(document, name))
      .filter(({ content }) => content !== '')
    if (metas.length === 0) return notApplicable
    const found = metas.filter(({ content }) => !isWebUrl(content))
    const [first] = found
    if (first === undefined) return pass
    const extent = { affected: found.length, total: metas.length }
    const evidence = found.map(({ element, content }) => elementEvidence(element, content))
    return fail('relative', { values: { url: first.content.slice(0, 200) }, evidence, extent })
  },
})
