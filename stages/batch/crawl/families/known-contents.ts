import { crawlLimits } from '../crawl-limits.ts'
import { CONTENT_BYTES, type FamilyContent, type Sameness, sameness, samenessOf } from './family-content.ts'

/** The result of `recognize`. */
export interface Recognized {
  readonly sameness: Sameness
  /** The contents that are known from now on, in one piece: the last ones that came or came again. */
  readonly known: Uint8Array
}

/**
 * Compares a page with the known contents of its section. A content that comes again moves to the front, and the last
 * one is forgotten when there are too many.
 */
export function recognize(known: Uint8Array, content: FamilyContent, isDated: boolean): Recognized {
  const contents = split(known)
  const judged = contents.map((one) => samenessOf(content, one, isDated))
  const best = judged.reduce<Sameness>((one, other) => Math.max(one, other) as Sameness, sameness.none)
  const place = best === sameness.none ? -1 : judged.indexOf(best)
  const others = contents.filter((_, at) => at !== place)
  const first = place === -1 ? content : (contents[place] as FamilyContent)
  const kept = [first, ...others].slice(0, crawlLimits.contentsOfSection)
  return { sameness: best, known: Buffer.concat(kept) }
}

function split(known: Uint8Array): FamilyContent[] {
  const count = Math.floor(known.length / CONTENT_BYTES)
  return Array.from({ length: count }, (_, at) =>
    known.subarray(at * CONTENT_BYTES, (at + 1) * CONTENT_BYTES),
  )
}
