/// <reference lib="dom" />

export interface FindPreconnectsInput {
  /** Maximum number of origins. */
  readonly max: number
  /** Maximum number of link elements that are read. */
  readonly maxElements: number
}

/**
 * The http(s) origins that link elements connect to ahead, each once. Calls methods of prototypes, because names of elements can hide
 * properties of the document.
 */
function findPreconnectsInPage({ max, maxElements }: FindPreconnectsInput): string[] {
  const origins = new Set<string>()
  const links = Document.prototype.getElementsByTagName.call(document, 'link')
  for (let index = 0; index < maxElements && origins.size < max; index++) {
    const link = links.item(index)
    if (link === null) break
    if (!(link instanceof HTMLLinkElement) || !/(^|\s)preconnect(\s|$)/i.test(link.rel)) continue
    const url = URL.parse(link.href)
    if (url !== null && /^https?:$/.test(url.protocol)) origins.add(url.origin)
  }
  return [...origins]
}

export const findPreconnects = { main: findPreconnectsInPage, uses: [] }
