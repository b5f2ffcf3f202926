import type { CrawlRules } from '#shared/ports/batches.ts'
import { registrableDomain } from '#shared/web/registrable-domain.ts'

type Kind = CrawlRules['scope']

/**
 * Returns the scope of a crawl for a start page: its host with port, its registrable domain, or its origin
 * with the path up to the last slash. `finalUrl` is the URL after redirects. It determines the scope when it
 * is on the same site.
 */
export function scopeOf(kind: Kind, start: URL, finalUrl: URL): string {
  const isMoved =
    start.origin !== finalUrl.origin &&
    registrableDomain(start.hostname) === registrableDomain(finalUrl.hostname)
  const base = isMoved ? finalUrl : start
  if (kind === 'host') return base.host
  if (kind === 'domain') return registrableDomain(base.hostname)
  const folder = folderOf(start)
  return `${base.origin}${base.pathname.startsWith(folder) ? folder : folderOf(base)}`
}

function folderOf({ pathname }: URL): string {
  return pathname.slice(0, pathname.lastIndexOf('/') + 1)
}

/** Returns true when a URL is within a scope of this kind. */
export function isWithin(kind: Kind, scope: string, url: URL): boolean {
  if (kind === 'host') return url.host === scope
  if (kind === 'prefix') return `${url.origin}${url.pathname}`.startsWith(scope)
  return (
    url.hostname === scope ||
    (url.hostname.endsWith(`.${scope}`) && registrableDomain(url.hostname) === scope)
  )
}
