import type { Inspected } from '../../../api/inspect.ts'
import type { Values } from '../../../api/inspection-request.ts'

/** An answer with the values that it answers. */
interface KnownAnswer {
  readonly answer: Inspected
  readonly values: Values
}

/** Answers that are kept in memory, so that going back shows them again without a call. */
const MAX_ANSWERS = 20

const answers = new Map<string, KnownAnswer>()

/** Keeps the answer of an address; the oldest one goes when there are too many. */
export function rememberAnswer(place: string, known: KnownAnswer): void {
  answers.delete(place)
  answers.set(place, known)
  const [oldest] = answers.keys()
  if (answers.size > MAX_ANSWERS && oldest !== undefined) answers.delete(oldest)
}

/** The answer of an address; null when none is kept. */
export function recallAnswer(place: string): KnownAnswer | null {
  return answers.get(place) ?? null
}
