import { unavailable } from '#shared/errors.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import { recordBytes } from '../record-size.ts'

export interface AppendQueueOptions<R extends NewRecord = NewRecord> {
  /**
   * Makes the records durable in one request; rejects by itself when that takes too long, with `PartlyRefused` when some of
   * the records were taken.
   */
  send(records: readonly R[]): Promise<void>
  /** Did the log refuse the request for its size? Then it is sent in parts, and what still is too large is refused. */
  isTooLarge(error: unknown): boolean
  readonly timeoutMs: number
  /** Limits of one request; a single larger record goes alone. */
  readonly maxBytes: number
  readonly maxRecords: number
  /** How long, after a request, records that may linger wait for others before the next one. */
  readonly lingerMs: number
  mayLinger(record: NewRecord): boolean
}

/** Some records of a request were refused. All others are durable, and must not be sent again. */
export class PartlyRefused extends Error {
  /** Null of a record that is durable. */
  readonly causeOf: (record: NewRecord) => unknown

  constructor(causeOf: (record: NewRecord) => unknown) {
    super('Some records were refused')
    this.causeOf = causeOf
  }
}

interface Waiting<R> {
  readonly records: readonly R[]
  readonly isPatient: boolean
  readonly timer: NodeJS.Timeout
  resolve(): void
  reject(error: unknown): void
}

/**
 * Group commit: an append that comes alone is sent at once, those that come while a request is under way go together. Where
 * one follows another, those that may linger wait for more; one that may not takes along all that wait.
 */
export interface AppendQueue<R extends NewRecord = NewRecord> {
  /** Rejects when the records are not durable within `limitMs`, by default the queue's own limit. */
  append(records: readonly R[], limitMs?: number): Promise<void>
  /** Resolves when nothing is under way or waiting any more. */
  drained(): Promise<void>
}

/** One request at a time keeps the order of the appends, and so the order per key. */
export function appendQueue<R extends NewRecord>(options: AppendQueueOptions<R>): AppendQueue<R> {
  const waiting = new Set<Waiting<R>>()
  const pause = makePause()
  let sending: Promise<void> | null = null
  let sentAt = Number.NEGATIVE_INFINITY

  function expire(entry: Waiting<R>): void {
    waiting.delete(entry)
    entry.reject(unavailable('event log', new Error('Not durable in time')))
  }

  async function sendAll(): Promise<void> {
    while (waiting.size > 0) {
      const isPatient = [...waiting].every((entry) => entry.isPatient)
      if (isPatient) await pause.until(sentAt + options.lingerMs)
      await sendNext()
    }
    sending = null
  }

  async function sendNext(): Promise<void> {
    const batch = nextBatch(waiting, options)
    // All of them may have expired during the pause.
    if (batch.length === 0) return
    for (const entry of batch) waiting.delete(entry)
    sentAt = performance.now()
    await sendBatch(batch, options)
  }

  return {
    append(records, limitMs = options.timeoutMs) {
      if (records.length === 0) return Promise.resolve()
      return new Promise((resolve, reject) => {
        const isPatient = records.every(options.mayLinger)
        const timer = setTimeout(() => expire(entry), limitMs)
        const entry: Waiting<R> = { records, isPatient, timer, resolve, reject }
        waiting.add(entry)
        if (!isPatient) pause.end()
        sending ??= sendAll()
      })
    },
    async drained() {
      await sending
    },
  }
}

/** A time to wait that can be cut short. */
function makePause() {
  let end = () => {}
  return {
    end: () => end(),
    /** Until `performance.now()` is `ms`, or `end` is called. */
    async until(ms: number): Promise<void> {
      const left = ms - performance.now()
      if (left <= 0) return
      const ended = Promise.withResolvers<void>()
      const timer = setTimeout(ended.resolve, left)
      end = ended.resolve
      await ended.promise
      clearTimeout(timer)
    },
  }
}

