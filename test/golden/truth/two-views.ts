import { type Element, isTag } from 'domhandler'
import { faultOfCanonicals, reportedCanonical } from '#shared/page/canonical.ts'
import { isNotFollowed } from '#shared/page/link-rel.ts'
import { metaKeys } from '#shared/page/meta-keys.ts'
import { effectiveDirectives } from '#shared/page/robots-directives.ts'
import { addressOf } from '#shared/web/address-of.ts'
import { decodePage } from '#shared/web/html/charset.ts'
import { alternatesOf as alternatesOfTarget } from '#stages/extract/audit/target-facts.ts'
import { collectFacts } from '#stages/extract/facts/collect-facts.ts'
import { canonicalsOf } from '#stages/score/audit/derived/canonical/canonicals.ts'
import { metasNamed, standsInHead } from '#stages/score/audit/derived/head/head-elements.ts'
import { alternatesOf } from '#stages/score/audit/derived/hreflang/alternates.ts'
import { pageImages } from '#stages/score/audit/derived/images/page-images.ts'
import { linksOf } from '#stages/score/audit/derived/links/links.ts'
import { directivesOf } from '#stages/score/audit/derived/robots/robots-directives.ts'
import type { Facts } from '#stages/score/audit/facts/facts.ts'
import { type AuditPage, PAGE_URL } from '#test/support/audit/audit-page.ts'

/** What one stage sees of a page, by subject. */
type View = Readonly<Record<string, unknown>>

/** Values are compared by their beginning: the scanner reads 16,384 characters of an attribute and 2,000 of a text. */
const MAX_CHARS = 400
const MAX_LINKS = 500
const MAX_ALTERNATES = 200
const levels = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const

const plain = (text: string | null | undefined): string =>
  (text ?? '')
    .replace(/[\t\n\f\r ]+/g, ' ')
    .replace(/[\u0000-\u001f\u007f]/g, '')
    .trim()
    .slice(0, MAX_CHARS)

type PageFacts = ReturnType<typeof pageFactsOf>

function pageFactsOf({ html = '', url = PAGE_URL, headers = {} }: AuditPage) {
  const body = typeof html === 'string' ? Buffer.from(html) : html
  const type = [headers['content-type'] ?? 'text/html; charset=utf-8'].flat()[0] ?? null
  return collectFacts(decodePage(body, type), { finalUrl: url, status: 200 })
}

/** What both stages see of a page and do not see alike. */
export function* differences(page: AuditPage, facts: Facts): Generator<string> {
  const pageFacts = pageFactsOf(page)
  const ours = extractView(pageFacts, facts)
  const theirs = auditView(facts, new Set(ours.metas as string[]))
  for (const subject of Object.keys(theirs)) {
    const [extract, score] = [ours[subject], theirs[subject]].map((value) => JSON.stringify(value))
    if (extract !== score) yield `${subject}\n  extract ${extract}\n  score   ${score}`
  }
  for (const url of unknownImages(pageFacts, facts)) yield `image ${url} is unknown to extract`
}

/** What the extract stage sees: its facts, and the metadata that it makes of them. */
function extractView(facts: PageFacts, { metadata, http }: Facts): View {
  const { canonical, indexability } = metadata
  const source = { facts, page: { headers: { link: http.header('link') }, finalUrl: http.finalUrl.href } }
  const links = metadata.links?.slice(0, MAX_LINKS) ?? []
  return {
    title: plain(facts.title),
    lang: plain(facts.lang),
    base: facts.baseUrl,
    charset: facts.charset,
    canonical: canonical && [canonical.href, canonical.is_self_canonical],
    canonicalIsClear: indexability?.canonical_valid === true || canonical?.is_self_canonical === false,
    metas: facts.metas.flatMap(({ keys, content, place }) =>
      keys.filter((key) => !key.startsWith('itemprop:')).map((key) => `${place} ${key}: ${plain(content)}`),
    ),
    robotsMeta: indexability?.robots_meta ?? '',
    robotsEffective: indexability?.robots_effective,
    linkElements: facts.linkElements.map(
      ({ place, rel, href }) => `${place} ${rel.join(' ')}: ${plain(href)}`,
    ),
    alternates: alternatesOfTarget(source).map(({ hreflang, href }) => `${hreflang}: ${href}`),
    headings: facts.headingCounts,
    links: links.map(({ type, href }) => `${type} ${href}`),
    unfollowed: links.filter(({ rel }) => isNotFollowed(rel ?? '')).map(({ href }) => href),
  }
}

