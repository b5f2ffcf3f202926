import { pageUrl } from '../addresses.ts'
import type { AnalysedSite, SiteRule } from '../site-rule.ts'

export const duplicateStructuredId: SiteRule = {
  id: 'site-duplicate-structured-id',
  severity: 'warning',
  title: 'Same @id for different things in structured data',
  why: 'An @id identifies one thing wherever it is used. Where two pages describe different things under one @id, consumers of the data read them as one thing with contradictory properties.',
  fix: 'Give each thing an @id of its own, for example the URL of its page with a fragment.',
  effort: 'hours',
  reference: 'https://www.w3.org/TR/json-ld11/#node-identifiers',
  needs: 'pages',
  *find(site) {
    const uses = pagesOf(site, ambiguousIds(site))
    const items = [...uses].map(([id, pages]) => ({ value: site.text(id), pages }))
    for (const { value, pages } of items.toSorted((a, b) => (a.value < b.value ? -1 : 1)))
      yield { value, urls: pages.map((page) => pageUrl(site, page)) }
  },
}

/** The ids under which pages describe different things. A page that describes an id several times counts with the first one. */
function ambiguousIds(site: AnalysedSite): Set<number> {
  const ambiguous = new Set<number>()
  const known = new Map<number, number>()
  for (const { id, what } of usesOf(site)) {
    const before = known.get(id)
    if (before === undefined) known.set(id, what)
    else if (before !== what) ambiguous.add(id)
  }
  return ambiguous
}

/** The pages that describe each of the ids. */
function pagesOf(site: AnalysedSite, ids: ReadonlySet<number>): Map<number, number[]> {
  const pages = new Map<number, number[]>()
  if (ids.size === 0) return pages
  for (const { page, id } of usesOf(site)) {
    if (!ids.has(id)) continue
    const known = pages.get(id) ?? []
    pages.set(id, known)
    known.push(page)
  }
  return pages
}

interface Use {
  readonly page: number
  readonly id: number
  readonly what: number
}

/** The ids that each page describes, each once. */
function* usesOf({ pages, indexable }: AnalysedSite): Generator<Use> {
  const { start, values } = pages.nodes
  for (const page of indexable) {
    const ofPage = new Set<number>()
    for (let at = start[page] as number; at < (start[page + 1] as number); at += 2) {
      const id = values[at] as number
      if (ofPage.has(id)) continue
      ofPage.add(id)
      yield { page, id, what: values[at + 1] as number }
    }
  }
}
