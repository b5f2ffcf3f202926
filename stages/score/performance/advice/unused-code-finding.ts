import type { LabCoverage } from '#shared/messages/payloads/lab-code.ts'
import type { LabFacts } from '../facts.ts'
import { unusedCode } from '../resources/code.ts'
import { filesBySaving } from './items.ts'
import { savedByBytes } from './saved-time.ts'
import { type Finding, kib, nameOf, plural } from './tip.ts'

interface Words {
  readonly thing: string
  readonly fault: string
  readonly advice: string
}

/** Finding about the files of one kind with more than `leastBytes` transferred bytes of unused code. */
export function unusedCodeFinding(
  facts: LabFacts,
  kind: LabCoverage['kind'],
  leastBytes: number,
  { thing, fault, advice }: Words,
): Finding | null {
  const unused = unusedCode(facts.measurement, kind, leastBytes)
  const [most] = unused
  if (most === undefined) return null
  const saved = savedByBytes(facts, unused)
  const size = `${kib(most.bytes)} of ${kib(most.request.transferBytes)} unused`
  const message = `${plural(unused.length, thing)} ${unused.length === 1 ? 'has' : 'have'} ${fault}, above all ${nameOf(most.request.url)} (${size}). ${advice}. Saves about ${kib(saved.wastedBytes)}.`
  return { message, ...saved, items: filesBySaving(unused) }
}
