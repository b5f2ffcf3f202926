/** A page that failed. */
export interface FailedRow {
  readonly n: number
  readonly url: string
  readonly code: string | null
}

/** A page that failed, with the message of its failure. */
export interface FailureExample extends Pick<FailedRow, 'n' | 'url'> {
  readonly message: string
}

/** Failures with one code. */
export interface FailureGroup {
  readonly code: string
  readonly count: number
  /** One for each message that was found. */
  readonly examples: readonly FailureExample[]
}

/** Codes of which examples are shown, the most frequent ones, and rows of each that are looked at. */
const CODES = 10
const ROWS = 4

/** The codes with their counts, the most frequent first. */
export function countedCodes(byCode: Readonly<Record<string, number>>): [code: string, count: number][] {
  return Object.entries(byCode).sort(([codeA, a], [codeB, b]) => b - a || codeA.localeCompare(codeB, 'en'))
}

/** Rows to look at for each code: spread evenly, since one code may have several messages. */
export function sampleRows(
  byCode: Readonly<Record<string, number>>,
  rows: readonly FailedRow[],
): ReadonlyMap<string, readonly FailedRow[]> {
  const codes = countedCodes(byCode).slice(0, CODES)
  return new Map(codes.map(([code]) => [code, spread(rows.filter((row) => row.code === code))]))
}

function spread<T>(rows: readonly T[]): readonly T[] {
  if (rows.length <= ROWS) return rows
  const step = (rows.length - 1) / (ROWS - 1)
  return Array.from({ length: ROWS }, (_, index) => rows[Math.round(index * step)] as T)
}

/** The first example of each message. */
export function distinctMessages(examples: readonly FailureExample[]): FailureExample[] {
  const messages = new Set<string>()
  return examples.filter(({ message }) => !messages.has(message) && messages.add(message))
}
