import type { TargetPage } from '#shared/messages/payloads/audit-input.ts'
import { parseLinkHeader } from '#shared/web/html/link-header.ts'
import type { CanonicalSource } from '../metadata/sections/canonical.ts'

const maxAlternates = 200
/** Longer URLs are ignored: no server answers them. */
const maxUrlChars = 2048
const maxCodeChars = 64

/**
 * Language versions that a page names in its head and its `Link` headers: absolute URLs, in document order.
 * Invalid URLs are left out.
 */
export function alternatesOf({ facts, page }: Omit<CanonicalSource, 'location'>): TargetPage['alternates'] {
  const inHead = facts.linkElements
    .filter(({ rel, place }) => place === 'head' && rel.includes('alternate'))
    .map(({ hreflang, href }) => ({ hreflang, url: URL.parse(href, facts.baseUrl) }))
  const inHeaders = (page.headers.link ?? [])
    .flatMap(parseLinkHeader)
    .filter(({ rel }) => rel.includes('alternate'))
    .map(({ hreflang, target }) => ({ hreflang, url: URL.parse(target, page.finalUrl) }))
  return [...inHead, ...inHeaders]
    .flatMap(({ hreflang, url }) =>
      hreflang && url && url.href.length <= maxUrlChars
        ? [{ hreflang: hreflang.slice(0, maxCodeChars), href: url.href }]
        : [],
    )
    .slice(0, maxAlternates)
}
