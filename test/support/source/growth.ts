import { nearMisses, written } from './near-misses.ts'

/** Characters of the texts whose times are compared. */
const SHORT = 2048
const LONG = 8192
/** Texts of the first looks, each with the time, in milliseconds, beyond which their CPU time is measured. */
const LOOKS = [
  { length: 24, limitMs: 1 },
  { length: 64, limitMs: 2 },
  { length: 512, limitMs: 0.05 },
]
/** A text so short that no search of it takes longer, in milliseconds of CPU, unless its time grows out of all bounds. */
const MAX_SHORTEST_MS = 1
/** Four times the characters may take so many times as long: linear is 4, quadratic 16. */
const MAX_RATIO = 8
/** A shorter CPU time says nothing about its growth, in milliseconds. */
const LEAST_MS = 0.5
/** Searches are repeated until they took so much CPU time, which the kernel tells in steps of some milliseconds. */
const MEASURED_MS = 30
const MAX_REPEATS = 300

/** The text whose time grows faster than its length. */
export interface Growth {
  readonly text: string
  /** CPU time for texts of `SHORT` and `LONG` characters, in milliseconds. */
  readonly shortMs: number
  readonly longMs: number
}

/** The first of the near misses of a regular expression on which the time of its search grows faster than the text; or null. */
export function superlinearGrowth(source: string, flags: string): Growth | null {
  const expression = new RegExp(source, flags)
  for (const nearMiss of nearMisses(source, flags)) {
    const look = LOOKS.find(
      ({ length, limitMs }) => searchMs(expression, written(nearMiss, length)) > limitMs,
    )
    if (look === undefined) continue
    const text = JSON.stringify(nearMiss)
    const leastMs = cpuMs(expression, written(nearMiss, look.length))
    if (look.length < SHORT / 16 && leastMs > MAX_SHORTEST_MS)
      return { text, shortMs: leastMs, longMs: Number.POSITIVE_INFINITY }
    const shortMs = cpuMs(expression, written(nearMiss, SHORT))
    const longMs = cpuMs(expression, written(nearMiss, LONG))
    if (longMs > LEAST_MS && longMs > MAX_RATIO * shortMs) return { text, shortMs, longMs }
  }
  return null
}

/** CPU time of a search, in milliseconds: another program on this machine does not lengthen it. */
function cpuMs(expression: RegExp, text: string): number {
  const before = threadMs()
  let repeats = 0
  do {
    search(expression, text)
    repeats += 1
  } while (repeats < MAX_REPEATS && threadMs() - before < MEASURED_MS)
  return (threadMs() - before) / repeats
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function searchMs(expression: RegExp, text: string): number {
  const before = performance.now()
  search(expression, text)
  return performance.now() - before
}

/** Searches for the first match, or for all. */
function search(expression: RegExp, text: string): void {
  expression.lastIndex = 0
  if (expression.global) text.replace(expression, '')
  else expression.test(text)
}
