import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'

/** What only links have: without `href` they mean that one is missing (HTML 4.5.1). */
const linkAttributes = ['target', 'download', 'ping', 'rel', 'hreflang', 'type', 'referrerpolicy']

/** Links whose address search engines cannot follow, by the algorithm of Lighthouse's crawlable-anchors; listeners that scripts add are not seen. */
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

/** Relative addresses are hardly ever unparsable, so that only the others are parsed. */
function isBroken(written: string, document: PageDocument): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(written) && document.resolve(written) === null
}
