import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import { formatShare, plural, trimmed } from '../../../../ui/format.ts'

type Contention = PerformanceResult['environment']['contention']

/** How much others disturbed a run, in words. */
export interface ContentionWords {
  readonly kind: 'good' | 'warn'
  readonly title: string
  /** Sentences about what was observed. */
  readonly observed: readonly string[]
}

/** Says whether a run may be trusted, and what speaks for or against it. */
export function contentionInWords(contention: Contention): ContentionWords {
  const { contaminated, discarded_runs } = contention
  const observed = [
    foreignCpu(contention),
    loops(contention),
    contention.paint_stall && 'Paints came late though the main thread was idle.',
    discarded_runs > 0 &&
      `${plural(discarded_runs, 'earlier run was', 'earlier runs were')} discarded for noise.`,
  ].filter((sentence) => typeof sentence === 'string')
  return contaminated
    ? { kind: 'warn', title: 'Disturbed: read with caution', observed }
    : { kind: 'good', title: 'Quiet machine', observed }
}

function foreignCpu({ foreign_cpu }: Contention): string {
  return foreign_cpu === null
    ? 'How much of the processor others used is unknown.'
    : `Others used ${formatShare(foreign_cpu)} of the processor cores.`
}

/** The same loop before and after: it takes longer where others work. */
function loops({ loop_before_ms: before, loop_after_ms: after }: Contention): string | false {
  if (before === null || after === null) return false
  return `A fixed loop took ${trimmed(before, 1)} ms before and ${trimmed(after, 1)} ms after the run.`
}
