import { unavailable } from '#shared/errors.ts'
import type { PartitionedRecord } from '../protocol/produce-request.ts'

/** The records of one append that go to one partition. */
export interface PartitionAppend {
  readonly records: readonly PartitionedRecord[]
  /** Value of `performance.now()` after which the append fails. */
  readonly deadline: number
  /** `offsets`: those of the records, in the same order. */
  resolve(offsets: readonly number[]): void
  reject(error: unknown): void
}

export interface PartitionAppenderOptions {
  /** Appends to the current leader of the partition. Resolves with the offsets of the records, in the same order. */
  append(records: readonly PartitionedRecord[], limitMs: number): Promise<readonly number[]>
  /**
   * Whether an append failed because the broker is not the leader, or no leader is known: no record was
   * stored.
   */
  isLeaderError(error: unknown): boolean
  /** Refreshes the metadata; resolves when it is time to try again. */
  refreshLeader(): Promise<void>
}

/** An append that waits for a leader, and fails at its deadline all the same. */
interface HeldAppend {
  readonly request: PartitionAppend
  readonly timer: NodeJS.Timeout
}

/**
 * Returns the function that appends to one partition in order, also across a change of its leader. Records that a broker
 * rejects because it is not the leader are sent again, to the new leader, before all later records. Until every request in
 * flight has returned, no record is sent.
 */
export function makePartitionAppender({
  append,
  isLeaderError,
  refreshLeader,
}: PartitionAppenderOptions): (request: PartitionAppend) => void {
  let inFlight = 0
  const refused: HeldAppend[] = []
  /** Appends that arrived after the first rejection; null while nothing is rejected. */
  let held: HeldAppend[] | null = null

  async function send(request: PartitionAppend): Promise<void> {
    inFlight += 1
    const remainingMs = request.deadline - performance.now()
    try {
      if (remainingMs <= 0) throw tooLate()
      request.resolve(await append(request.records, remainingMs))
    } catch (error) {
      if (isLeaderError(error)) refuse(request)
      else request.reject(error)
    }
    inFlight -= 1
    if (held !== null && inFlight === 0) void resend()
  }

  function refuse(request: PartitionAppend): void {
    held ??= []
    refused.push(hold(request))
  }

  async function resend(): Promise<void> {
    await refreshLeader()
    const queued = [...refused.splice(0), ...(held ?? [])]
    held = null
    for (const { request, timer } of queued) {
      clearTimeout(timer)
      void send(request)
    }
  }

  return (request) => {
    if (held === null) void send(request)
    else held.push(hold(request))
  }
}

function hold(request: PartitionAppend): HeldAppend {
  const remainingMs = Math.max(0, request.deadline - performance.now())
  const timer = setTimeout(() => request.reject(tooLate()), remainingMs)
  return { request, timer }
}

function tooLate(): Error {
  return unavailable('event log', new Error('No leader accepted the records in time'))
}