/**
 * What the score stage sees: its tree, and what its rules derive from it. Terms of RDFa items count for extract only where the item
 * describes the page; rules look at none of them, so those that extract leaves out (not in `metas`) are left out.
 */
function auditView(facts: Facts, metas: ReadonlySet<string>): View {
  const { document, http, request } = facts
  const place = (element: Parameters<typeof standsInHead>[1]) =>
    standsInHead(document, element) ? 'head' : 'body'
  const [title] = document.byTag('title')
  const canonicals = canonicalsOf(facts)
  const canonical = reportedCanonical(canonicals)
  const isSelf = canonical?.url != null && addressOf(canonical.url) === addressOf(http.finalUrl)
  const generic = directivesOf(facts).filter(({ bot }) => bot === null)
  const { index, follow } = effectiveDirectives(generic, new Date(request.at))
  const links = linksOf(document)
    .filter(({ href }) => href !== null)
    .slice(0, MAX_LINKS)
  return {
    title: plain(title && document.text(title)),
    lang: plain(document.html?.attribs.lang),
    base: document.baseUrl,
    charset: http.charset,
    canonical: canonical && [canonical.href, isSelf],
    canonicalIsClear: faultOfCanonicals(canonicals) === null || (canonical !== null && !isSelf),
    metas: document
      .byTag('meta')
      .filter(({ attribs }) => attribs.content !== undefined)
      .flatMap((meta) =>
        metaKeys(meta.attribs)
          .map((key) => `${place(meta)} ${key}: ${plain(meta.attribs.content)}`)
          .filter((line) => metas.has(line) || !isTermOfItem(meta)),
      ),
    robotsMeta: metasNamed(document, 'robots')
      .flatMap(({ element, content }) => (element.attribs.content === undefined ? [] : content))
      .join(', ')
      .trim(),
    robotsEffective: `${index ? 'index' : 'noindex'}, ${follow ? 'follow' : 'nofollow'}`,
    linkElements: document
      .byTag('link')
      .filter(({ attribs }) => attribs.href !== undefined && attribs.rel?.trim())
      .map((link) => `${place(link)} ${plain(link.attribs.rel).toLowerCase()}: ${plain(link.attribs.href)}`),
    alternates: alternatesOf(facts)
      .flatMap(({ code, url }) => (code === '' || url === null ? [] : `${code}: ${url.href}`))
      .slice(0, MAX_ALTERNATES),
    headings: levels.map((level) => document.byTag(level).length),
    links: links.map(({ type, href }) => `${type} ${href}`),
    unfollowed: links
      .filter(({ element }) => isNotFollowed(element.attribs.rel ?? ''))
      .map(({ href }) => href),
  }
}

/** RDFa Lite 1.1, 2.2: a `property` without a prefix, in an item. */
function isTermOfItem({ attribs, parent }: Element): boolean {
  const { property } = attribs
  if (property === undefined || property.includes(':')) return false
  for (let at = parent; at !== null; at = at.parent) if (isTag(at) && 'typeof' in at.attribs) return true
  return false
}

/** Images of the score stage that the extract stage does not know. Lazy URLs go before `src` there. */
function unknownImages({ images }: PageFacts, { document, metadata }: Facts): readonly string[] {
  const known = new Set(images.items.map(({ src }) => document.resolve(src)?.split('#', 1)[0]))
  const isLazy = (attribs: Readonly<Record<string, string>>) =>
    Object.keys(attribs).some((name) => name.startsWith('data-'))
  return metadata.truncated?.images
    ? []
    : pageImages(document).flatMap(({ element, url }) =>
        known.has(url) || isLazy(element.attribs) ? [] : url,
      )
}
