import { numberBetween } from '#shared/operations/fields.ts'
import { type BatchPoliteness, politenessLimits } from '#shared/ports/batch-politeness.ts'
import type { ApiKey } from '../../access/api-keys.ts'
import { type FieldError, invalidFields } from '../request/field-errors.ts'

/** The manners that a caller asks for; null = the installation's. */
export type RequestedPoliteness = Pick<BatchPoliteness, 'delayMs' | 'concurrency'>

/** The manners of the installation (`BATCH_HOST_DELAY_MS`, `BATCH_HOST_CONCURRENCY`), which batches may only make more careful. */
export interface HostPoliteness {
  /** Milliseconds. */
  readonly delayMs: number
  readonly concurrency: number
}

/** The manners of an installation without settings. */
export const usualHostPoliteness: HostPoliteness = { delayMs: 1000, concurrency: 1 }

/** The fields of a new batch for its manners, besides those of its operation. */
export const politenessFields = {
  delay_ms: numberBetween(0, politenessLimits.delayMs)
    .nullable()
    .default(null)
    .describe(
      "The least time between two requests of the batch to a host, in milliseconds; not below the installation's `BATCH_HOST_DELAY_MS`, unless the key has the scope `unthrottled`. Null = that of the installation.",
    ),
  concurrency: numberBetween(1, politenessLimits.concurrency)
    .nullable()
    .default(null)
    .describe(
      "Requests of the batch to a host at a time; not above the installation's `BATCH_HOST_CONCURRENCY`, unless the key has the scope `unthrottled`. Null = that of the installation.",
    ),
}

/** The manners in the fields of a request; null = it has none. */
export function requestedPoliteness(fields: {
  readonly delay_ms: number | null
  readonly concurrency: number | null
}): RequestedPoliteness | null {
  const { delay_ms: delayMs, concurrency } = fields
  return delayMs === null && concurrency === null ? null : { delayMs, concurrency }
}

/**
 * The manners that a batch of the key gets. Throws `VALIDATION_ERROR` of shape C when they are less careful than the
 * installation's and the key lacks the scope `unthrottled`.
 */
export function grantPoliteness(
  { delayMs, concurrency }: RequestedPoliteness,
  { scopes }: Pick<ApiKey, 'scopes'>,
  host: HostPoliteness,
): BatchPoliteness {
  const isUnthrottled = scopes.includes('unthrottled')
  const errors: FieldError[] = []
  const unless = 'the bound of this installation, unless the key has the scope unthrottled'
  if (delayMs !== null && delayMs < host.delayMs)
    errors.push({ parameter: 'delay_ms', reason: `must be at least ${host.delayMs}, ${unless}` })
  if (concurrency !== null && concurrency > host.concurrency)
    errors.push({ parameter: 'concurrency', reason: `must be at most ${host.concurrency}, ${unless}` })
  if (errors.length > 0 && !isUnthrottled) throw invalidFields(errors)
  return { delayMs, concurrency, isUnthrottled }
}
