import { recordInterface } from '../examples/record-examples.ts'
import { type Difference, differences } from './differences.ts'
import { type PageDigest, pageDigests } from './page-digests.ts'

/** Everything that clients see of the service, at one version of the code. */
export interface Recording {
  /** Documents, answers and events of two runs: differences between the two are chance, not interface. */
  readonly runs: readonly [unknown, unknown]
  readonly pages: Readonly<Record<string, PageDigest>>
}

/** Runs the service twice with the example shop, and the operations on all saved pages. Takes about 3 minutes. */
export async function record(): Promise<Recording> {
  const first = await recordInterface()
  const second = await recordInterface()
  return { runs: [first, second], pages: pageDigests() }
}

/** Returns the differences between two versions that are not by chance, and the number of compared pages. */
export function compare(before: Recording, after: Recording): { changed: Difference[]; pages: number } {
  const byChance = new Set([before, after].flatMap(({ runs }) => pathsOf(differences(...runs))))
  const ofRuns = differences(before.runs[0], after.runs[0]).filter(({ path }) => !byChance.has(path))
  const common = Object.keys(before.pages).filter((name) => name in after.pages)
  const ofPages = common.flatMap((name) =>
    differences(before.pages[name], after.pages[name], `/pages/${name}`),
  )
  return { changed: [...ofRuns, ...ofPages], pages: common.length }
}

const pathsOf = (found: readonly Difference[]): string[] => found.map(({ path }) => path)
