import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import { type Outcome, outcomeRecord } from '#shared/messages/events/outcome.ts'
import { endedRecord } from '#shared/messages/payloads/ended.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { type LargeOutcomes, readyOutcome } from '#shared/stage/ready-outcome.ts'
import { INSPECTION_TTL } from '#shared/store/keys.ts'
import { claimOutcome } from '#shared/store/outcomes.ts'
import { countStoredBytes } from '#shared/store/stored-bytes.ts'

export interface InteractivePorts extends LargeOutcomes {
  readonly store: Pick<KeyValues, 'claim' | 'increment'>
  /** Waits while the log is unavailable. */
  append(records: readonly NewRecord[]): Promise<unknown>
}

/** An interactive caller gets an error within this time when a backing service is unavailable; batch work waits for it. */
export const INTERACTIVE_MAX_WAIT_MS = 1000

/**
 * `Publisher.complete` for interactive work: the gateways learn of the end from a record of their own, which is appended
 * together with the event, and take the outcome from the store.
 */
export async function completeInteractive(
  ports: InteractivePorts,
  inspection: Inspection,
  outcome: Outcome,
  storedBytes: number,
): Promise<boolean> {
  const { store } = ports
  const { id, tenant } = inspection
  const maxWait = { maxWaitMs: INTERACTIVE_MAX_WAIT_MS }
  const ready = await retryWhileUnavailable(() => readyOutcome(ports, outcome), maxWait)
  const claim = () => claimOutcome(store, id, ready.outcome, INSPECTION_TTL)
  const { first, isFirst } = await retryWhileUnavailable(claim)
  const bytes = storedBytes + ready.objectBytes
  if (bytes > 0) await retryWhileUnavailable(() => countStoredBytes(store, tenant, bytes))
  await ports.append([outcomeRecord(inspection, first), endedRecord(id, first)])
  return isFirst
}
