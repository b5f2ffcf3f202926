import type { z } from 'zod'
import { metadataResult } from '#shared/operations/metadata-result.ts'
import type { AvailableOperation } from '#shared/operations/parameters.ts'
import { performanceResult } from '#shared/operations/performance-result.ts'
import { seoAuditResult } from '#shared/operations/seo-audit-result.ts'
import { snapshotResult } from '#shared/operations/snapshot-result.ts'

/** The schema of the result of each operation: the body of a 200, and the result in its `result.*` event. */
export const resultSchemas = {
  snapshot: snapshotResult,
  metadata: metadataResult,
  performance: performanceResult,
  'seo-audit': seoAuditResult,
} as const satisfies Readonly<Record<AvailableOperation, z.ZodObject>>
