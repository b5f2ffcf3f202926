import type { LabCoverage } from '#shared/messages/payloads/lab-code.ts'
import type { CoveredScript } from './packed-coverage.ts'
import { type Range, sizeWithout } from './ranges.ts'
import { usedRanges } from './used-ranges.ts'

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
