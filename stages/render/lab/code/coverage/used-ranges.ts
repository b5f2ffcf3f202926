import type { Protocol } from 'puppeteer-core'
import { type Range, unionOf } from './ranges.ts'

type FunctionCoverage = Pick<Protocol.Profiler.FunctionCoverage, 'ranges'>

/** An enclosing range, from its start to where an inner one may end it. */
interface OpenRange {
  readonly end: number
  readonly hasRun: boolean
}

/**
 * The characters of a script that ran, by V8's coverage: ranges are nested or disjoint, and the innermost one says whether a character
 * has run.
 */
export function usedRanges(functions: readonly FunctionCoverage[]): Range[] {
  const ranges = functions
    .flatMap((one) => one.ranges)
    .toSorted((one, other) => one.startOffset - other.startOffset || other.endOffset - one.endOffset)
  const used: Range[] = []
  const open: OpenRange[] = []
  let at = 0
  const advance = (to: number) => {
    if (to > at && open.at(-1)?.hasRun) used.push({ start: at, end: to })
    at = Math.max(at, to)
  }
  const closeUntil = (offset: number) => {
    for (let last = open.at(-1); last !== undefined && last.end <= offset; last = open.at(-1)) {
      advance(last.end)
      open.pop()
    }
  }
  for (const { startOffset, endOffset, count } of ranges) {
    closeUntil(startOffset)
    advance(startOffset)
    open.push({ end: endOffset, hasRun: count > 0 })
  }
  closeUntil(Number.POSITIVE_INFINITY)
  return unionOf(used)
}