/** The first append, and those behind it as long as they fit into its request. */
function nextBatch<R extends NewRecord>(
  waiting: Iterable<Waiting<R>>,
  limits: AppendQueueOptions<R>,
): Waiting<R>[] {
  const batch: Waiting<R>[] = []
  const request = emptyRequest(limits)
  for (const entry of waiting) {
    const fits = entry.records.every((record) => request.take(record))
    if (!fits && batch.length > 0) break
    batch.push(entry)
    if (!fits) break
  }
  return batch
}

async function sendBatch<R extends NewRecord>(
  batch: readonly Waiting<R>[],
  options: AppendQueueOptions<R>,
): Promise<void> {
  const failures = await failuresOf(batch, options)
  const tooLarge = batch.filter((entry) => options.isTooLarge(failures.get(entry)))
  const isAlone = batch.length === 1
  for (const entry of batch) {
    const cause = failures.get(entry)
    if (cause === undefined) settle(entry, () => entry.resolve())
    else if (!tooLarge.includes(entry)) settle(entry, () => entry.reject(unavailable('event log', cause)))
    else if (isAlone) settle(entry, () => entry.reject(recordTooLarge(cause)))
  }
  // So that only the append with the record that is too large is refused.
  if (!isAlone) for (const entry of tooLarge) await sendBatch([entry], options)
}

/** Sends the batch; answers why appends of it failed. */
async function failuresOf<R extends NewRecord>(
  batch: readonly Waiting<R>[],
  options: AppendQueueOptions<R>,
): Promise<Map<Waiting<R>, unknown>> {
  try {
    for (const records of requestsOf(batch, options)) await send(records, batch.length === 1, options)
    return new Map()
  } catch (error) {
    const failed = batch.map((entry) => [entry, failureOf(entry.records, error)] as const)
    return new Map(failed.filter(([, cause]) => cause !== null))
  }
}

/** Why these records failed; null when they did not. */
function failureOf(records: readonly NewRecord[], error: unknown): unknown {
  if (!(error instanceof PartlyRefused)) return error
  return records.map(error.causeOf).find((cause) => cause !== null) ?? null
}

/** Halves a request that is too large, if it may, until it fits or is a single record. */
async function send<R extends NewRecord>(
  records: readonly R[],
  mayHalve: boolean,
  options: AppendQueueOptions<R>,
): Promise<void> {
  try {
    await options.send(records)
  } catch (error) {
    if (!mayHalve || records.length === 1 || !options.isTooLarge(failureOf(records, error))) throw error
    const middle = Math.ceil(records.length / 2)
    await send(records.slice(0, middle), true, options)
    await send(records.slice(middle), true, options)
  }
}

/** One request, unless an append alone is over the limits: that one is cut. */
function requestsOf<R extends NewRecord>(batch: readonly Waiting<R>[], limits: AppendQueueOptions<R>): R[][] {
  let request = emptyRequest(limits)
  const requests = [request]
  for (const record of batch.flatMap((entry) => entry.records)) {
    if (request.take(record)) continue
    request = emptyRequest(limits)
    request.take(record)
    requests.push(request)
  }
  return requests.map(({ records }) => records)
}

function emptyRequest<R extends NewRecord>(limits: AppendQueueOptions<R>) {
  const records: R[] = []
  let bytes = 0
  return {
    records,
    /** Answers false, and takes nothing, when the record does not fit any more. */
    take(record: R): boolean {
      const size = recordBytes(record)
      if (records.length > 0 && (bytes + size > limits.maxBytes || records.length >= limits.maxRecords))
        return false
      bytes += size
      records.push(record)
      return true
    },
  }
}

function recordTooLarge(cause: unknown): RangeError {
  return new RangeError('A record is too large for its topic', { cause })
}

function settle(entry: Waiting<NewRecord>, how: () => void): void {
  clearTimeout(entry.timer)
  how()
}
