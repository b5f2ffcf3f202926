import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LabDuplicate, LabLegacyCode } from '#shared/messages/payloads/lab-code.ts'
import type { Measurement } from '#shared/messages/payloads/measurement.ts'
import type { CollectedCode } from './code-probe.ts'
import {
  duplicatedFiles,
  duplicatedModules,
  modulesOf,
  type ScriptModules,
} from './duplicated/duplicated-code.ts'
import { legacyCodeOf } from './legacy/legacy-code.ts'

export type CodeFindings = Required<Pick<Measurement, 'coverage' | 'duplicatedCode' | 'legacyCode'>>

/** Scripts with legacy code of a result, those with the most first. */
const MAX_LEGACY = 100

/**
 * Looks for duplicated and legacy code in the texts of scripts, for `budgetMs` milliseconds; the scripts that are left then are not
 * looked at. Lets other work of the process run between two scripts.
 */
export async function analyseCode(
  { coverage, scripts }: CollectedCode,
  budgetMs: number,
): Promise<CodeFindings> {
  const until = performance.now() + budgetMs
  const modulesByUrl = new Map<string, ScriptModules>()
  const legacy: LabLegacyCode[] = []
  for (const script of scripts) {
    if (script.text === null) continue
    await nextTurn()
    if (performance.now() >= until) break
    const modules = modulesOf(script)
    if (modules !== null) modulesByUrl.set(script.url, modules)
    const found = legacyCodeOf(script.url, script.text, modules)
    if (found !== null) legacy.push(found)
  }
  const duplicatedCode: LabDuplicate[] = [...duplicatedFiles(scripts), ...duplicatedModules(modulesByUrl)]
  const legacyCode = legacy.toSorted((one, other) => other.characters - one.characters).slice(0, MAX_LEGACY)
  return { coverage, duplicatedCode, legacyCode }
}
