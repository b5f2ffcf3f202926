import { setTimeout as sleep } from 'node:timers/promises'
import type { EachBatchPayload } from 'kafkajs'
import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import type { LogRecord, Position, Receiver } from '#shared/ports/event-log.ts'
import type { AdapterLog } from '../../../log.ts'
import {
  type EpochHistory,
  epochKey,
  type LogVersion,
  type PartitionStart,
} from '../offsets/group-offsets.ts'
import { partitionName } from '../protocol/partition-name.ts'
import { type FetchedMessage, toLogRecord } from '../protocol/record-batch.ts'
import type { TopicDescription } from '../topics/topics.ts'

export interface DeliveryOptions {
  readonly pauseState: PauseState
  readonly receiver: Receiver
  readonly topicPrefix: string
  readonly log: AdapterLog | undefined
  readonly epochs: EpochHistory
  /** Start positions of the group in these partitions (topics named as on the broker). */
  readStarts(assignment: Assignment): Promise<readonly PartitionStart[]>
  /** Current descriptions of the topics, by name. */
  describeTopics(topics: readonly string[]): Promise<ReadonlyMap<string, TopicDescription>>
  seek(position: Position): void
}

/** Partition numbers by topic. */
export type Assignment = Readonly<Record<string, readonly number[]>>

type Batch = EachBatchPayload['batch']

/**
 * The membership of one consumer in one generation of the group. It owns its partitions once the start
 * positions have been read.
 */
interface Generation {
  readonly assignment: Assignment
  /** By partition: the log version in which its offsets count. */
  owned: ReadonlyMap<string, LogVersion> | null
  /** The group rebalances: no more records are delivered, but finished ones may be committed. */
  isRevoking: boolean
  /** The failure of a heartbeat after which kafkajs rejoins. */
  refusal: unknown
}

/** Types of such failures. */
const REJOINED = /^(REBALANCE_IN_PROGRESS|ILLEGAL_GENERATION|NOT_COORDINATOR_FOR_GROUP|UNKNOWN_MEMBER_ID)$/

/** How often a paused consumer checks whether a heartbeat is due. */
const PAUSE_TICK_MS = 200
const RETRY_MS = 200

/**
 * Delivers the records of one consumer to the receiver. The port promises `assigned` before the first record:
 * records fetched earlier are held back and then dropped as stale, because every partition is fetched again
 * from the announced position.
 */
export class Delivery {
  readonly #options: DeliveryOptions
  #generation: Generation | null = null

  constructor(options: DeliveryOptions) {
    this.#options = options
  }

  begin(assignment: Assignment): void {
    this.#generation = { assignment, owned: null, isRevoking: false, refusal: null }
    void this.#announceStarts(this.#generation)
  }

