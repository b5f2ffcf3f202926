import { SIGNATURE_BYTES, type SitePages } from '../site.ts'
import { likelyRepeated } from './equal-texts.ts'

/** Pages whose main texts are nearly the same. */
export interface TextCluster {
  /** In order of their URLs. */
  readonly pages: readonly number[]
  /** The lowest similarity by which two of them were joined; 1 = the same words in the same order. */
  readonly similarity: number
}

/**
 * Share of equal sequences of three words from which on two texts are near duplicates: about 2 % of the words differ. The
 * measurement is in `infra/docs/decisions/site-report.md`.
 */
const NEAR_DUPLICATE = 0.8

/**
 * Bytes of a signature that are looked up as one. Two texts of similarity s meet in at least one of the 16 bands with
 * the probability 1 - (1 - s^8)^16: 0.9999 for 0.9, 0.95 for 0.8.
 */
const BAND_BYTES = 8
const BANDS = SIGNATURE_BYTES / BAND_BYTES
/** Bytes are read four at a time. */
const WORD_BYTES = 4
const BAND_WORDS = BAND_BYTES / WORD_BYTES
/** Pages of a band with the same bytes, with which a page is compared. */
const MAX_COMPARED = 8
/** Two bytes of a signature are equal by chance once in so many times. */
const CHANCE = 256

type Texts = Pick<SitePages, 'digest' | 'signature'>

/** Finds clusters of near duplicates among `candidates`, page numbers in ascending order. Pages without a main text are left out. */
export function nearDuplicates(texts: Texts, candidates: readonly number[]): TextCluster[] {
  const withText = candidates.filter(
    (page) => texts.digest[2 * page] !== 0 || texts.digest[2 * page + 1] !== 0,
  )
  const clusters = new Clusters()
  const different = joinEqual(texts, withText, clusters)
  for (let band = 0; band < BANDS; band++) joinSimilar(texts, different, band, clusters)
  return clusters.list(withText)
}

/** Joins pages with the same text. Returns one page of each text. */
function joinEqual({ digest }: Texts, pages: readonly number[], clusters: Clusters): number[] {
  const first = new Map<string, number>()
  const joined = new Set<number>()
  for (const page of likelyRepeated(pages, (one) => digest[2 * one] as number)) {
    const text = `${digest[2 * page]} ${digest[2 * page + 1]}`
    const known = first.get(text)
    if (known === undefined) first.set(text, page)
    else {
      clusters.join(known, page, 1)
      joined.add(page)
    }
  }
  return pages.filter((page) => !joined.has(page))
}

const NONE = -1
/** Places of the table for each page, at least. */
const ROOM = 2

/** Compares the pages whose signatures agree in a band. */
function joinSimilar({ signature }: Texts, pages: readonly number[], band: number, clusters: Clusters): void {
  const words = new Uint32Array(signature.buffer, signature.byteOffset, signature.length / WORD_BYTES)
  const wordAt = (page: number) => page * (SIGNATURE_BYTES / WORD_BYTES) + band * BAND_WORDS
  const mask = 2 ** Math.ceil(Math.log2(ROOM * pages.length + 1)) - 1
  // The last page with each hash, and for each page the one before it.
  const last = new Int32Array(mask + 1).fill(NONE)
  const before = new Int32Array(pages.length)
  for (const [at, page] of pages.entries()) {
    const word = wordAt(page)
    const place = bandHash(words, word) & mask
    before[at] = last[place] as number
    last[place] = at
    let compared = 0
    for (
      let other = before[at] as number;
      other !== NONE && compared < MAX_COMPARED;
      other = before[other] as number
    ) {
      if (!hasSameBand(words, wordAt(pages[other] as number), word)) continue
      compared++
      joinIfSimilar(signature, pages[other] as number, page, clusters)
    }
  }
}

function joinIfSimilar(signature: Uint8Array, one: number, two: number, clusters: Clusters): void {
  if (clusters.areJoined(one, two)) return
  const similarity = similarityOf(signature, one, two)
  if (similarity >= NEAR_DUPLICATE) clusters.join(one, two, similarity)
}

/** Whether the bands that begin at two words are equal. */
function hasSameBand(words: Uint32Array, one: number, two: number): boolean {
  for (let at = 0; at < BAND_WORDS; at++) if (words[one + at] !== words[two + at]) return false
  return true
}

const FACTOR = 0x85ebca6b

function bandHash(words: Uint32Array, start: number): number {
  let hash = 0
  for (let at = start; at < start + BAND_WORDS; at++) {
    hash = Math.imul(hash ^ (words[at] as number), FACTOR)
    hash ^= hash >>> 15
  }
  return hash >>> 0
}

/** The estimated share of equal word sequences (Jaccard index) of two pages, from 0 to 1, to two decimals. */
export function similarityOf(signature: Uint8Array, one: number, two: number): number {
  let equal = 0
  for (let at = 0; at < SIGNATURE_BYTES; at++)
    if (signature[one * SIGNATURE_BYTES + at] === signature[two * SIGNATURE_BYTES + at]) equal++
  const share = (equal / SIGNATURE_BYTES - 1 / CHANCE) / (1 - 1 / CHANCE)
  return Math.round(Math.max(0, share) * 100) / 100
}

/** Pages that were joined, directly or by others. */
class Clusters {
  readonly #parents = new Map<number, number>()
  readonly #similarity = new Map<number, number>()

  areJoined(one: number, two: number): boolean {
    return one === two || this.#rootOf(one) === this.#rootOf(two)
  }

  join(one: number, two: number, similarity: number): void {
    const [root, other] = [this.#rootOf(one), this.#rootOf(two)].toSorted((a, b) => a - b) as [number, number]
    const lowest = Math.min(similarity, this.#similarity.get(root) ?? 1, this.#similarity.get(other) ?? 1)
    this.#parents.set(other, root)
    this.#similarity.set(root, lowest)
  }

  list(pages: readonly number[]): TextCluster[] {
    const joined = pages.filter((page) => this.#parents.has(page) || this.#similarity.has(page))
    return [...Map.groupBy(joined, (page) => this.#rootOf(page))].map(([root, members]) => ({
      pages: members,
      similarity: this.#similarity.get(root) ?? 1,
    }))
  }

  #rootOf(page: number): number {
    let root = page
    for (let parent = this.#parents.get(root); parent !== undefined; parent = this.#parents.get(root))
      root = parent
    if (root !== page) this.#parents.set(page, root)
    return root
  }
}
