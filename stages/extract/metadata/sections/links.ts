import type { LinkResult } from '#shared/operations/results/metadata-result.ts'
import { linkTypes } from '#shared/page/link-type.ts'
import type { FactIndex } from '../../facts/fact-index.ts'
import type { AnchorFact } from '../../facts/page-facts.ts'

interface Cut<Item> {
  readonly items: Item[]
  readonly isTruncated: boolean
}

/** Classifies links as seen from one page. */
function classifier(factIndex: FactIndex): (anchor: AnchorFact) => LinkResult | null {
  const typeOf = linkTypes(factIndex.location)
  return ({ href: written, rel }) => {
    const href = factIndex.resolve(written)
    if (href === null) return null
    const type = typeOf(href)
    return { href, rel, type, external: type === 'external' }
  }
}

/** The first `max` links in document order, repeated ones too. Links that cannot be parsed are left out. */
export function linksOf(factIndex: FactIndex, max: number): Cut<LinkResult> {
  const { items, total } = factIndex.facts.anchors
  const classify = classifier(factIndex)
  const links: LinkResult[] = []
  for (const anchor of items) {
    const link = classify(anchor)
    if (link === null) continue
    if (links.length === max) return { items: links, isTruncated: true }
    links.push(link)
  }
  return { items: links, isTruncated: total > items.length }
}