  /** The group rebalances: the receiver may commit until the next `begin`. */
  revoke(): void {
    if (this.#generation?.owned) this.#options.receiver.revoking?.()
    if (this.#generation) this.#generation.isRevoking = true
  }

  /** Stops delivering; this consumer owns no partition until the next `begin`. */
  end(): void {
    this.#generation = null
    this.#options.pauseState.notify()
  }

  /** The log lost records: announces the owned partitions again, with their current start positions. */
  reassign(): void {
    const generation = this.#generation
    if (generation?.owned && !generation.isRevoking) this.begin(generation.assignment)
  }

  /** Calls `reassign` if one of the topics was created anew. Rejects if the brokers do not tell. */
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
      await this.#keepMembership(heartbeat)
      await pauseState.nextChange(PAUSE_TICK_MS)
    }
    // This heartbeat tells a process that was suspended that its group has removed it (at most one request a
    // second).
    await this.#keepMembership(heartbeat)
    const last = fetched(batch).at(-1)
    const version = this.#generation?.isRevoking
      ? undefined
      : this.#generation?.owned?.get(partitionName(batch))
    if (isStale() || !isRunning() || !last || !version) return
    if (this.#deliver(batch, last, version)) resolveOffset(last.offset)
  }

  /** Log version of an owned partition; null if the partition is not owned. */
  versionOf({ topic, partition }: Pick<Position, 'topic' | 'partition'>): LogVersion | null {
    const name = partitionName({ topic: this.#options.topicPrefix + topic, partition })
    return this.#generation?.owned?.get(name) ?? null
  }

  /**
   * kafkajs rejoins only after each batch that it has fetched was handed over: the others are given up at once, or the group
   * would wait for this member.
   */
  async #keepMembership(heartbeat: () => Promise<void>): Promise<void> {
    const generation = this.#generation
    if (generation?.refusal) throw generation.refusal
    try {
      await heartbeat()
    } catch (error) {
      if (generation && REJOINED.test(String((error as { type?: unknown }).type))) generation.refusal = error
      throw error
    }
  }

  async #announceStarts(current: Generation): Promise<void> {
    const { receiver, topicPrefix, epochs, seek, pauseState } = this.#options
    const starts = await readAllStarts(current.assignment, this.#options, () => this.#generation === current)
    if (this.#generation !== current) return
    for (const { position } of starts) seek(position)
    current.owned = new Map(
      starts.map(({ bounds, epoch }) => [partitionName(bounds), { log: bounds.log, epoch }]),
    )
    for (const { bounds, epoch } of starts) epochs.delivered.set(epochKey(bounds), epoch)
    announce(receiver, starts, topicPrefix)
    pauseState.notify()
  }

  /**
   * Delivers the batch, unless a new leader appended it: the log may have lost its tail before, so the
   * partitions are announced again first. Returns whether the batch was delivered.
   */
  #deliver(batch: Batch, last: FetchedMessage, version: LogVersion): boolean {
    const { receiver, epochs, topicPrefix } = this.#options
    if (!isOfNewLeader(last, version)) {
      receiver.received(toLogRecords(batch, batch.topic.slice(topicPrefix.length)))
      return true
    }
    const { topic, partition } = batch
    epochs.fetched.set(epochKey({ log: version.log, topic, partition }), last.leaderEpoch)
    this.reassign()
    return false
  }
}

function announce(receiver: Receiver, starts: readonly PartitionStart[], prefix: string): void {
  receiver.assigned(
    starts.map(({ position }) => withoutPrefix(position, prefix)),
    starts.map(({ bounds }) => withoutPrefix(bounds, prefix)),
  )
}

/** Whether one of the topics was created anew. */
async function isRecreated(
  { assignment, owned }: Generation,
  { describeTopics }: DeliveryOptions,
): Promise<boolean> {
  const descriptions = await describeTopics(Object.keys(assignment))
  const current = new Set([...descriptions.values()].map(({ id }) => id))
  return [...(owned?.values() ?? [])].some(({ log }) => !current.has(log))
}

/**
 * Whether a later leader appended the record. The log may then have lost its tail, and the record may follow
 * others than those that were read.
 */
function isOfNewLeader({ leaderEpoch }: FetchedMessage, { epoch }: LogVersion): boolean {
  return epoch >= 0 && leaderEpoch > epoch
}

/** kafkajs passes on the messages as the decoder of this adapter made them. */
function fetched({ messages }: Batch): readonly FetchedMessage[] {
  return messages as readonly unknown[] as readonly FetchedMessage[]
}

function toLogRecords(batch: Batch, topic: string): LogRecord[] {
  return fetched(batch).map((message) => toLogRecord(message, topic, batch.partition))
}

/** Reads the start positions of all partitions; retries until it succeeds or `isWanted` is false. */
async function readAllStarts(
  assignment: Assignment,
  { readStarts, log }: DeliveryOptions,
  isWanted: () => boolean,
): Promise<readonly PartitionStart[]> {
  while (isWanted()) {
    const own = await readStarts(assignment).catch((error) => {
      log?.info({ error: String(error) }, 'Kafka: the committed positions could not be read; retrying')
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

export type PauseState = ReturnType<typeof makePauseState>

/**
 * Creates the state of a subscription, shared by its successive consumers: neither paused nor closed.
 */
export function makePauseState() {
  let next = Promise.withResolvers<void>()
  return {
    isPaused: false,
    isClosed: false,
    /** Wakes every `nextChange`. */
    notify(): void {
      next.resolve()
      next = Promise.withResolvers<void>()
    },
    /** Resolves at the next `notify`, or after `limitMs`. */
    async nextChange(limitMs: number): Promise<void> {
      await withTimeoutOrNull(next.promise, limitMs)
    },
  }
}
