import { type Outcome, outcomeFromText, outcomeToText } from '#shared/messages/events/outcome.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'
import { outcomeKey } from './keys.ts'

// The first outcome of an inspection is its outcome: whoever has another one takes the first. Functions reject with
// `SERVICE_UNAVAILABLE` while the store is unavailable.

/** Stores an outcome for `ttlSeconds`, unless the inspection has one. Returns the first one, and whether this is it. */
export async function claimOutcome(
  store: Pick<KeyValues, 'claim'>,
  id: string,
  outcome: Outcome,
  ttlSeconds: number,
): Promise<{ readonly first: Outcome; readonly isFirst: boolean }> {
  const text = outcomeToText(outcome)
  const first = await store.claim(outcomeKey(id), text, ttlSeconds)
  return { first: outcomeFromText(first), isFirst: first === text }
}

/** The outcomes of inspections, in the order of their ids; null = there is none, or it is not stored any more. */
export async function readOutcomes(
  store: Pick<KeyValues, 'getMany'>,
  ids: readonly string[],
): Promise<(Outcome | null)[]> {
  const texts = await store.getMany(ids.map(outcomeKey))
  return texts.map((text) => (typeof text === 'string' ? outcomeFromText(text) : null))
}

/** The outcome of one inspection, as `readOutcomes` has it. */
export async function readOutcome(store: Pick<KeyValues, 'get'>, id: string): Promise<Outcome | null> {
  const text = await store.get(outcomeKey(id))
  return text === null ? null : outcomeFromText(text)
}

/** Drops an outcome that was claimed although the log has an earlier one. */
export async function dropOutcome(store: Pick<KeyValues, 'delete'>, id: string): Promise<void> {
  await store.delete(outcomeKey(id))
}

/** Records of this age are checked for outcomes that the store has dropped already. */
const CHECK_MS = 60_000

/**
 * Whether the store still has every outcome of the inspection that was stored since the record of its work was written to the
 * log, in milliseconds since the epoch. `ttlSeconds`: how long the store keeps the outcome of a batch request.
 */
export function isOutcomeStored(recordWrittenAt: number, ttlSeconds: number): boolean {
  return Date.now() - recordWrittenAt <= Math.min(CHECK_MS, (ttlSeconds * 1000) / 2)
}
