import type { Protocol } from 'puppeteer-core'

/** Coverage in flat lists of numbers, which pass to a thread at no cost; a page may have a hundred thousand functions and rules. */
export interface PackedCoverage {
  /** By script: start, end and count of each range. */
  readonly scripts: ReadonlyMap<string, Int32Array>
  /** By style sheet: start and end of each used rule. */
  readonly sheets: ReadonlyMap<string, Int32Array>
}

/** What is read of V8's coverage of one script. */
export type CoveredScript = Pick<Protocol.Profiler.ScriptCoverage, 'scriptId'> & {
  readonly functions: readonly Pick<Protocol.Profiler.FunctionCoverage, 'ranges'>[]
}

/** Packs the coverage of the scripts and style sheets with these ids. */
export function packCoverage(
  { result, ruleUsage }: CollectedCoverage,
  scriptIds: ReadonlySet<string>,
  sheetIds: ReadonlySet<string>,
): PackedCoverage {
  const scripts = result.filter(({ scriptId }) => scriptIds.has(scriptId))
  const rules = ruleUsage.filter(({ used, styleSheetId }) => used && sheetIds.has(styleSheetId))
  return {
    scripts: new Map(scripts.map(({ scriptId, functions }) => [scriptId, packFunctions(functions)])),
    sheets: new Map([...Map.groupBy(rules, ({ styleSheetId }) => styleSheetId)].map(packRules)),
  }
}

/** The coverage as the browser reports it. */
export interface CollectedCoverage {
  readonly result: readonly CoveredScript[]
  readonly ruleUsage: readonly Protocol.CSS.RuleUsage[]
}

function packFunctions(functions: CoveredScript['functions']): Int32Array {
  const numbers: number[] = []
  for (const { ranges } of functions)
    for (const { startOffset, endOffset, count } of ranges) numbers.push(startOffset, endOffset, count)
  return Int32Array.from(numbers)
}

function packRules([styleSheetId, rules]: [string, Protocol.CSS.RuleUsage[]]): [string, Int32Array] {
  return [
    styleSheetId,
    Int32Array.from(rules.flatMap(({ startOffset, endOffset }) => [startOffset, endOffset])),
  ]
}

/** The inverse of `packCoverage`; the ranges of a script are those of one function. */
export function unpackCoverage({ scripts, sheets }: PackedCoverage): CollectedCoverage {
  const result = [...scripts].map(([scriptId, numbers]) => ({
    scriptId,
    functions: [
      {
        ranges: groups(numbers, 3).map(([startOffset = 0, endOffset = 0, count = 0]) => ({
          ...{ startOffset, endOffset, count },
        })),
      },
    ],
  }))
  const ruleUsage = [...sheets].flatMap(([styleSheetId, numbers]) =>
    groups(numbers, 2).map(([startOffset = 0, endOffset = 0]) => ({
      ...{ styleSheetId, startOffset, endOffset, used: true },
    })),
  )
  return { result, ruleUsage }
}

function groups(numbers: Int32Array, size: number): Int32Array[] {
  return Array.from({ length: numbers.length / size }, (_, index) =>
    numbers.subarray(index * size, (index + 1) * size),
  )
}
