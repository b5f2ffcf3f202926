import { unavailable } from '#shared/errors.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import { recordBytes } from '../../common/record-size.ts'

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
export class PartialAppendError extends Error {
  /** Null of a record that is durable. */
  readonly errorFor: (record: NewRecord) => unknown

  constructor(errorFor: (record: NewRecord) => unknown) {
    super('Some records were refused')
    this.errorFor = errorFor
  }
}

interface PendingAppend<R> {
  readonly records: readonly R[]
  readonly mayLinger: boolean
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
  flush(): Promise<void>
}

/** One request at a time keeps the order of the appends, and so the order per key. */
export function appendQueue<R extends NewRecord>(options: AppendQueueOptions<R>): AppendQueue<R> {
  const pending = new Set<PendingAppend<R>>()
  const delay = makeInterruptibleDelay()
  let inFlight: Promise<void> | null = null
  let sentAt = Number.NEGATIVE_INFINITY

  function expire(entry: PendingAppend<R>): void {
    pending.delete(entry)
    entry.reject(unavailable('event log', new Error('Not durable in time')))
  }

  async function sendAll(): Promise<void> {
    while (pending.size > 0) {
      const mayLinger = [...pending].every((entry) => entry.mayLinger)
      if (mayLinger) await delay.until(sentAt + options.lingerMs)
      await sendNext()
    }
    inFlight = null
  }

  async function sendNext(): Promise<void> {
    const batch = nextBatch(pending, options)
    // All of them may have expired during the pause.
    if (batch.length === 0) return
    for (const entry of batch) pending.delete(entry)
    sentAt = performance.now()
    await sendBatch(batch, options)
  }

  return {
    append(records, limitMs = options.timeoutMs) {
      if (records.length === 0) return Promise.resolve()
      return new Promise((resolve, reject) => {
        const mayLinger = records.every(options.mayLinger)
        const timer = setTimeout(() => expire(entry), limitMs)
        const entry: PendingAppend<R> = { records, mayLinger, timer, resolve, reject }
        pending.add(entry)
        if (!mayLinger) delay.interrupt()
        inFlight ??= sendAll()
      })
    },
    async flush() {
      await inFlight
    },
  }
}

/** A time to wait that can be cut short. */
function makeInterruptibleDelay() {
  let interrupt = () => {}
  return {
    interrupt: () => interrupt(),
    /** Until `performance.now()` is `ms`, or `end` is called. */
    async until(ms: number): Promise<void> {
      const left = ms - performance.now()
      if (left <= 0) return
      const elapsed = Promise.withResolvers<void>()
      const timer = setTimeout(elapsed.resolve, left)
      interrupt = elapsed.resolve
      await elapsed.promise
      clearTimeout(timer)
    },
  }
}

/** The first append, and those behind it as long as they fit into its request. */
function nextBatch<R extends NewRecord>(
  pending: Iterable<PendingAppend<R>>,
  limits: AppendQueueOptions<R>,
): PendingAppend<R>[] {
  const batch: PendingAppend<R>[] = []
  const request = makeRequest(limits)
  for (const entry of pending) {
    const fits = entry.records.every((record) => request.tryAdd(record))
    if (!fits && batch.length > 0) break
    batch.push(entry)
    if (!fits) break
  }
  return batch
}

async function sendBatch<R extends NewRecord>(
  batch: readonly PendingAppend<R>[],
  options: AppendQueueOptions<R>,
): Promise<void> {
  const errors = await sendAndCollectErrors(batch, options)
  const tooLarge = batch.filter((entry) => options.isTooLarge(errors.get(entry)))
  const isAlone = batch.length === 1
  for (const entry of batch) {
    const cause = errors.get(entry)
    if (cause === undefined) finish(entry, () => entry.resolve())
    else if (!tooLarge.includes(entry)) finish(entry, () => entry.reject(unavailable('event log', cause)))
    else if (isAlone) finish(entry, () => entry.reject(recordTooLarge(cause)))
  }
  // So that only the append with the record that is too large is refused.
  if (!isAlone) for (const entry of tooLarge) await sendBatch([entry], options)
}

/** Sends the batch; answers why appends of it failed. */
async function sendAndCollectErrors<R extends NewRecord>(
  batch: readonly PendingAppend<R>[],
  options: AppendQueueOptions<R>,
): Promise<Map<PendingAppend<R>, unknown>> {
  try {
    for (const records of splitIntoRequests(batch, options)) await send(records, batch.length === 1, options)
    return new Map()
  } catch (error) {
    const failed = batch.map((entry) => [entry, errorOf(entry.records, error)] as const)
    return new Map(failed.filter(([, cause]) => cause !== null))
  }
}

/** Why these records failed; null when they did not. */
function errorOf(records: readonly NewRecord[], error: unknown): unknown {
  if (!(error instanceof PartialAppendError)) return error
  return records.map(error.errorFor).find((cause) => cause !== null) ?? null
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
    if (!mayHalve || records.length === 1 || !options.isTooLarge(errorOf(records, error))) throw error
    const middle = Math.ceil(records.length / 2)
    await send(records.slice(0, middle), true, options)
    await send(records.slice(middle), true, options)
  }
}

/** One request, unless an append alone is over the limits: that one is cut. */
function splitIntoRequests<R extends NewRecord>(
  batch: readonly PendingAppend<R>[],
  limits: AppendQueueOptions<R>,
): R[][] {
  let request = makeRequest(limits)
  const requests = [request]
  for (const record of batch.flatMap((entry) => entry.records)) {
    if (request.tryAdd(record)) continue
    request = makeRequest(limits)
    request.tryAdd(record)
    requests.push(request)
  }
  return requests.map(({ records }) => records)
}

function makeRequest<R extends NewRecord>(limits: AppendQueueOptions<R>) {
  const records: R[] = []
  let bytes = 0
  return {
    records,
    /** Answers false, and takes nothing, when the record does not fit any more. */
    tryAdd(record: R): boolean {
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

function finish(entry: PendingAppend<NewRecord>, resolveOrReject: () => void): void {
  clearTimeout(entry.timer)
  resolveOrReject()
}
