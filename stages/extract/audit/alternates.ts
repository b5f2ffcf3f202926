import type { TargetPage } from '#shared/messages/payloads/audit-input.ts'
import { headerAlternates, readAlternate } from '#shared/page/alternates.ts'
import type { CanonicalSource } from '../metadata/sections/canonical.ts'

const maxAlternates = 200
/** Longer URLs are ignored: no server answers them. */
const maxUrlChars = 2048
const maxCodeChars = 64

/**
 * Language versions that a page names in its head and its `Link` headers: absolute http(s) URLs, in document order.
 * Invalid URLs are left out.
 */
export function alternatesOf({ facts, page }: Omit<CanonicalSource, 'location'>): TargetPage['alternates'] {
  const inHead = facts.linkElements
    .filter(({ rel, place }) => place === 'head' && rel.includes('alternate'))
    .map(({ hreflang, href }) => readAlternate(hreflang ?? '', href, facts.baseUrl))
  return [...inHead, ...headerAlternates(page.headers.link ?? [], page.finalUrl)]
    .flatMap(({ code, url }) =>
      code !== '' && url && url.href.length <= maxUrlChars
        ? [{ hreflang: code.slice(0, maxCodeChars), href: url.href }]
        : [],
    )
    .slice(0, maxAlternates)
}
