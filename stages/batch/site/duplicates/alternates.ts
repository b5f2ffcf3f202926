import type { Site } from '../site.ts'

/** For each of the pages: those of the others that it names as its language versions, or that name it. */
export function alternatePairs(
  { pages, addresses }: Site,
  members: readonly number[],
): Map<number, Set<number>> {
  const isMember = new Set(members)
  const pairs = new Map<number, Set<number>>()
  const add = (one: number, two: number) => {
    const partners = pairs.get(one) ?? new Set()
    pairs.set(one, partners.add(two))
  }
  const { start, values } = pages.alternates
  for (const page of members) {
    const end = start[page + 1] as number
    for (let at = (start[page] as number) + 1; at < end; at += 2) {
      const other = addresses.page[values[at] as number] as number
      if (other === page || !isMember.has(other)) continue
      add(page, other)
      add(other, page)
    }
  }
  return pairs
}
