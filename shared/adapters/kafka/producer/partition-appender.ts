import { unavailable } from '#shared/errors.ts'
import type { PartitionedRecord } from '../protocol/produce-request.ts'

/** What one append has for one partition. */
export interface PartitionAppend {
  readonly records: readonly PartitionedRecord[]
  /** By `performance.now()`: it fails when it is not durable by then. */
  readonly deadline: number
  resolve(): void
  reject(error: unknown): void
}

export interface PartitionAppenderOptions {
  /** Appends to the partition's leader, as it is known now. */
  append(records: readonly PartitionedRecord[], limitMs: number): Promise<void>
  /** Whether that failed since the leader is another one, or none is known: nothing was taken. */
  isLeaderError(error: unknown): boolean
  /** Resolves when it is known who leads the partition now, or when it is time to try again. */
  refreshLeader(): Promise<void>
}

/** The appends to one partition, in their order, whoever leads it meanwhile. */
export interface PartitionAppender {
  enqueue(request: PartitionAppend): void
}

/**
 * What a broker refuses for not leading the partition (any more) is sent again, to whoever leads it then, before all that came
 * after it. Until what is under way has come back, too, nothing is sent.
 */
export function makePartitionAppender({
  append,
  isLeaderError,
  refreshLeader,
}: PartitionAppenderOptions): PartitionAppender {
  let inFlight = 0
  const refused: PartitionAppend[] = []
  /** What came since the first of `refused`; null while all goes its way. */
  let held: PartitionAppend[] | null = null

  async function send(request: PartitionAppend): Promise<void> {
    inFlight += 1
    const remainingMs = request.deadline - performance.now()
    try {
      if (remainingMs <= 0) throw unavailable('event log', new Error('No leader took it in time'))
      await append(request.records, remainingMs)
      request.resolve()
    } catch (error) {
      if (isLeaderError(error)) hold(request)
      else request.reject(error)
    }
    inFlight -= 1
    if (held !== null && inFlight === 0) void resend()
  }

  function hold(request: PartitionAppend): void {
    held ??= []
    refused.push(request)
  }

  async function resend(): Promise<void> {
    await refreshLeader()
    const queued = [...refused.splice(0), ...(held ?? [])]
    held = null
    for (const request of queued) void send(request)
  }

  return {
    enqueue(request) {
      if (held === null) void send(request)
      else held.push(request)
    },
  }
}
