import { type Finding, kib, nameOf, plural } from '../../advice/tip.ts'
import type { LabFacts, OwnFile } from '../../facts.ts'
import { transferOf } from '../../resources/totals.ts'

/**
 * Finding about files of the site that a repeat view requests again. Headers of other sites are not the owner's to
 * change.
 */
export function ownFilesFinding(
  { ownFiles }: LabFacts,
  isConcerned: (file: OwnFile) => boolean,
  fault: string,
  advice: string,
): Finding | null {
  const concerned = ownFiles.filter(isConcerned).map(({ request }) => request)
  const [largest] = concerned.toSorted((one, other) => other.transferBytes - one.transferBytes)
  if (largest === undefined) return null
  const wastedBytes = transferOf(concerned)
  const message = `${plural(concerned.length, 'file')} (${kib(wastedBytes)}) ${fault}, the largest ${nameOf(largest.url)}: ${advice}.`
  return { message, wastedBytes }
}
