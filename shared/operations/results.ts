import type { z } from 'zod'
import { metadataResult } from '#shared/operations/metadata-result.ts'
import type { AvailableOperation } from '#shared/operations/parameters.ts'
import { performanceResult } from '#shared/operations/performance-result.ts'
import { seoAuditResult } from '#shared/operations/seo-audit-result.ts'
import { snapshotResult } from '#shared/operations/snapshot-result.ts'

/** What each operation answers with 200, and its `result.*` event carries. */
export const resultSchemas = {
  snapshot: snapshotResult,
  metadata: metadataResult,
  performance: performanceResult,
  'seo-audit': seoAuditResult,
} as const satisfies Readonly<Record<AvailableOperation, z.ZodObject>>
