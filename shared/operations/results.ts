import type { z } from 'zod'
import { metadataResult } from '#shared/operations/metadata-result.ts'
import type { AvailableOperation } from '#shared/operations/parameters.ts'
import { snapshotResult } from '#shared/operations/snapshot-result.ts'

/** What each operation answers with 200, and its `result.*` event carries. */
export const resultSchemas = {
  snapshot: snapshotResult,
  metadata: metadataResult,
} as const satisfies Readonly<Record<AvailableOperation, z.ZodObject>>
