import { setTimeout as sleep } from 'node:timers/promises'
import type { EachBatchPayload } from 'kafkajs'
import type { Position, Receiver } from '#shared/ports/event-log.ts'
import type { AdapterLog } from '../adapter-log.ts'
import type { Gate } from './gate.ts'
import { recordsOf } from './records.ts'

export interface DeliveryOptions {
  readonly gate: Gate
  readonly receiver: Receiver
  readonly topicPrefix: string
  readonly log: AdapterLog | undefined
  /** Where the group goes on in all partitions of the topics (named as on the broker). */
  readPositions(topics: readonly string[]): Promise<readonly Position[]>
  seek(position: Position): void
}

type Assignment = Readonly<Record<string, readonly number[]>>

/** One membership in one generation of the group; `owned` is known once the positions have been read. */
interface Generation {
  owned: ReadonlySet<string> | null
}

/** Hands the records of one consumer to the receiver. */
export interface Delivery {
  begin(assignment: Assignment): void
  /** From now on nothing is handed over or owned, until the next `begin`. */
  end(): void
  batch(payload: EachBatchPayload): Promise<void>
  owns(position: Position): boolean
}

/** How often a consumer that holds its records looks whether a heartbeat is due. */
const HOLD_TICK_MS = 200
const RETRY_MS = 200

/**
 * Keeps the promise of the port that `assigned` comes before the first record: what is fetched earlier is held, and
 * dropped as stale, since every partition is then fetched again from the position that was announced.
 */
export function makeDelivery(options: DeliveryOptions): Delivery {
  const { gate, receiver, topicPrefix } = options
  let generation: Generation | null = null

  async function announce(mine: Generation, assignment: Assignment): Promise<void> {
    const positions = await positionsFor(assignment, options, () => generation === mine)
    if (generation !== mine) return
    for (const position of positions) options.seek(position)
    mine.owned = new Set(positions.map(partitionName))
    receiver.assigned(positions.map((position) => ownName(position, topicPrefix)))
    gate.changed()
  }

  return {
    begin(assignment) {
      const mine = { owned: null }
      generation = mine
      void announce(mine, assignment)
    },
    end() {
      generation = null
      gate.changed()
    },
    async batch({ batch, resolveOffset, heartbeat, isRunning, isStale }) {
      while (gate.isPaused || !generation?.owned) {
        if (gate.isClosed || !isRunning()) return
        await gate.nextChange(HOLD_TICK_MS)
        await heartbeat()
      }
      // A process that was suspended learns here that its group gave it up (at most one request a second).
      await heartbeat()
      const last = batch.messages.at(-1)
      if (isStale() || !isRunning() || !last || !generation?.owned?.has(partitionName(batch))) return
      receiver.received(recordsOf(batch, batch.topic.slice(topicPrefix.length)))
      resolveOffset(last.offset)
    },
    owns: ({ topic, partition }) =>
      generation?.owned?.has(partitionName({ topic: topicPrefix + topic, partition })) ?? false,
  }
}

/** Asks until it is answered or nobody wants to know any more. */
async function positionsFor(
  assignment: Assignment,
  { readPositions, log }: DeliveryOptions,
  isWanted: () => boolean,
): Promise<readonly Position[]> {
  while (isWanted()) {
    const known = await readPositions(Object.keys(assignment)).catch((error) => {
      log?.info({ error: String(error) }, 'Kafka: the committed positions could not be read; again soon')
      return []
    })
    const own = known.filter(({ topic, partition }) => assignment[topic]?.includes(partition))
    if (own.length === Object.values(assignment).flat().length) return own
    await sleep(RETRY_MS)
  }
  return []
}

function ownName({ topic, partition, offset, metadata }: Position, prefix: string): Position {
  return { topic: topic.slice(prefix.length), partition, offset, metadata }
}

function partitionName({ topic, partition }: { topic: string; partition: number }): string {
  return `${topic}/${partition}`
}
