import type { LabFacts } from '../../facts.ts'

export interface RunningScript {
  readonly url: string
  readonly ms: number
}

/** Running time of each script, longest first. */
export function runningScripts({ measurement }: LabFacts): RunningScript[] {
  return measurement.mainThread
    .flatMap(({ url, kind, ms }) => (kind === 'script' && url !== null ? [{ url, ms }] : []))
    .toSorted((one, other) => other.ms - one.ms)
}
