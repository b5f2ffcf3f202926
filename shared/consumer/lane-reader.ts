import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { fillLevel } from '#shared/consumer/fill-level.ts'
import type { LaneOptions } from '#shared/consumer/lane-options.ts'
import { type Committer, makeCommitter } from '#shared/consumer/offsets/committer.ts'
import { AssignedPartitions } from '#shared/consumer/offsets/partitions.ts'
import {
  allButFirstOfKey,
  isOverflowing,
  KeyCounter,
  type OverflowPolicy,
} from '#shared/consumer/overflow.ts'
import { makePendingRecord, type PendingRecord } from '#shared/consumer/pending-record.ts'
import type { RunResult, WorkResult } from '#shared/consumer/pool/job.ts'
import type { WorkerPool } from '#shared/consumer/pool/worker-pool.ts'
import type {
  EventLog,
  LogRecord,
  PartitionBounds,
  Position,
  Receiver,
  Subscription,
} from '#shared/ports/event-log.ts'

const UNEXPECTED_RETRY_MS = 1000

/** One lane's membership in its consumer group: submits records to the pool as they arrive, and commits finished offsets. */
export class LaneReader implements Receiver {
  readonly #options: LaneOptions
  readonly #pool: WorkerPool
  readonly #committer: Committer
  readonly #partitions = new AssignedPartitions()
  readonly #perKey = new KeyCounter()
  readonly #running = new KeyCounter()
  /** Records that wait for a retry or are being deferred. */
  #delayed = 0
  /** Records that are not started while the group rebalances. */
  #suspended: PendingRecord[] = []
  /** Records arrived since `#makeRoom` last ran. Without any, another run finds nothing to defer. */
  #hasNewRecords = false
  #isPaused = false
  readonly #stopping = new AbortController()
  #subscription: Subscription | null = null

