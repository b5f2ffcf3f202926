import type { AuditTotals } from '../../../../site/audit-totals.ts'
import type { AuditRecord } from '../../../../site/records/result-record.ts'
import { FirstPlaces } from './first-places.ts'

/** Categories that are told apart, more than audits have. Records come from events that anybody may have written. */
const MAX_CATEGORIES = 16

interface Totals {
  pages: number
  elements: number
  points: number
  readonly first: FirstPlaces
}

/** Adds up audits of at most `room` results. */
export class AuditCounter implements AuditTotals {
  audited = 0
  readonly rules = new Map<number, Totals>()
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
