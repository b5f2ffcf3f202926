import { unavailable } from '#shared/errors.ts'
import { recordBytes } from '../../common/record-size.ts'
import type { PartitionedRecord } from '../protocol/produce-request.ts'

/** The offset of each durable record. */
export type RecordOffsets = ReadonlyMap<PartitionedRecord, number>

export interface AppendQueueOptions {
  /**
   * Makes the records durable in one request. Has its own time limit. Rejects with `PartialAppendError` if
   * only some of the records became durable.
   */
  send(records: readonly PartitionedRecord[]): Promise<RecordOffsets>
  /**
   * Whether the log rejected the request for its size. The queue then sends the records in smaller requests,
   * and rejects a single record that is too large.
   */
  isTooLarge(error: unknown): boolean
  readonly timeoutMs: number
  /** Limits of one request. A single larger record is sent alone. */
  readonly maxBytes: number
  readonly maxRecords: number
  /** Time after the start of a request during which records that may linger wait for others. */
  readonly lingerMs: number
  mayLinger(record: PartitionedRecord): boolean
}

/** Some records of a request were rejected. All others are durable and must not be sent again. */
export class PartialAppendError extends Error {
  /** The error of a record; null if it is durable. */
  readonly errorFor: (record: PartitionedRecord) => unknown
  /** Of the durable records. */
  readonly offsets: RecordOffsets

  constructor(errorFor: (record: PartitionedRecord) => unknown, offsets: RecordOffsets) {
    super('Some records were refused')
    this.errorFor = errorFor
    this.offsets = offsets
  }
}

interface PendingAppend {
  readonly records: readonly PartitionedRecord[]
  readonly mayLinger: boolean
  readonly timer: NodeJS.Timeout
  resolve(offsets: readonly number[]): void
  reject(error: unknown): void
}

export type AppendQueue = ReturnType<typeof appendQueue>

/**
 * Group commit: an append to an idle queue is sent at once; appends that arrive during a request share the
 * next one. Before the next request, records that may linger wait for more; a record that may not linger ends
 * the wait and takes all pending records along. One request is in flight, which keeps the order of the appends
 * and so the order of each key.
 */
export function appendQueue(options: AppendQueueOptions) {
  const pending = new Set<PendingAppend>()
  const delay = makeInterruptibleDelay()
  let inFlight: Promise<void> | null = null
  let sentAt = Number.NEGATIVE_INFINITY

  function expire(entry: PendingAppend): void {
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
    // All of them may have expired during the delay.
    if (batch.length === 0) return
    for (const entry of batch) pending.delete(entry)
    sentAt = performance.now()
    await sendBatch(batch, options)
  }

  return {
    /**
     * Resolves when the records are durable, with their offsets in the same order. A record object may be given once
     * at a time. Rejects after `limitMs` (default: the limit of the queue).
     */
    append(records: readonly PartitionedRecord[], limitMs = options.timeoutMs): Promise<readonly number[]> {
      if (records.length === 0) return Promise.resolve([])
      return new Promise((resolve, reject) => {
        const mayLinger = records.every(options.mayLinger)
        const timer = setTimeout(() => expire(entry), limitMs)
        const entry: PendingAppend = { records, mayLinger, timer, resolve, reject }
        pending.add(entry)
        if (!mayLinger) delay.interrupt()
        inFlight ??= sendAll()
      })
    },
    /** Resolves when no record is pending or being sent. */
    async flush(): Promise<void> {
      await inFlight
    },
  }
}

/** A delay that can be ended early. */
function makeInterruptibleDelay() {
  let interrupt = () => {}
  return {
    interrupt: () => interrupt(),
    /** Waits until `performance.now()` reaches `ms`, or until `interrupt` is called. */
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

/** The oldest pending append, and the following ones that fit into the same request. */
function nextBatch(pending: Iterable<PendingAppend>, limits: AppendQueueOptions): PendingAppend[] {
  const batch: PendingAppend[] = []
  const request = makeRequest(limits)
  for (const entry of pending) {
    const fits = entry.records.every((record) => request.tryAdd(record))
    if (!fits && batch.length > 0) break
    batch.push(entry)
    if (!fits) break
  }
  return batch
}

async function sendBatch(batch: readonly PendingAppend[], options: AppendQueueOptions): Promise<void> {
  const { offsets, errors } = await sendAndCollect(batch, options)
  const tooLarge = batch.filter((entry) => options.isTooLarge(errors.get(entry)))
  const isAlone = batch.length === 1
  for (const entry of batch) {
    const cause = errors.get(entry)
    if (cause === undefined) finish(entry, () => entry.resolve(offsetsOf(entry.records, offsets)))
    else if (!tooLarge.includes(entry)) finish(entry, () => entry.reject(unavailable('event log', cause)))
    else if (isAlone) finish(entry, () => entry.reject(recordTooLarge(cause)))
  }
  // Retry each of them alone, so that only the append with the oversized record is rejected.
  if (!isAlone) for (const entry of tooLarge) await sendBatch([entry], options)
}

/** Sends the batch. Returns the error of each append that failed, and the offsets of the records of all others. */
async function sendAndCollect(batch: readonly PendingAppend[], options: AppendQueueOptions) {
  const errors = new Map<PendingAppend, unknown>()
  try {
    const parts: RecordOffsets[] = []
    for (const records of splitIntoRequests(batch, options)) {
      parts.push(await send(records, batch.length === 1, options))
    }
    return { offsets: merged(parts), errors }
  } catch (error) {
    for (const entry of batch) {
      const cause = errorOf(entry.records, error)
      if (cause !== null) errors.set(entry, cause)
    }
    // Appends that are sent together fit into one request, so the error tells about all of their records.
    const offsets: RecordOffsets = error instanceof PartialAppendError ? error.offsets : new Map()
    return { offsets, errors }
  }
}

const merged = (parts: readonly RecordOffsets[]): RecordOffsets => new Map(parts.flatMap((part) => [...part]))

function offsetsOf(records: readonly PartitionedRecord[], offsets: RecordOffsets): number[] {
  return records.map((record) => offsets.get(record) as number)
}

/** The error of these records; null if they are durable. */
function errorOf(records: readonly PartitionedRecord[], error: unknown): unknown {
  if (!(error instanceof PartialAppendError)) return error
  return records.map(error.errorFor).find((cause) => cause !== null) ?? null
}

/** Sends the records; halves a request that is too large, if allowed, until it fits or is a single record. */
async function send(
  records: readonly PartitionedRecord[],
  mayHalve: boolean,
  options: AppendQueueOptions,
): Promise<RecordOffsets> {
  try {
    return await options.send(records)
  } catch (error) {
    if (!mayHalve || records.length === 1 || !options.isTooLarge(errorOf(records, error))) throw error
    const middle = Math.ceil(records.length / 2)
    const first = await send(records.slice(0, middle), true, options)
    return merged([first, await send(records.slice(middle), true, options)])
  }
}

/** One request for the batch; several if a single append exceeds the limits of one. */
function splitIntoRequests(
  batch: readonly PendingAppend[],
  limits: AppendQueueOptions,
): PartitionedRecord[][] {
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

function makeRequest(limits: AppendQueueOptions) {
  const records: PartitionedRecord[] = []
  let bytes = 0
  return {
    records,
    /** Adds the record, or returns false if the request has no room for it. */
    tryAdd(record: PartitionedRecord): boolean {
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

function finish(entry: PendingAppend, resolveOrReject: () => void): void {
  clearTimeout(entry.timer)
  resolveOrReject()
}
