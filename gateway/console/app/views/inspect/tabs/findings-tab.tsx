import { FindingList } from '../findings/finding-list.tsx'
import type { Results } from '../results/results.ts'

/** All that the audit and the lab found. */
export function FindingsTab({ audit, performance }: Results) {
  return <FindingList audit={audit} performance={performance} />
}
