import type { LabDuplicate, LabLegacyCode } from '#shared/messages/payloads/lab-code.ts'
import type { Measurement } from '#shared/messages/payloads/measurement.ts'
import type { CollectedScript } from './code-texts.ts'
import {
  duplicatedFiles,
  duplicatedModules,
  modulesOf,
  type ScriptModules,
} from './duplicated/duplicated-code.ts'
import { legacyCodeOf } from './legacy/legacy-code.ts'

/** What is found in the texts of scripts. */
export type ScriptFindings = Required<Pick<Measurement, 'duplicatedCode' | 'legacyCode'>>

export interface ScriptsTask {
  readonly scripts: readonly CollectedScript[]
  /** Milliseconds after which no further script is looked at. */
  readonly budgetMs: number
}

/** Scripts with legacy code of a result, those with the most first. */
const MAX_LEGACY = 100

/** Looks for duplicated and legacy code in the texts of scripts. One script may take long: it runs in a thread of its own. */
export function analyseScripts({ scripts, budgetMs }: ScriptsTask): ScriptFindings {
  const until = performance.now() + budgetMs
  const modulesByUrl = new Map<string, ScriptModules>()
  const legacy: LabLegacyCode[] = []
  for (const script of scripts) {
    if (script.text === null) continue
    if (performance.now() >= until) break
    const modules = modulesOf(script)
    if (modules !== null) modulesByUrl.set(script.url, modules)
    const found = legacyCodeOf(script.url, script.text, modules)
    if (found !== null) legacy.push(found)
  }
  const duplicatedCode: LabDuplicate[] = [...duplicatedFiles(scripts), ...duplicatedModules(modulesByUrl)]
  const legacyCode = legacy.toSorted((one, other) => other.characters - one.characters).slice(0, MAX_LEGACY)
  return { duplicatedCode, legacyCode }
}
