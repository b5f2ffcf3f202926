import { metasNamed } from '../../../derived/head/head-elements.ts'
import { probeOutcome } from '../../../derived/links/link-targets.ts'
import { elementEvidence, fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const ogImageBroken = rule({
  id: 'og-image-broken',
  severity: 'warning',
  title: 'Preview image loads',
  why: 'When the image cannot be had, shared links appear without a picture.',
  fix: 'Point og:image to an image that answers with status 200 and an image type.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://ogp.me/#metadata',
  needs: ['document', 'probes'],
  messages: {
    broken: 'og:image {url} cannot be loaded: {what}.',
    noImage: 'og:image {url} is of type {type}, which is no image.',
  },

  check({ document, probes }) {
    const meta = metasNamed(document, 'og:image').find(({ content }) => content !== '')
    const url = meta === undefined ? null : document.resolve(meta.content)
    if (meta === undefined || url === null || !/^https?:/.test(url)) return notApplicable
    const answer = probes.of(url)
    const verdict = probeOutcome(answer)
    const evidence = [elementEvidence(meta.element, url)]
    if (verdict.kind === 'unknown') return notDecidable(verdict.reason)
    if (verdict.kind === 'broken') return fail('broken', { values: { url, what: verdict.what }, evidence })
    const type = answer?.contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
    // Without a specific type, readers sniff the file.
    if (type === '' || type.startsWith('image/') || type === 'application/octet-stream') return pass
    return fail('noImage', { values: { url, type }, evidence })
  },
})
