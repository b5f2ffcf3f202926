import type { MetadataResult } from '#shared/operations/results/metadata-result.ts'
import type { PerformanceResult } from '#shared/operations/results/performance-result.ts'
import type { SeoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import type { SnapshotResult } from '#shared/operations/results/snapshot-result.ts'
import type { Partly } from './partial.ts'

/** The results of a page's checks, as far as they are there. A group that was not asked for is absent. */
export interface Results {
  readonly snapshot: SnapshotResult | null
  readonly metadata: MetadataResult | null
  readonly performance: Partly<PerformanceResult> | null
  readonly audit: Partly<SeoAuditResult> | null
  /** The device of the audit, else of the lab. */
  readonly device: string | undefined
}

/** A result as it came, with the parameters of its call by the API's names. */
export interface CheckResult {
  readonly result: unknown
  readonly parameters: Readonly<Record<string, string>>
}

/** The results by check, each as what it is. */
export function resultsOf(byCheck: Readonly<Record<string, CheckResult>>): Results {
  const result = <Result>(name: string) => (byCheck[name]?.result ?? null) as Result | null
  const audit = result<Partly<SeoAuditResult>>('seo-audit')
  return {
    snapshot: result('snapshot'),
    metadata: result('metadata'),
    performance: result('performance'),
    audit,
    device:
      audit?.scoring?.device ??
      audit?.context?.device ??
      (byCheck['seo-audit'] ?? byCheck.performance)?.parameters.device,
  }
}
