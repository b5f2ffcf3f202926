import type { Found, SitePageRow } from '#shared/operations/results/site-report.ts'
import type { PageSelection } from '#shared/ports/batches.ts'
import type { PageRows } from './page-rows.ts'

type Sort = PageSelection['sort']

/** Places of rows in the order of a selection. Keeps a number a row. */
class ChosenPages {
  readonly #rows: PageRows
  readonly #places: Int32Array
  readonly #sort: Sort

  /** `places` are in the order of `sort`. */
  constructor(rows: PageRows, places: Int32Array, sort: Sort) {
    this.#rows = rows
    this.#places = places
    this.#sort = sort
  }

  get count(): number {
    return this.#places.length
  }

  placeAt(position: number): number {
    return this.#places[position] as number
  }

  /** The position behind the row with the number `n`, which need not be chosen; where there is none, behind all rows. */
  positionAfter(n: number): number {
    if (n === 0) return 0
    const place = this.#rows.placeAfter(n - 1)
    const isRow = place < this.#rows.count && this.#rows.row(place).n === n
    if (!isRow && this.#sort.column !== 'n') return this.count
    const key = isRow ? keyOf(this.#rows, place, this.#sort) : n
    const order = orderOf(this.#sort)
    let [from, to] = [0, this.count]
    while (from < to) {
      const middle = (from + to) >> 1
      const at = this.placeAt(middle)
      const isBehind = order(keyOf(this.#rows, at, this.#sort), key) || at - place
      if (isBehind > 0) to = middle
      else from = middle + 1
    }
    return from
  }
}

/** Chooses rows. `isFound`: whether the rule of the selection found something at a place. */
export function choosePages(
  rows: PageRows,
  selection: PageSelection,
  isFound: (at: number) => boolean,
): ChosenPages {
  const { sort } = selection
  const places: number[] = []
  const keys: SortKey[] = []
  const matches = matcherOf(selection)
  const isByNumber = sort.column === 'n'
  for (let at = 0; at < rows.count; at++) {
    if (!isFound(at) || !(matches === null || matches(rows.row(at)))) continue
    places.push(at)
    if (!isByNumber) keys.push(keyOf(rows, at, sort))
  }
  if (isByNumber)
    return new ChosenPages(rows, Int32Array.from(sort.isDescending ? places.reverse() : places), sort)
  const order = orderOf(sort)
  const positions = Int32Array.from(places.keys()).sort(
    (a, b) => order(keys[a] ?? null, keys[b] ?? null) || a - b,
  )
  return new ChosenPages(
    rows,
    positions.map((position) => places[position] as number),
    sort,
  )
}

function keyOf(rows: PageRows, at: number, { column }: Sort): SortKey {
  return rows.row(at)[column as keyof SitePageRow] ?? null
}

/** Null when any row matches. */
function matcherOf({
  statuses,
  indexable,
  minOverall,
  maxOverall,
}: PageSelection): ((row: SitePageRow) => boolean) | null {
  const isScored = minOverall !== null || maxOverall !== null
  if (statuses.length === 0 && indexable === null && !isScored) return null
  return (row) =>
    (statuses.length === 0 || hasStatus(row.status, statuses)) &&
    (indexable === null || row.indexable === indexable) &&
    (!isScored || isBetween(row.overall, minOverall ?? 0, maxOverall ?? Number.POSITIVE_INFINITY))
}

function hasStatus(status: number | null, statuses: readonly string[]): boolean {
  return (
    status !== null && (statuses.includes(`${status}`) || statuses.includes(`${Math.floor(status / 100)}xx`))
  )
}

function isBetween(score: number | null, min: number, max: number): boolean {
  return score !== null && score >= min && score <= max
}

/** A value that rows are sorted by. */
export type SortKey = number | string | boolean | null

/**
 * The order of two values of a column: numbers by size, texts by their UTF-16 code units, false before true. Null comes last,
 * also in descending order.
 */
export function orderOf({
  isDescending,
}: {
  readonly isDescending: boolean
}): (a: SortKey, b: SortKey) => number {
  const sign = isDescending ? -1 : 1
  return (a, b) => {
    if (a === b) return 0
    if (a === null || b === null) return a === null ? 1 : -1
    return a < b ? -sign : sign
  }
}

/** What one rule found, by the places of the results. */
export interface FindingPages {
  isFound(at: number): boolean
  /** What was found there; null where that was not stored. */
  foundAt(at: number): Found | null
}

/** Rows in the order in which they are wanted. */
export interface ChosenRows {
  readonly rows: PageRows
  readonly chosen: ChosenPages
  /** What the rule of the selection found; null without one. */
  readonly finding: FindingPages | null
}

/** Rows of one answer of the thread. */
export interface RowLines {
  /** NDJSON, one row a line. */
  readonly lines: string
  readonly count: number
  /** Number of the last row; `after` when there is none. */
  readonly last: number
  /** Whether no row follows. */
  readonly isEnd: boolean
}

/** Characters after which an answer ends: what was found at a page may be long. */
const MAX_CHARS = 8_000_000

/** At most `limit` rows behind the one with the number `after`, in their order, and no more than fit into an answer. */
export function rowLines(
  { rows, chosen, finding }: ChosenRows,
  after: number,
  limit: number,
  maxChars = MAX_CHARS,
): RowLines {
  const lines: string[] = []
  let chars = 0
  let last = after
  let position = chosen.positionAfter(after)
  for (; position < chosen.count && lines.length < limit && chars < maxChars; position++) {
    const place = chosen.placeAt(position)
    const row = rows.row(place)
    const line = `${JSON.stringify(finding === null ? row : { ...row, found: finding.foundAt(place) })}\n`
    lines.push(line)
    chars += line.length
    last = row.n
  }
  return { lines: lines.join(''), count: lines.length, last, isEnd: position === chosen.count }
}
