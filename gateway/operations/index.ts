import type { AvailableOperation } from '#shared/operations/parameters.ts'
import { metadata } from './metadata.ts'
import type { OperationRoute } from './operation.ts'
import { performance } from './performance.ts'
import { seoAudit } from './seo-audit.ts'
import { snapshot } from './snapshot.ts'

/** Every operation of the HTTP interface. */
export const operationRoutes: Readonly<Record<AvailableOperation, OperationRoute>> = {
  snapshot,
  metadata,
  performance,
  'seo-audit': seoAudit,
}
