import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import type { Partly } from '../partial.ts'
import type { ResultProps } from '../result-props.ts'
import { RunEnvironment } from './environment.tsx'
import { PageResources } from './resources/resources.tsx'
import { RunsOverTime } from './runs/runs-over-time.tsx'
import { PerformanceScore } from './score.tsx'
import { MissingParts, Tips } from './tips.tsx'
import { WebVitals } from './vitals/vitals.tsx'

/** The result of the operation `performance`. A group that is absent leaves its part out. */
export function PerformanceResultView({ result }: ResultProps<PerformanceResult>) {
  const groups: Partly<PerformanceResult> = result
  return (
    <div class="stack">
      <PerformanceScore {...groups} />
      {groups.core_web_vitals && <WebVitals vitals={groups.core_web_vitals} />}
      <RunEnvironment result={groups} />
      {groups.tips && <Tips tips={groups.tips} />}
      {groups.resources && <PageResources resources={groups.resources} />}
      {groups.missing && <MissingParts missing={groups.missing} />}
      {groups.url && <RunsOverTime key={groups.url} url={groups.url} result={groups} />}
    </div>
  )
}
