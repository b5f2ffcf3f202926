import { AuditsOverTime } from '../results/audit/history/audits-over-time.tsx'
import { Differences } from '../results/audit/history/differences.tsx'
import { RunsOverTime } from '../results/performance/runs/runs-over-time.tsx'
import type { Results } from '../results/results.ts'

/** What changed since earlier audits and lab runs of the same page. */
export function TimeTab({ audit, performance, device }: Results) {
  return (
    <>
      {audit?.diff && <Differences diff={audit.diff} />}
      {audit?.url && (
        <AuditsOverTime key={`${audit.url} ${device}`} url={audit.url} device={device} audit={audit} />
      )}
      {performance?.url && <RunsOverTime key={performance.url} url={performance.url} result={performance} />}
    </>
  )
}
