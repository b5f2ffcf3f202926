import type { NumberLists } from '../site.ts'

/** The probability that a reader follows a link (Brin and Page, "The Anatomy of a Large-Scale Hypertextual Web Search Engine", 2.1.1). */
const DAMPING = 0.85
/** Ranks have settled when they change by less than this share in all. */
const SETTLED = 1e-6
const MAX_ROUNDS = 60

/** PageRank of each page, together 1. A page without links leads to every page alike. */
export function pageRanks(graph: NumberLists): Float64Array {
  const count = graph.start.length - 1
  let ranks = new Float64Array(count).fill(1 / count)
  let former = new Float64Array(count)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    ;[ranks, former] = [former, ranks]
    spread(graph, former, ranks)
    const change = ranks.reduce((sum, rank, page) => sum + Math.abs(rank - (former[page] as number)), 0)
    if (change < SETTLED) break
  }
  return ranks
}

/** One round: each page passes its rank on to the pages that it links to. */
function spread({ start, values }: NumberLists, former: Float64Array, ranks: Float64Array): void {
  const stranded = former.reduce((sum, rank, page) => (start[page] === start[page + 1] ? sum + rank : sum), 0)
  ranks.fill((1 - DAMPING + DAMPING * stranded) / ranks.length)
  for (let page = 0; page < ranks.length; page++) {
    const from = start[page] as number
    const to = start[page + 1] as number
    const share = (DAMPING * (former[page] as number)) / (to - from)
    for (let at = from; at < to; at++) {
      const target = values[at] as number
      ranks[target] = (ranks[target] as number) + share
    }
  }
}

const HUNDRED = 100

/**
 * The link score of each page, from 0 to 100 with one decimal: its PageRank on a logarithmic scale, on which a page that
 * nothing links to has 0 and the page with the highest rank 100.
 */
export function linkScores(graph: NumberLists): Float64Array {
  const ranks = pageRanks(graph)
  const lowest = ranks.reduce((least, rank) => Math.min(least, rank), 1)
  const highest = ranks.reduce((most, rank) => Math.max(most, rank), 0)
  const range = Math.log(highest / lowest)
  // Where all ranks are equal but for rounding, no page has more than another.
  if (!(range > SETTLED)) return ranks.fill(0)
  return ranks.map((rank) => Math.round((Math.log(rank / lowest) / range) * HUNDRED * 10) / 10)
}
