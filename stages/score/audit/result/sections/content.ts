import type { Element } from 'domhandler'
import type {
  StructuredFinding,
  StructuredItem,
  StructuredValue,
} from '#shared/messages/payloads/structured-data.ts'
import { headMetas } from '../../derived/head/head-elements.ts'
import { isLazy } from '../../derived/images/loading.ts'
import { probeOutcome } from '../../derived/links/link-targets.ts'
import { linksOf } from '../../derived/links/links.ts'
import { textWithin } from '../../derived/text/bounded-text.ts'
import type { Facts } from '../../facts/facts.ts'
import { truncate, truncateUrl } from '../truncate.ts'

const levels = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const

/** Section `metrics`: numbers of the page (`infra/docs/clients.md#seo-audit`). */
export function metricsOf({ document, probes, metadata, http }: Facts) {
  const links = linksOf(document)
  const images = document.byTag('img')
  const withAlt = images.filter(({ attribs }) => attribs.alt !== undefined).length
  const counts = levels.map((level) => [level, document.byTag(level).length] as const)
  const description = headMetas(document, 'description').find(({ content }) => content !== '')
  const [title] = document.byTag('title')
  return {
    // The first title in tree order is the page's, wherever it stands (HTML Standard, 3.1.5).
    title_length: title === undefined ? 0 : document.text(title).length,
    description_length: description?.content.length ?? 0,
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

const MAX_HEADINGS = 200
const MAX_CHARS = 300

/** Section `content`: numbers and headings of the page. */
export function contentSection({ document, metadata, structured }: Facts) {
  const headings = document.byTag('h1', 'h2', 'h3', 'h4', 'h5', 'h6')
  return {
    language: metadata.language ?? null,
    content_type: metadata.content?.content_type ?? null,
    word_count: metadata.content?.word_count ?? 0,
    read_time_min: metadata.content?.read_time_min ?? 0,
    has_schema: structured.items.length > 0,
    headings: headings.slice(0, MAX_HEADINGS).map((element) => ({
      tag: element.name,
      text: truncate(textWithin(document, element, MAX_CHARS, false), MAX_CHARS),
      level: Number(element.name.slice(1)),
    })),
    headings_truncated: headings.length > MAX_HEADINGS,
  }
}

const MAX_SHOWN = 100

/** Section `media`: the images and other media of the page. */
export function mediaSection({ document, probes }: Facts) {
  const images = document.byTag('img')
  const describe = (element: Element) => describeImage(element, document, probes)
  const count = (test: (element: Element) => boolean) => images.filter(test).length
  return {
    images: images.slice(0, MAX_SHOWN).map(describe),
    summary: {
      total: images.length,
      without_alt: count(({ attribs }) => attribs.alt === undefined),
      without_dimensions: count(({ attribs }) => attribs.width === undefined || attribs.height === undefined),
      lazy: count(isLazy),
      broken: images.map(describe).filter(({ is_broken }) => is_broken === true).length,
    },
    videos: document.byTag('video').length,
    audios: document.byTag('audio').length,
    iframes: document.byTag('iframe').length,
    truncated: images.length > MAX_SHOWN,
  }
}

function describeImage({ attribs }: Element, document: Facts['document'], probes: Facts['probes']) {
  // An empty src names no image (HTML Standard, 4.8.4.3).
  const url = attribs.src?.trim() ? document.resolve(attribs.src) : null
  const answer = url === null ? undefined : probes.of(url)
  const verdict = probeOutcome(answer)
  return {
    url: url?.startsWith('data:') ? truncate(url, 60) : url && truncateUrl(url),
    alt: attributeOf(attribs.alt),
    width: attributeOf(attribs.width),
    height: attributeOf(attribs.height),
    loading: attributeOf(attribs.loading),
    status: answer?.status ?? null,
    content_type: answer?.contentType ?? null,
    // Null when it was not probed, or when the answer does not decide.
    is_broken: verdict.kind === 'unknown' ? null : verdict.kind === 'broken',
  }
}

function attributeOf(attribute: string | undefined): string | null {
  return attribute === undefined ? null : truncate(attribute)
}

/** Section `structured_data`: the items of the page and their findings. */
export function structuredSection({ structured }: Facts) {
  const { items, findings } = structured
  const errors = findings.filter(({ severity }) => severity === 'error')
  const warnings = findings.filter(({ severity }) => severity === 'warning')
  return {
    valid: errors.length === 0,
    errors: errors.slice(0, MAX_SHOWN).map(findingOf),
    warnings: warnings.slice(0, MAX_SHOWN).map(findingOf),
    schemas_found: items.slice(0, MAX_SHOWN).map((item) => ({
      '@type': truncate(item.types.join(', ')) || null,
      name: nameOf(item),
      syntax: item.syntax,
    })),
    count: items.length,
    truncated: structured.isCut || [items, errors, warnings].some(({ length }) => length > MAX_SHOWN),
  }
}

function findingOf({ rule, type, path, message }: StructuredFinding) {
  return { rule_id: rule, type: type && truncate(type), path: truncate(path), message: truncate(message) }
}

function nameOf({ properties }: StructuredItem): string | null {
  const text = (name: string) => properties[name]?.find(isText) ?? null
  const name = text('name') ?? text('headline')
  return name && truncate(name)
}

function isText(value: StructuredValue): value is string {
  return typeof value === 'string'
}
