import { setTimeout as sleep } from 'node:timers/promises'
import type { EachBatchPayload } from 'kafkajs'
import type { Position, Receiver } from '#shared/ports/event-log.ts'
import type { AdapterLog } from '../adapter-log.ts'
import type { ReadLog } from './commit-metadata.ts'
import type { Gate } from './gate.ts'
import { partitionName } from './partition-name.ts'
import type { FetchedMessage } from './record-batch.ts'
import { recordsOf } from './records.ts'
import { type Epochs, epochKey, type Standing } from './standings.ts'
import type { TopicLog } from './topic-ids.ts'

export interface DeliveryOptions {
  readonly gate: Gate
  readonly receiver: Receiver
  readonly topicPrefix: string
  readonly log: AdapterLog | undefined
  readonly epochs: Epochs
  /** Where the group goes on in these partitions (named as on the broker). */
  readStandings(assignment: Assignment): Promise<readonly Standing[]>
  /** By topic what has its name now. */
  readLogs(topics: readonly string[]): Promise<ReadonlyMap<string, TopicLog>>
  seek(position: Position): void
}

/** By topic the numbers of the partitions. */
export type Assignment = Readonly<Record<string, readonly number[]>>

type Message = EachBatchPayload['batch']['messages'][number]

/** One membership in one generation of the group; what it owns is known once the positions have been read. */
interface Generation {
  readonly assignment: Assignment
  /** By partition the log in which its offsets count, and up to which leader it may be read as it was found. */
  owned: ReadonlyMap<string, ReadLog> | null
  /** The group rebalances: nothing is handed over any more, but what is finished may be committed. */
  isEnding: boolean
}

/** Hands the records of one consumer to the receiver. */
export interface Delivery {
  begin(assignment: Assignment): void
  /** The group rebalances: the receiver may commit until the next `begin`. */
  revoke(): void
  /** From now on nothing is handed over or owned, until the next `begin`. */
  end(): void
  /** The log went back: what is owned is announced again, from where the group goes on now. */
  again(): void
  /** Does so if one of the topics has another id now than what is owned. Rejects when that can't be told. */
  check(): Promise<void>
  batch(payload: EachBatchPayload): Promise<void>
  /** In which log the offsets of an owned partition count; null when it is not owned. */
  logOf(position: Pick<Position, 'topic' | 'partition'>): ReadLog | null
}

/** How often a consumer that holds its records looks whether a heartbeat is due. */
const HOLD_TICK_MS = 200
const RETRY_MS = 200

/**
 * Keeps the promise of the port that `assigned` comes before the first record: what is fetched earlier is held, and
 * dropped as stale, since every partition is then fetched again from the position that was announced.
 */
export function makeDelivery(options: DeliveryOptions): Delivery {
  return new GenerationDelivery(options)
}

class GenerationDelivery implements Delivery {
  readonly #options: DeliveryOptions
  #generation: Generation | null = null

  constructor(options: DeliveryOptions) {
    this.#options = options
  }

  begin(assignment: Assignment): void {
    this.#generation = { assignment, owned: null, isEnding: false }
    void this.#announce(this.#generation)
  }

  revoke(): void {
    if (this.#generation?.owned) this.#options.receiver.revoking?.()
    if (this.#generation) this.#generation.isEnding = true
  }

  end(): void {
    this.#generation = null
    this.#options.gate.changed()
  }

  again(): void {
    const generation = this.#generation
    if (generation?.owned && !generation.isEnding) this.begin(generation.assignment)
  }

  async check(): Promise<void> {
    const generation = this.#generation
    if (!generation?.owned) return
    const isStale = await isChanged(generation, this.#options)
    if (isStale && this.#generation === generation) this.again()
  }

  async batch({ batch, resolveOffset, heartbeat, isRunning, isStale }: EachBatchPayload): Promise<void> {
    const { gate } = this.#options
    while (gate.isPaused || !this.#generation?.owned) {
      if (gate.isClosed || !isRunning()) return
      await gate.nextChange(HOLD_TICK_MS)
      await heartbeat()
    }
    // A process that was suspended learns here that its group gave it up (at most one request a second).
    await heartbeat()
    const last = batch.messages.at(-1)
    const read = this.#generation?.isEnding ? undefined : this.#generation?.owned?.get(partitionName(batch))
    if (isStale() || !isRunning() || !last || !read) return
    if (this.#handOver(batch, last, read)) resolveOffset(last.offset)
  }

  logOf({ topic, partition }: Pick<Position, 'topic' | 'partition'>): ReadLog | null {
    const name = partitionName({ topic: this.#options.topicPrefix + topic, partition })
    return this.#generation?.owned?.get(name) ?? null
  }

  async #announce(mine: Generation): Promise<void> {
    const { receiver, topicPrefix, epochs, seek, gate } = this.#options
    const standings = await standingsFor(mine.assignment, this.#options, () => this.#generation === mine)
    if (this.#generation !== mine) return
    for (const { position } of standings) seek(position)
    mine.owned = new Map(
      standings.map(({ extent, epoch }) => [partitionName(extent), { log: extent.log, epoch }]),
    )
    for (const { extent, epoch } of standings) epochs.given.set(epochKey(extent), epoch)
    tell(receiver, standings, topicPrefix)
    gate.changed()
  }

  /** Records of a new leader wait: the log may have lost its tail before it, and everything is announced anew first. */
  #handOver(batch: EachBatchPayload['batch'], last: Message, read: ReadLog): boolean {
    const { receiver, epochs, topicPrefix } = this.#options
    if (!isOfNewLeader(last, read)) {
      receiver.received(recordsOf(batch, batch.topic.slice(topicPrefix.length)))
      return true
    }
    const { topic, partition } = batch
    epochs.seen.set(epochKey({ log: read.log, topic, partition }), epochOf(last))
    this.again()
    return false
  }
}

function tell(receiver: Receiver, standings: readonly Standing[], prefix: string): void {
  receiver.assigned(
    standings.map(({ position }) => ownName(position, prefix)),
    standings.map(({ extent }) => ownName(extent, prefix)),
  )
}

/** Whether a topic was made anew. */
async function isChanged({ assignment, owned }: Generation, { readLogs }: DeliveryOptions): Promise<boolean> {
  const logs = await readLogs(Object.keys(assignment))
  const current = new Set([...logs.values()].map(({ id }) => id))
  return [...(owned?.values() ?? [])].some(({ log }) => !current.has(log))
}

/** The log may have lost its tail before this leader: then its records follow others than those that were read. */
function isOfNewLeader(last: Message, { epoch }: ReadLog): boolean {
  return epoch >= 0 && epochOf(last) > epoch
}

/** kafkajs hands on what its decoder made, but knows nothing of this. */
function epochOf(message: Message & Partial<Pick<FetchedMessage, 'leaderEpoch'>>): number {
  return message.leaderEpoch ?? -1
}

/** Asks until it is answered or nobody wants to know any more. */
async function standingsFor(
  assignment: Assignment,
  { readStandings, log }: DeliveryOptions,
  isWanted: () => boolean,
): Promise<readonly Standing[]> {
  while (isWanted()) {
    const own = await readStandings(assignment).catch((error) => {
      log?.info({ error: String(error) }, 'Kafka: the committed positions could not be read; again soon')
      return []
    })
    if (own.length === Object.values(assignment).flat().length) return own
    await sleep(RETRY_MS)
  }
  return []
}

function ownName<T extends { readonly topic: string }>(named: T, prefix: string): T {
  return { ...named, topic: named.topic.slice(prefix.length) }
}
