import type { Usage } from './usage-lines.ts'

/** The use of one UTC day, by operation: only what was used. */
export interface UsedDay extends Pick<Usage['days'][number], 'date'> {
  readonly operations: Readonly<Record<string, number>>
}

/** A day of the chart. */
export interface DayTotals {
  readonly date: string
  /** Calls of all operations and thumbnails. */
  readonly calls: number
  /** Items of batches: another kind, and often many more. */
  readonly items: number
}

const DAYS = 30
const DAY_MS = 86_400_000

/** The last 30 days, the oldest first, also those without use. `endsAt`: when the present day ends, in RFC 3339. */
export function dayTotals(days: readonly UsedDay[], endsAt: string): DayTotals[] {
  const known = new Map(days.map(({ date, operations }) => [date, operations]))
  const last = Date.parse(endsAt) - DAY_MS
  return Array.from({ length: DAYS }, (_, index) => {
    const date = new Date(last - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    const { batch: items = 0, ...calls } = known.get(date) ?? {}
    return { date, calls: Object.values(calls).reduce((sum, count) => sum + count, 0), items }
  })
}

/** The operations that were used on any of the days, in the order of `known`. */
export function usedOperations(days: readonly UsedDay[], known: readonly string[]): string[] {
  return known.filter((name) => days.some(({ operations }) => (operations[name] ?? 0) > 0))
}
