import { parsePoliteness } from '#shared/messages/politeness.ts'
import type { BatchPoliteness } from '#shared/ports/batch-politeness.ts'
import type { RequestOf } from '../host-rate-limiter.ts'

/** A batch with manners of its own. */
export interface PolitenessOfBatch {
  readonly batch: string
  readonly politeness: BatchPoliteness
}

/** The manners of work; null = those of the installation. */
export function politenessOf({ batch, politeness }: RequestOf): PolitenessOfBatch | null {
  const parsed = batch === undefined || politeness === undefined ? null : parsePoliteness(politeness)
  return batch === undefined || parsed === null ? null : { batch, politeness: parsed }
}

/**
 * The key under which the work of a batch with manners of its own waits for a group of hosts: apart from the work of others,
 * which may have its turn earlier.
 */
export function politenessKey(group: string, batch: string): string {
  return `${group} ${batch}`
}
