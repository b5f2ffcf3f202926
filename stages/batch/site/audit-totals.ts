import { MOST_EXAMPLES } from '#shared/ports/batches.ts'
import type { AuditRecord } from './records/result-record.ts'

/** Categories that are told apart, more than audits have. Records come from events that anybody may have written. */
const MAX_CATEGORIES = 16

/** What the pages that failed a rule add up to. */
interface RuleTotals {
  pages: number
  /** Affected elements of all of them. */
  elements: number
  /** What the rule takes from their scores, in hundredths. */
  points: number
  /** Places of the first results that failed it, in order of their URLs. */
  readonly first: FirstPlaces
}

/** What the audits of a site add up to. */
export type AuditTotals = Pick<AuditCounter, 'audited' | 'rules' | 'byCategory'>

/** Adds up audits of at most `room` results. Rules and categories are numbers of texts. */
export class AuditCounter {
  audited = 0
  readonly rules = new Map<number, RuleTotals>()
  /** By category: the score of each result, in hundredths; 0 without. */
  readonly byCategory = new Map<number, Uint16Array>()
  readonly #room: number

  constructor(room: number) {
    this.#room = room
  }

  /** Adds the audit of the result at a place. `address`: that of the result. */
  add(at: number, address: number, { rules, points, byCategory }: AuditRecord): void {
    this.audited += 1
    for (const [index, [rule, elements]] of rules.entries()) {
      const total = this.rules.get(rule) ?? { pages: 0, elements: 0, points: 0, first: new FirstPlaces() }
      this.rules.set(rule, total)
      total.pages += 1
      total.elements += elements
      total.points += points[index] ?? 0
      total.first.add(at, address)
    }
    for (const [category, score] of byCategory) {
      const scores = this.byCategory.get(category) ?? this.#newCategory(category)
      if (scores !== null) scores[at] = score
    }
  }

  #newCategory(category: number): Uint16Array | null {
    if (this.byCategory.size === MAX_CATEGORIES) return null
    const scores = new Uint16Array(this.#room)
    this.byCategory.set(category, scores)
    return scores
  }
}

/** Places of results in the order of their addresses, which is that of their URLs: the first ones, however many are added. */
export class FirstPlaces {
  readonly #addresses: number[] = []
  readonly #places: number[] = []

  /** Adds the result at a place. Of several with one address the one that was added first comes first. */
  add(place: number, address: number): void {
    const { length } = this.#places
    if (length === MOST_EXAMPLES && address >= (this.#addresses.at(-1) as number)) return
    let [from, to] = [0, length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((this.#addresses[middle] as number) > address) to = middle
      else from = middle + 1
    }
    this.#addresses.splice(from, 0, address)
    this.#places.splice(from, 0, place)
    if (length < MOST_EXAMPLES) return
    this.#addresses.pop()
    this.#places.pop()
  }

  /** The first `most` of them. */
  first(most: number): readonly number[] {
    return this.#places.slice(0, most)
  }
}
