import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'

/** Attributes of links: an `a` that has one but no `href` lacks its `href` (HTML, 4.5.1). */
const linkAttributes = ['target', 'download', 'ping', 'rel', 'hreflang', 'type', 'referrerpolicy']

/**
 * Links that search engines cannot follow, by the algorithm of Lighthouse's crawlable-anchors. Listeners added by
 * scripts are not seen.
 */
export const uncrawlableLinks = memoize((document: PageDocument): readonly Element[] =>
  document.byTag('a').filter((link) => isUncrawlable(link, document)),
)

function isUncrawlable({ attribs }: Element, document: PageDocument): boolean {
  const written = attribs.href?.replace(/\s/g, '')
  if (attribs.role?.trim() || written?.startsWith('mailto:') || (!written && attribs.id)) return false
  if (written?.startsWith('file:')) return true
  if (attribs.name?.trim()) return false
  if (written === undefined)
    return attribs.onclick !== undefined || linkAttributes.some((name) => name in attribs)
  return written === '' || /^javascript:/i.test(written) || isBroken(written, document)
}

/** Parses only URLs with a scheme or a host; relative ones hardly ever fail to parse. */
function isBroken(written: string, document: PageDocument): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(written) && document.resolve(written) === null
}
