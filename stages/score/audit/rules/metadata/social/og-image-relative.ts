import { metasNamed } from '../../../derived/head/head-elements.ts'
import { isWebUrl } from '../../../derived/page/page-address.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const ogImageRelative = rule({
  id: 'og-image-relative',
  severity: 'warning',
  title: 'og:image is an absolute address',
  why: 'Networks fetch the preview image from outside of the page and do not resolve relative addresses.',
  fix: 'Write the whole address of the image, beginning with https://.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://ogp.me/#structured',
  needs: ['document'],
  messages: { relative: '{affected} of {total} preview images have no absolute address, such as "{url}".' },

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
