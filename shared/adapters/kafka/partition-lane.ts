import { unavailable } from '#shared/errors.ts'
import type { PlacedRecord } from './produce-request.ts'

/** What one append has for one partition. */
export interface Piece {
  readonly records: readonly PlacedRecord[]
  /** By `performance.now()`: it fails when it is not durable by then. */
  readonly deadline: number
  resolve(): void
  reject(error: unknown): void
}

export interface PartitionLaneOptions {
  /** Appends to the partition's leader, as it is known now. */
  append(records: readonly PlacedRecord[], limitMs: number): Promise<void>
  /** Whether that failed since the leader is another one, or none is known: nothing was taken. */
  isElsewhere(error: unknown): boolean
  /** Resolves when it is known who leads the partition now, or when it is time to try again. */
  learn(): Promise<void>
}

/** The appends to one partition, in their order, whoever leads it meanwhile. */
export interface PartitionLane {
  enter(piece: Piece): void
}

/**
 * What a broker refuses for not leading the partition (any more) is sent again, to whoever leads it then, before all that came
 * after it. Until what is under way has come back, too, nothing is sent.
 */
export function partitionLane({ append, isElsewhere, learn }: PartitionLaneOptions): PartitionLane {
  let underWay = 0
  const refused: Piece[] = []
  /** What came since the first of `refused`; null while all goes its way. */
  let held: Piece[] | null = null

  async function send(piece: Piece): Promise<void> {
    underWay += 1
    const leftMs = piece.deadline - performance.now()
    try {
      if (leftMs <= 0) throw unavailable('event log', new Error('No leader took it in time'))
      await append(piece.records, leftMs)
      piece.resolve()
    } catch (error) {
      if (isElsewhere(error)) giveBack(piece)
      else piece.reject(error)
    }
    underWay -= 1
    if (held !== null && underWay === 0) void goOn()
  }

  function giveBack(piece: Piece): void {
    held ??= []
    refused.push(piece)
  }

  async function goOn(): Promise<void> {
    await learn()
    const again = [...refused.splice(0), ...(held ?? [])]
    held = null
    for (const piece of again) void send(piece)
  }

  return {
    enter(piece) {
      if (held === null) void send(piece)
      else held.push(piece)
    },
  }
}
