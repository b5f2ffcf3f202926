/// <reference lib="dom" />
import { openIsolatedWorld } from '../../../tab/isolated-world.ts'
import type { Tab } from '../../../tab/tab.ts'

/** Pages should have four at most (Lighthouse), and have a few dozen links. */
const limits = { max: 50, maxElements: 2000, maxOriginChars: 300 }

/**
 * The origins that link elements of the loaded page connect to ahead. The browser of the lab does not follow such hints: the headless
 * shell never does, and whole browsers do in their default context only. Rejects when the page has navigated.
 */
export async function readPreconnects(tab: Tab): Promise<string[]> {
  return (await openIsolatedWorld(tab)).run({ main: findPreconnectsInPage }, limits)
}

interface FindPreconnectsInput {
  /** Maximum number of origins. */
  readonly max: number
  /** Maximum number of link elements that are read. */
  readonly maxElements: number
  /** Maximum characters of an origin; longer ones are left out. */
  readonly maxOriginChars: number
}

/**
 * The http(s) origins that link elements connect to ahead, each once. Calls methods of prototypes, because names of elements can hide
 * properties of the document.
 */
function findPreconnectsInPage({ max, maxElements, maxOriginChars }: FindPreconnectsInput): string[] {
  const origins = new Set<string>()
  const links = Document.prototype.getElementsByTagName.call(document, 'link')
  for (let index = 0; index < maxElements && origins.size < max; index++) {
    const link = links.item(index)
    if (link === null) break
    if (!(link instanceof HTMLLinkElement) || !/(^|\s)preconnect(\s|$)/i.test(link.rel)) continue
    const url = URL.parse(link.href)
    if (url === null || url.origin.length > maxOriginChars) continue
    if (/^https?:$/.test(url.protocol)) origins.add(url.origin)
  }
  return [...origins]
}
