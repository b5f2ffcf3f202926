import { setTimeout as sleep } from 'node:timers/promises'
import type { EachBatchPayload } from 'kafkajs'
import type { Position, Receiver } from '#shared/ports/event-log.ts'
import type { AdapterLog } from '../../common/adapter-log.ts'
import type { LogVersion } from '../offsets/commit-metadata.ts'
import { type EpochHistory, epochKey, type PartitionStart } from '../offsets/start-positions.ts'
import type { TopicDescription } from '../patches/topic-ids.ts'
import { partitionName } from '../protocol/partition-name.ts'
import type { FetchedMessage } from '../protocol/record-batch.ts'
import { toLogRecords } from './log-records.ts'
import type { PauseState } from './pause-state.ts'

export interface DeliveryOptions {
  readonly pauseState: PauseState
  readonly receiver: Receiver
  readonly topicPrefix: string
  readonly log: AdapterLog | undefined
  readonly epochs: EpochHistory
  /** Where the group goes on in these partitions (named as on the broker). */
  readStarts(assignment: Assignment): Promise<readonly PartitionStart[]>
  /** By topic what has its name now. */
  describeTopics(topics: readonly string[]): Promise<ReadonlyMap<string, TopicDescription>>
  seek(position: Position): void
}

/** By topic the numbers of the partitions. */
export type Assignment = Readonly<Record<string, readonly number[]>>

type Message = EachBatchPayload['batch']['messages'][number]

/** One membership in one generation of the group; what it owns is known once the positions have been read. */
interface Generation {
  readonly assignment: Assignment
  /** By partition the log in which its offsets count, and up to which leader it may be read as it was found. */
  owned: ReadonlyMap<string, LogVersion> | null
  /** The group rebalances: nothing is handed over any more, but what is finished may be committed. */
  isRevoking: boolean
}

/** Hands the records of one consumer to the receiver. */
export interface Delivery {
  begin(assignment: Assignment): void
  /** The group rebalances: the receiver may commit until the next `begin`. */
  revoke(): void
  /** From now on nothing is handed over or owned, until the next `begin`. */
  end(): void
  /** The log went back: what is owned is announced again, from where the group goes on now. */
  reassign(): void
  /** Does so if one of the topics has another id now than what is owned. Rejects when that can't be told. */
  checkTopics(): Promise<void>
  deliverBatch(payload: EachBatchPayload): Promise<void>
  /** In which log the offsets of an owned partition count; null when it is not owned. */
  versionOf(position: Pick<Position, 'topic' | 'partition'>): LogVersion | null
}

/** How often a consumer that holds its records looks whether a heartbeat is due. */
const PAUSE_TICK_MS = 200
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
    this.#generation = { assignment, owned: null, isRevoking: false }
    void this.#announce(this.#generation)
  }

  revoke(): void {
    if (this.#generation?.owned) this.#options.receiver.revoking?.()
    if (this.#generation) this.#generation.isRevoking = true
  }

  end(): void {
    this.#generation = null
    this.#options.pauseState.notify()
  }

  reassign(): void {
    const generation = this.#generation
    if (generation?.owned && !generation.isRevoking) this.begin(generation.assignment)
  }

  async checkTopics(): Promise<void> {
    const generation = this.#generation
    if (!generation?.owned) return
    const isStale = await isRecreated(generation, this.#options)
    if (isStale && this.#generation === generation) this.reassign()
  }

  async deliverBatch({
    batch,
    resolveOffset,
    heartbeat,
    isRunning,
    isStale,
  }: EachBatchPayload): Promise<void> {
    const { pauseState } = this.#options
    while (pauseState.isPaused || !this.#generation?.owned) {
      if (pauseState.isClosed || !isRunning()) return
      await pauseState.nextChange(PAUSE_TICK_MS)
      await heartbeat()
    }
    // A process that was suspended learns here that its group gave it up (at most one request a second).
    await heartbeat()
    const last = batch.messages.at(-1)
    const version = this.#generation?.isRevoking
      ? undefined
      : this.#generation?.owned?.get(partitionName(batch))
    if (isStale() || !isRunning() || !last || !version) return
    if (this.#deliver(batch, last, version)) resolveOffset(last.offset)
  }

  versionOf({ topic, partition }: Pick<Position, 'topic' | 'partition'>): LogVersion | null {
    const name = partitionName({ topic: this.#options.topicPrefix + topic, partition })
    return this.#generation?.owned?.get(name) ?? null
  }

  async #announce(current: Generation): Promise<void> {
    const { receiver, topicPrefix, epochs, seek, pauseState } = this.#options
    const starts = await readAllStarts(current.assignment, this.#options, () => this.#generation === current)
    if (this.#generation !== current) return
    for (const { position } of starts) seek(position)
    current.owned = new Map(
      starts.map(({ extent, epoch }) => [partitionName(extent), { log: extent.log, epoch }]),
    )
    for (const { extent, epoch } of starts) epochs.delivered.set(epochKey(extent), epoch)
    announce(receiver, starts, topicPrefix)
    pauseState.notify()
  }

  /** Records of a new leader wait: the log may have lost its tail before it, and everything is announced anew first. */
  #deliver(batch: EachBatchPayload['batch'], last: Message, version: LogVersion): boolean {
    const { receiver, epochs, topicPrefix } = this.#options
    if (!isOfNewLeader(last, version)) {
      receiver.received(toLogRecords(batch, batch.topic.slice(topicPrefix.length)))
      return true
    }
    const { topic, partition } = batch
    epochs.fetched.set(epochKey({ log: version.log, topic, partition }), epochOf(last))
    this.reassign()
    return false
  }
}

function announce(receiver: Receiver, starts: readonly PartitionStart[], prefix: string): void {
  receiver.assigned(
    starts.map(({ position }) => withoutPrefix(position, prefix)),
    starts.map(({ extent }) => withoutPrefix(extent, prefix)),
  )
}

/** Whether a topic was made anew. */
async function isRecreated(
  { assignment, owned }: Generation,
  { describeTopics }: DeliveryOptions,
): Promise<boolean> {
  const descriptions = await describeTopics(Object.keys(assignment))
  const current = new Set([...descriptions.values()].map(({ id }) => id))
  return [...(owned?.values() ?? [])].some(({ log }) => !current.has(log))
}

/** The log may have lost its tail before this leader: then its records follow others than those that were read. */
function isOfNewLeader(last: Message, { epoch }: LogVersion): boolean {
  return epoch >= 0 && epochOf(last) > epoch
}

/** kafkajs hands on what its decoder made, but knows nothing of this. */
function epochOf(message: Message & Partial<Pick<FetchedMessage, 'leaderEpoch'>>): number {
  return message.leaderEpoch ?? -1
}

/** Asks until it is answered or nobody wants to know any more. */
async function readAllStarts(
  assignment: Assignment,
  { readStarts, log }: DeliveryOptions,
  isWanted: () => boolean,
): Promise<readonly PartitionStart[]> {
  while (isWanted()) {
    const own = await readStarts(assignment).catch((error) => {
      log?.info({ error: String(error) }, 'Kafka: the committed positions could not be read; again soon')
      return []
    })
    if (own.length === Object.values(assignment).flat().length) return own
    await sleep(RETRY_MS)
  }
  return []
}

function withoutPrefix<T extends { readonly topic: string }>(named: T, prefix: string): T {
  return { ...named, topic: named.topic.slice(prefix.length) }
}
