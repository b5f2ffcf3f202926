import { registrableDomain } from '../web/registrable-domain.ts'
import { withoutFragment } from '../web/without-fragment.ts'

/** Where a link leads, as seen from its page; `anchor` is a place within the page. */
export type LinkType = 'internal' | 'external' | 'anchor' | 'mailto' | 'tel' | 'other'

/** The host of an absolute http(s) URL, as the URL Standard serialises it. */
const webHost = /^https?:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:]+)/

/**
 * Returns a function that tells the type of an absolute URL, as the URL Standard serialises it, for a link of the page
 * `own`. Sites are told apart by registrable domain, private suffixes included (`infra/docs/clients.md#metadata`). The
 * site of each host is looked up once.
 */
export function linkTypes(own: URL): (href: string) => LinkType {
  // Reading it from the URL each time takes longer than all the rest.
  const { origin } = own
  const ownDocument = withoutFragment(own.href)
  const ownSite = registrableDomain(own.hostname)
  const sites = new Map<string, string>([[own.hostname, ownSite]])
  return (href) => {
    // A link to the page's own URL with a fragment, even an empty one, is an anchor.
    if (href.startsWith(ownDocument) && href[ownDocument.length] === '#') return 'anchor'
    if (href.startsWith(origin) && href[origin.length] === '/') return 'internal'
    const host = webHost.exec(href)?.[1]
    if (host === undefined) return schemeType(href)
    const site = sites.get(host) ?? registrableDomain(host)
    sites.set(host, site)
    return site === ownSite ? 'internal' : 'external'
  }
}

function schemeType(href: string): LinkType {
  if (href.startsWith('mailto:')) return 'mailto'
  return href.startsWith('tel:') ? 'tel' : 'other'
}
