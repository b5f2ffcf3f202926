import { headMetas } from '../../derived/head/meta-elements.ts'
import { linksOf } from '../../derived/links/links.ts'
import { probeOutcome } from '../../derived/links/probe-outcome.ts'
import type { Facts } from '../../facts/facts.ts'

const levels = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const

/** Section `metrics`: numbers of the page (`infra/docs/contract.md#seo-audit`). */
export function metricsOf({ document, probes, metadata, http }: Facts) {
  const links = linksOf(document)
  const images = document.byTag('img')
  const withAlt = images.filter(({ attribs }) => attribs.alt !== undefined).length
  const counts = levels.map((level) => [level, document.byTag(level).length] as const)
  const description = headMetas(document, 'description')[0]?.content ?? ''
  return {
    title_length: (document.title ?? '').length,
    description_length: description.length,
    headings: {
      ...(Object.fromEntries(counts) as Record<(typeof levels)[number], number>),
      total: counts.reduce((sum, [, count]) => sum + count, 0),
    },
    links: {
      internal: links.filter(({ type }) => type === 'internal').length,
      external: links.filter(({ type }) => type === 'external').length,
      broken: links.filter(({ href }) => href !== null && probeOutcome(probes.of(href)).kind === 'broken')
        .length,
      total: links.length,
    },
    images: { total: images.length, with_alt: withAlt, without_alt: images.length - withAlt },
    word_count: metadata.content?.word_count ?? 0,
    body_text_bytes: document.body === null ? 0 : Buffer.byteLength(document.text(document.body)),
    html_bytes: http.bodyBytes,
  }
}
