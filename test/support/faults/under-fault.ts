import { setTimeout as sleep } from 'node:timers/promises'
import { type ExternalClient, type ExternalRecord, outcomesOf, tally } from '../external/external-client.ts'
import { externalKafka } from '../external/external-kafka.ts'
import { freshPages, type PartsFixture } from '../service/parts-fixture.ts'
import { type ObservedCall, startBackgroundCalls } from './background-calls.ts'
import { repeatsIn } from './load.ts'

export interface Fault {
  /** Unique within the fixture: part of the pages' URLs. */
  readonly name: string
  /** Number of pages of the batch. */
  readonly pages: number
  /** Causes the fault and ends it. */
  inject(): Promise<void>
  /** Time limit for all accepted inspections after that. */
  readonly limitMs: number
}

/** Results of calls and a batch during a fault. Times are in milliseconds. */
export interface FaultReport {
  readonly calls: readonly ObservedCall[]
  readonly refused: number
  /** Answers that the contract does not document. */
  readonly undocumented: readonly ObservedCall[]
  /** The longest time between a refused call and the last one of a series with gaps below two seconds. */
  readonly longestRefusalMs: number
  readonly accepted: number
  readonly lost: number
  /** Inspections with two distinct outcomes, those of the batch included. */
  readonly several: number
  /** Outcomes in the log beyond the first one of each inspection, those of the batch included. */
  readonly repeated: number
  readonly batch: { readonly accepted: number; readonly done: number; readonly once: number }
  /** From the end of the fault until all accepted inspections had ended; null = not in time. */
  readonly endedMs: number | null
  readonly batchMs: number | null
}

const CALL_EVERY_MS = 250
const BEFORE_MS = 5000
const POLL_MS = 250
/** Calls work again after this time without a refusal. */
const RECOVERED_MS = 2000
/** Long enough for a repeated event that is under way. */
const SETTLE_MS = 2000

/** Injects a fault during background calls and a batch, and waits until all of them have ended. */
export async function underFault(fixture: PartsFixture, fault: Fault): Promise<FaultReport> {
  const batch = await fixture.batches.submit(freshPages(fixture.site, fault.pages, `batch-${fault.name}`))
  const backgroundCalls = startBackgroundCalls(fixture, `call-${fault.name}`, CALL_EVERY_MS)
  try {
    await sleep(BEFORE_MS)
    await fault.inject()
  } finally {
    await backgroundCalls.stop()
  }
  const faultEndedAt = performance.now()
  const external = await externalKafka(fixture.env)
  try {
    const ids = backgroundCalls.calls.flatMap(({ id }) => id ?? [])
    const within = (isTrue: () => boolean | Promise<boolean>) =>
      sinceThen(isTrue, faultEndedAt, fault.limitMs)
    const [endedMs, batchMs] = await Promise.all([
      within(() => tally(ids, external.records).lost.length === 0),
      within(() => hasEnded(fixture, batch.id, external)),
    ])
    await sleep(SETTLE_MS)
    const { counts } = await fixture.batches.status(batch.id)
    const items = outcomeCountsOf(external.records, batch.id)
    const { lost, several } = tally(ids, external.records)
    return {
      ...refusals(backgroundCalls.calls),
      calls: backgroundCalls.calls,
      undocumented: backgroundCalls.calls.filter(({ isDocumented }) => !isDocumented),
      accepted: ids.length,
      lost: lost.length,
      repeated: repeatsIn(external.records.filter(isOfFault(batch.id, ids))),
      several: several.length + items.filter((outcomes) => outcomes !== 1).length,
      batch: { accepted: counts.accepted, done: counts.done, once: items.length },
      endedMs,
      batchMs,
    }
  } finally {
    await external.close()
  }
}

function isOfFault(batch: string, calls: readonly string[]): (record: ExternalRecord) => boolean {
  const ids = new Set(calls)
  return ({ headers }) => {
    const id = String(headers.ce_subject)
    return ids.has(id) || id.startsWith(`${batch}.`)
  }
}

/** By the status of the batch and by the log. */
async function hasEnded(
  { batches }: PartsFixture,
  id: string,
  { records }: ExternalClient,
): Promise<boolean> {
  const { state, counts } = await batches.status(id)
  return state === 'finished' && outcomeCountsOf(records, id).length >= counts.accepted
}

/** The number of distinct outcomes of each page of the batch that has any. */
function outcomeCountsOf(records: readonly ExternalRecord[], id: string): number[] {
  const all = [...outcomesOf(records)]
  return all.filter(([item]) => item.startsWith(`${id}.`)).map(([, outcomes]) => outcomes.length)
}

async function sinceThen(
  isTrue: () => boolean | Promise<boolean>,
  since: number,
  limitMs: number,
): Promise<number | null> {
  while (performance.now() < since + limitMs) {
    const answer = await Promise.resolve(isTrue()).catch(() => false)
    if (answer) return performance.now() - since
    await sleep(POLL_MS)
  }
  return null
}

function refusals(calls: readonly ObservedCall[]): Pick<FaultReport, 'refused' | 'longestRefusalMs'> {
  const times = calls.filter(({ status }) => status === 503).map(({ begunAt }) => begunAt)
  let longestRefusalMs = 0
  let first = Number.NEGATIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (const time of times.toSorted((a, b) => a - b)) {
    if (time - last > RECOVERED_MS) first = time
    last = time
    longestRefusalMs = Math.max(longestRefusalMs, last - first)
  }
  return { refused: times.length, longestRefusalMs }
}
