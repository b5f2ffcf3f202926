import { useMemo } from 'preact/hooks'
import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import { type OutlinePage, OutlinePageContext, selectorsOfDetails } from '../outlines/outline-page.tsx'
import type { Partly } from '../partial.ts'
import type { ResultProps } from '../result-props.ts'
import { RunEnvironment } from './environment.tsx'
import { RequestWaterfall } from './requests/request-waterfall.tsx'
import { PageResources } from './resources/resources.tsx'
import { RunsOverTime } from './runs/runs-over-time.tsx'
import { PerformanceScore } from './score.tsx'
import { MissingParts, Tips } from './tips.tsx'
import { WebVitals } from './vitals/vitals.tsx'

/** The result of the operation `performance`. A group that is absent leaves its part out. */
export function PerformanceResultView({ result, parameters }: ResultProps<PerformanceResult>) {
  const groups: Partly<PerformanceResult> = result
  const { details, url } = groups
  const device = parameters.device ?? 'desktop'
  const page = useMemo<OutlinePage | null>(
    () => (details && url ? { url, device, selectors: selectorsOfDetails(details) } : null),
    [details, url, device],
  )
  return (
    <OutlinePageContext.Provider value={page}>
      <div class="stack">
        <PerformanceScore {...groups} />
        {groups.core_web_vitals && <WebVitals vitals={groups.core_web_vitals} lcp={details?.lcp} />}
        <RunEnvironment result={groups} />
        {groups.tips && <Tips tips={groups.tips} details={details?.tips} />}
        {details && <RequestWaterfall details={details} vitals={groups.core_web_vitals} />}
        {groups.resources && <PageResources resources={groups.resources} />}
        {groups.missing && <MissingParts missing={groups.missing} />}
        {groups.url && <RunsOverTime key={groups.url} url={groups.url} result={groups} />}
      </div>
    </OutlinePageContext.Provider>
  )
}
