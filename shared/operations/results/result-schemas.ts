import type { z } from 'zod'
import type { AvailableOperation } from '#shared/operations/parameters.ts'
import { metadataResult } from '#shared/operations/results/metadata-result.ts'
import { performanceResult } from '#shared/operations/results/performance-result.ts'
import { seoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { snapshotResult } from '#shared/operations/results/snapshot-result.ts'

/** The schema of the result of each operation: the body of a 200, and the result in its `result.*` event. */
export const resultSchemas = {
  snapshot: snapshotResult,
  metadata: metadataResult,
  performance: performanceResult,
  'seo-audit': seoAuditResult,
} as const satisfies Readonly<Record<AvailableOperation, z.ZodObject>>