  constructor(options: LaneOptions, pool: WorkerPool) {
    this.#options = options
    this.#pool = pool
    this.#committer = makeCommitter({
      lane: options.lane,
      positions: () => this.#partitions.positions(),
      commit: async (positions) => this.#subscription?.commit(positions),
      onError: (err) => options.logger.debug({ err, group: options.group }, 'a commit was refused'),
    })
  }

  async join(log: EventLog, topics: readonly string[]): Promise<void> {
    this.#subscription = await log.subscribe(this.#options.group, topics, this)
    if (this.#isPaused) this.#subscription.pause()
  }

  /** Number of records that were read from the log and are not finished. */
  pending(): number {
    return this.#pool.pending(this.#options.lane) + this.#delayed + this.#suspended.length
  }

  /** Number of partitions whose records it is given: 0 while others own them all, and once it has stopped. */
  readonly partitions = (): number => (this.#stopping.signal.aborted ? 0 : this.#partitions.count)

  assigned(positions: readonly Position[], bounds: readonly PartitionBounds[]): void {
    const changes = this.#partitions.assign(positions, bounds)
    for (const change of changes) this.#options.onLogChange?.(change, this.#options.lane)
    if (changes.length > 0) this.#committer.scheduleAll()
    this.#options.poisonPillDetector?.assigned(positions, bounds)
    this.#submitAll(this.#suspended.splice(0))
    this.#dropMatching(({ record }) => !this.#partitions.owns(record))
    this.#regulate()
  }

  revoking(): void {
    void this.#committer.flush()
    this.#suspended.push(...this.#withdraw(() => true))
  }

  received(records: readonly LogRecord[]): void {
    if (this.#stopping.signal.aborted) return
    const { overflow } = this.#options
    const overflowing = records.filter((record) => this.#partitions.begin(record)).flatMap(this.#accept)
    if (overflow !== undefined && overflowing.length > 0) void this.#defer(overflowing, overflow)
    this.#hasNewRecords = true
    this.#committer.schedule()
    this.#regulate()
  }

  /** Accepts no more records, and drops those that have not started. */
  stop(): void {
    this.#stopping.abort()
    this.#subscription?.pause()
    this.#submitAll(this.#suspended.splice(0))
    this.#dropMatching(() => true)
  }

  /** Commits and leaves the group. Another member repeats the work that still runs. */
  async leave(): Promise<void> {
    await this.#committer.flush()
    await this.#options.poisonPillDetector?.leave()
    this.#partitions.assign([])
    await this.#subscription?.close()
  }

  /** Submits a record to the pool; answers the record when it exceeds the limit of its key. */
  readonly #accept = (record: LogRecord): PendingRecord[] => {
    const { lane, isUnrelated } = this.#options
    if (isUnrelated(record, lane)) {
      this.#partitions.finish(record)
      return []
    }
    const pending = makePendingRecord(record, this.#partitions.epochOf(record), this.#options, this.#run)
    this.#perKey.add(pending.key, 1)
    if (isOverflowing(this.#options.overflow, pending, this.#perKey)) return [pending]
    this.#pool.submit(pending)
    return []
  }

  readonly #run = async (pending: PendingRecord): Promise<RunResult> => {
    this.#running.add(pending.key, 1)
    const result = await this.#attempt(pending)
    this.#running.add(pending.key, -1)
    setImmediate(() => this.#regulate())
    if (result === 'done') this.#finish(pending)
    else if (!this.#isOwned(pending)) this.#drop(pending)
    else if ('retryAfterMs' in result)
      this.#delay(pending, result.retryAfterMs, result.isAttempt === false ? 0 : 1)
    else if (pending.key === null) this.#delay(pending, result.postponeMs, 0)
    else return result
    return 'over'
  }

  async #attempt(pending: PendingRecord): Promise<WorkResult> {
    const { logger, group } = this.#options
    pending.startedAt ??= performance.now()
    try {
      return await this.#process(pending, pending.startedAt)
    } catch (err) {
      const { topic, partition, offset } = pending.record
      logger.error({ err, group, topic, partition, offset }, 'work on a record failed unexpectedly')
      return { retryAfterMs: UNEXPECTED_RETRY_MS }
    } finally {
      this.#detectorFor(pending)?.pause(pending.record)
    }
  }

  async #process(pending: PendingRecord, startedAt: number): Promise<WorkResult> {
    const { record, attempts } = pending
    const { lane, process, onPoisonPill } = this.#options
    const detector = this.#detectorFor(pending)
    const decision = detector === undefined ? 'start' : await detector.start(record)
    if (decision === 'start') return process(record, lane, attempts, startedAt)
    if (decision === 'poison-pill') return onPoisonPill?.(record, lane) ?? 'done'
    return { retryAfterMs: decision.retryAfterMs, isAttempt: false }
  }

  /** Whether the log has not been truncated or recreated since the record arrived. */
  #isCurrentEpoch({ record, epoch }: PendingRecord): boolean {
    return this.#partitions.epochOf(record) === epoch
  }

  readonly #detectorFor = (pending: PendingRecord) =>
    this.#isCurrentEpoch(pending) ? this.#options.poisonPillDetector : undefined

  /** Records of an earlier epoch are still processed here: no other member has them. */
  #isOwned({ record }: PendingRecord): boolean {
    return !this.#stopping.signal.aborted && this.#partitions.owns(record)
  }

  #finish(pending: PendingRecord): void {
    this.#perKey.add(pending.key, -1)
    if (!this.#isCurrentEpoch(pending)) return
    this.#options.poisonPillDetector?.finish(pending.record)
    this.#partitions.finish(pending.record)
    this.#committer.schedule()
  }

  #drop(pending: PendingRecord): void {
    this.#perKey.add(pending.key, -1)
    if (this.#isCurrentEpoch(pending)) this.#partitions.withdraw(pending.record)
  }

  #delay(pending: PendingRecord, ms: number, attempts: 0 | 1): void {
    pending.attempts += attempts
    this.#delayed += 1
    setTimeout(() => {
      this.#delayed -= 1
      this.#submitAll([pending])
      this.#regulate()
    }, ms).unref()
  }

  #submitAll(waiting: readonly PendingRecord[]): void {
    for (const pending of waiting) {
      if (this.#isOwned(pending)) this.#pool.submit(pending)
      else this.#drop(pending)
    }
  }

  /** Records that cannot be deferred are processed here. */
  async #defer(overflowing: readonly PendingRecord[], overflow: OverflowPolicy): Promise<void> {
    const { logger, group } = this.#options
    const { signal } = this.#stopping
    const records = overflowing.map(({ record }) => record)
    this.#delayed += records.length
    try {
      await retryWhileUnavailable(() => overflow.defer(records), { signal })
      for (const pending of overflowing) this.#finish(pending)
    } catch (err) {
      const about = { err, group, records: records.length }
      if (!signal.aborted) logger.error(about, 'overflowing records could not be deferred')
      this.#submitAll(overflowing)
    }
    this.#delayed -= records.length
    this.#regulate()
  }

  #regulate(): void {
    if (this.#stopping.signal.aborted) return
    const { highWater, overflow } = this.#options
    const fill = fillLevel(this.pending(), this.#partitions.size(), highWater)
    if (overflow !== undefined && this.pending() >= highWater) this.#makeRoom(overflow)
    if (fill === (this.#isPaused ? 'full' : 'low') || fill === 'between') return
    this.#isPaused = fill === 'full'
    if (this.#isPaused) this.#subscription?.pause()
    else this.#subscription?.resume()
  }

  /** A full lane with a free slot is full of records that wait for their keys: all but one of each key are deferred. */
  #makeRoom(overflow: OverflowPolicy): void {
    if (!this.#hasNewRecords || !this.#pool.hasFreeSlot(this.#options.lane)) return
    if (this.pending() < 2 * this.#perKey.size) return
    this.#hasNewRecords = false
    const overflowing = this.#withdraw(allButFirstOfKey(overflow, this.#running))
    if (overflowing.length > 0) void this.#defer(overflowing, overflow)
  }

  #dropMatching(matches: (pending: PendingRecord) => boolean): void {
    for (const pending of this.#withdraw(matches)) this.#drop(pending)
  }

  #withdraw(matches: (pending: PendingRecord) => boolean): PendingRecord[] {
    const { lane } = this.#options
    return this.#pool.withdraw((job) => job.lane === lane && matches(job as PendingRecord)) as PendingRecord[]
  }
}
