import type { LabCoverage, LabDuplicate, LabLegacyCode } from '#shared/messages/payloads/lab-code.ts'
import type { Measurement } from '#shared/messages/payloads/measurement.ts'
import type { CollectedCode } from './code-probe.ts'
import { unpackCoverage } from './coverage/packed-coverage.ts'
import { scriptCoverage } from './coverage/script-coverage.ts'
import { styleCoverage } from './coverage/style-coverage.ts'
import {
  duplicatedFiles,
  duplicatedModules,
  modulesOf,
  type ScriptModules,
} from './duplicated/duplicated-code.ts'
import { legacyCodeOf } from './legacy/legacy-code.ts'

/** What is found in the code of a page. */
export type CodeFindings = Required<Pick<Measurement, 'coverage' | 'duplicatedCode' | 'legacyCode'>>

export interface CodeTask extends CollectedCode {
  /** Milliseconds after which no further script is looked at. */
  readonly budgetMs: number
}

/** Scripts with legacy code of a result, those with the most first. */
const MAX_LEGACY = 100

/** Files of a result with coverage, those with the most unused code first. */
const MAX_FILES = 500

/**
 * How much of the code of a page is used, and the duplicated and legacy code in the texts of its scripts. One script may take long: it
 * runs in a thread of its own.
 */
export function analyseCode({ budgetMs, ...code }: CodeTask): CodeFindings {
  return { coverage: coverageOf(code), ...analyseScripts(code.scripts, budgetMs) }
}

function coverageOf({ scripts, sheets, coverage }: CollectedCode): LabCoverage[] {
  const { result, ruleUsage } = unpackCoverage(coverage)
  return [...scriptCoverage(scripts, result), ...styleCoverage(sheets, ruleUsage)]
    .toSorted((one, other) => other.unusedCharacters - one.unusedCharacters)
    .slice(0, MAX_FILES)
}

function analyseScripts(scripts: CollectedCode['scripts'], budgetMs: number): Omit<CodeFindings, 'coverage'> {
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
