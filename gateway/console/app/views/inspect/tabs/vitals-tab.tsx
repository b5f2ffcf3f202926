import { VitalsEstimate } from '../results/audit/page/web-vitals.tsx'
import { RunEnvironment } from '../results/performance/environment.tsx'
import { MissingParts } from '../results/performance/missing-parts.tsx'
import { RequestWaterfall } from '../results/performance/requests/request-waterfall.tsx'
import { PageResources } from '../results/performance/resources/resources.tsx'
import { WebVitals } from '../results/performance/vitals/vitals.tsx'
import type { Results } from '../results/results.ts'

/** What was measured: the vitals, the requests, and how far the run may be trusted; what the audit estimates stands below. */
export function VitalsTab({ performance, audit }: Results) {
  return (
    <>
      {performance?.core_web_vitals && (
        <WebVitals vitals={performance.core_web_vitals} lcp={performance.details?.lcp} />
      )}
      {performance?.details && (
        <RequestWaterfall details={performance.details} vitals={performance.core_web_vitals} />
      )}
      {performance?.resources && <PageResources resources={performance.resources} />}
      {performance && <RunEnvironment result={performance} />}
      {performance?.missing && <MissingParts missing={performance.missing} />}
      {audit?.web_vitals && <VitalsEstimate vitals={audit.web_vitals} />}
    </>
  )
}
