import { type PageRefresh, siteFactLimits } from '#shared/messages/payloads/site-facts.ts'
import { parseRefresh } from '#shared/page/refresh.ts'
import { withoutFragment } from '#shared/web/without-fragment.ts'
import type { FactIndex } from '../facts/fact-index.ts'
import { isSuccess } from '../metadata/sections/indexability.ts'

/** A refresh that names a URL, and what resolves it. */
interface WrittenRefresh {
  readonly value: string
  resolve(address: string): string | null
}

/**
 * Where a page sends on by a `Refresh` header or a `refresh` pragma: the first one that browsers obey (HTML Standard, 4.2.5.3).
 * Null where that one loads the page again, leads elsewhere than to the web, or to a URL that is longer than any that is stored,
 * and for errors: their status counts. A refresh within noscript is for browsers that run no scripts.
 */
export function refreshOf(factIndex: FactIndex): PageRefresh | null {
  const { facts, page } = factIndex
  if (!isSuccess(page.status) || facts.blocked !== null) return null
  for (const { value, resolve } of refreshes(factIndex)) {
    const refresh = parseRefresh(value)
    const { address } = refresh ?? { address: null }
    const url = address === null ? page.finalUrl : resolve(address)
    // Browsers ignore what cannot be parsed, and scripts.
    if (refresh === null || url === null || url.startsWith('javascript:')) continue
    return sentTo(withoutFragment(url), refresh.seconds, withoutFragment(page.finalUrl))
  }
  return null
}

/** A header is read before the document, and so without its base. */
function* refreshes({ facts, page, resolve }: FactIndex): Generator<WrittenRefresh> {
  const ofHeader = (address: string) => URL.parse(address, page.finalUrl)?.href ?? null
  for (const value of page.headers.refresh ?? []) yield { value, resolve: ofHeader }
  for (const { httpEquiv, content } of facts.metas)
    if (httpEquiv === 'refresh') yield { value: content, resolve }
}

function sentTo(url: string, seconds: number, own: string): PageRefresh | null {
  const isElsewhere = /^https?:/.test(url) && url !== own
  return isElsewhere && url.length <= siteFactLimits.urlChars ? { url, seconds } : null
}
