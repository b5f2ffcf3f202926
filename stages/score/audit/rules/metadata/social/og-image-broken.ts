import { metasNamed } from '../../../derived/head/head-elements.ts'
import { probeOutcome } from '../../../derived/links/link-targets.ts'
import { elementEvidence, fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const ogImageBroken = rule({
  id: 'og-image-broken',
  severity: 'warning',
  title: 'Broken og:image',
  passTitle: 'og:image loads',
  why: 'If the image cannot be loaded, shared links appear without an image.',
  fix: 'Point og:image to an image that returns status 200 and an image type.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://ogp.me/#metadata',
  needs: ['document', 'probes'],
  messages: {
    broken: 'og:image {url} cannot be loaded (status {what}).',
    noImage: 'og:image {url} has the type {type}, which is not an image type.',
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
