import type { Protocol } from 'puppeteer-core'
import type { LabCoverage } from '#shared/messages/payloads/lab-code.ts'
import type { CoveredScript } from './packed-coverage.ts'
import { type Range, sizeWithout, unionOf } from './ranges.ts'

/** A script that has the content of a file. */
export interface FileScript {
  readonly scriptId: string
  /** Of its file. */
  readonly url: string
  readonly characters: number
}

/** Coverage of script files. Code that ran in one of the frames that load a file is used. */
export function scriptCoverage(
  scripts: readonly FileScript[],
  coverage: readonly CoveredScript[],
): LabCoverage[] {
  const functions = new Map(coverage.map((one) => [one.scriptId, one.functions]))
  const measured = scripts.filter(({ scriptId }) => functions.has(scriptId))
  return [...Map.groupBy(measured, ({ url }) => url)].map(([url, same]) => {
    const used = same.flatMap(({ scriptId }) => usedRanges(functions.get(scriptId) ?? []))
    const characters = Math.max(...same.map((one) => one.characters))
    const whole: Range = { start: 0, end: characters }
    return { url, kind: 'javascript', characters, unusedCharacters: sizeWithout([whole], used) }
  })
}

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
