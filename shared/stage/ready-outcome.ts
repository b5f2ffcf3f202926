import { createHash } from 'node:crypto'
import { valueByReference } from '#shared/messages/claim-check/value-by-reference.ts'
import type { Outcome } from '#shared/messages/events/outcome.ts'
import { FAILED } from '#shared/messages/topics.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { nextSequence } from '#shared/store/reference-clock.ts'

/** Outcomes of more bytes travel by reference (claim check). */
const CLAIM_CHECK_BYTES = 256 * 1024

export interface LargeOutcomes {
  readonly objects: Pick<ObjectStore, 'put'>
  /** Base of the links to large values. */
  publicUrl(): string
}

/** An outcome that may be claimed and published. */
export interface ReadyOutcome {
  readonly outcome: Outcome
  /** Bytes of the value in the object store; 0 = the outcome has it. */
  readonly objectBytes: number
}

/**
 * Makes an outcome ready to be claimed: puts a large value into the object store, and then gives it its sequence, since that
 * may have taken long. Rejects as `put` does.
 */
export async function readyOutcome(options: LargeOutcomes, outcome: Outcome): Promise<ReadyOutcome> {
  const body = Buffer.from(outcome.json)
  const isLarge = body.length > CLAIM_CHECK_BYTES
  const sized = isLarge ? await byReference(options, outcome, body) : outcome
  return { outcome: { ...sized, sequence: nextSequence() }, objectBytes: isLarge ? body.length : 0 }
}

async function byReference(
  { objects, publicUrl }: LargeOutcomes,
  outcome: Outcome,
  body: Buffer,
): Promise<Outcome> {
  const file = `${createHash('sha256').update(body).digest('hex')}.json`
  await objects.put(`bodies/${file}`, body, 'application/json')
  const dataref = `${publicUrl()}/bodies/${file}`
  const kind = outcome.topic === FAILED ? 'failure' : 'result'
  return { ...outcome, json: valueByReference(kind, outcome.json, dataref, body.length), dataref }
}
