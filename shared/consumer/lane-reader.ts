import { fillLevel } from '#shared/consumer/fill-level.ts'
import type { LaneOptions } from '#shared/consumer/lane-options.ts'
import { type Committer, makeCommitter } from '#shared/consumer/offsets/committer.ts'
import { AssignedPartitions } from '#shared/consumer/offsets/partitions.ts'
import { allButFirstOfKey, defer, KeyCounter, type OverflowPolicy } from '#shared/consumer/overflow.ts'
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

/** One lane's membership in its group: hands records to the pool as they come and commits behind what is finished. */
export class LaneReader implements Receiver {
  readonly #options: LaneOptions
  readonly #pool: WorkerPool
  readonly #committer: Committer
  readonly #partitions = new AssignedPartitions()
  readonly #perKey = new KeyCounter()
  readonly #atWork = new KeyCounter()
  #parked = 0
  /** Not begun while the group rebalances. */
  #withheld: PendingRecord[] = []
  /** Records came since room was made last: before that there is no more to be made. */
  #isRefilled = false
  #isPaused = false
  #isStopping = false
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

  /** Records that were taken from the log and are not finished. */
  pending(): number {
    return this.#pool.pending(this.#options.lane) + this.#parked + this.#withheld.length
  }

  assigned(positions: readonly Position[], extents: readonly PartitionBounds[]): void {
    const changes = this.#partitions.assign(positions, extents)
    for (const change of changes) this.#options.onLogChange?.(change, this.#options.lane)
    if (changes.length > 0) this.#committer.scheduleAll()
    this.#options.poisonPillDetector?.assigned(positions, extents)
    this.#submitAll(this.#withheld.splice(0))
    this.#withdraw(({ record }) => !this.#partitions.owns(record))
    this.#regulate()
  }

  revoking(): void {
    void this.#committer.flush()
    this.#withheld.push(...this.#takeBack(() => true))
  }

  received(records: readonly LogRecord[]): void {
    if (this.#isStopping) return
    const { overflow } = this.#options
    const overflowing = records.filter((record) => this.#partitions.begin(record)).flatMap(this.#accept)
    if (overflow !== undefined && overflowing.length > 0) void this.#layBy(overflowing, overflow)
    this.#isRefilled = true
    this.#committer.schedule()
    this.#regulate()
  }

  /** Takes no more, and takes back what waits. */
  stop(): void {
    this.#isStopping = true
    this.#subscription?.pause()
    this.#submitAll(this.#withheld.splice(0))
    this.#withdraw(() => true)
  }

  /** Commits and leaves the group; what still runs then is done again by whoever comes next. */
  async leave(): Promise<void> {
    await this.#committer.flush()
    await this.#options.poisonPillDetector?.leave()
    this.#partitions.assign([])
    await this.#subscription?.close()
  }

  /** Hands a record over to the pool; answers it when it is one too many of its key. */
  readonly #accept = (record: LogRecord): PendingRecord[] => {
    const { lane, isUnrelated } = this.#options
    if (isUnrelated(record, lane)) {
      this.#partitions.finish(record)
      return []
    }
    const pending = makePendingRecord(record, this.#partitions.epochOf(record), this.#options, this.#perform)
    this.#perKey.add(pending.key, 1)
    if (this.#isSurplus(pending)) return [pending]
    this.#pool.submit(pending)
    return []
  }

  #isSurplus({ key, record }: PendingRecord): boolean {
    const { overflow } = this.#options
    if (overflow === undefined || key === null || overflow.isExempt(record)) return false
    return this.#perKey.count(key) > overflow.maxPerKey
  }

  readonly #perform = async (pending: PendingRecord): Promise<RunResult> => {
    this.#atWork.add(pending.key, 1)
    const result = await this.#attempt(pending)
    this.#atWork.add(pending.key, -1)
    setImmediate(() => this.#regulate())
    if (result === 'done') this.#finish(pending)
    else if (!this.#isOurs(pending)) this.#abandon(pending)
    else if ('retryAfterMs' in result)
      this.#park(pending, result.retryAfterMs, result.isAttempt === false ? 0 : 1)
    else if (pending.key === null) this.#park(pending, result.postponeMs, 0)
    else return result
    return 'over'
  }

  async #attempt(pending: PendingRecord): Promise<WorkResult> {
    const { logger, group } = this.#options
    pending.startedAt ??= performance.now()
    try {
      return await this.#work(pending, pending.startedAt)
    } catch (err) {
      const { topic, partition, offset } = pending.record
      logger.error({ err, group, topic, partition, offset }, 'work on a record failed unexpectedly')
      return { retryAfterMs: UNEXPECTED_RETRY_MS }
    } finally {
      this.#notesOf(pending)?.pause(pending.record)
    }
  }

  async #work(pending: PendingRecord, startedAt: number): Promise<WorkResult> {
    const { record, attempts } = pending
    const { lane, process, onPoisonPill } = this.#options
    const detector = this.#notesOf(pending)
    const decision = detector === undefined ? 'begun' : await detector.start(record)
    if (decision === 'begun') return process(record, lane, attempts, startedAt)
    if (decision === 'spent') return onPoisonPill?.(record, lane) ?? 'done'
    return { retryAfterMs: decision.retryAfterMs, isAttempt: false }
  }

  /** Whether the log has not gone back since the record came. */
  #isOfThisEra({ record, epoch }: PendingRecord): boolean {
    return this.#partitions.epochOf(record) === epoch
  }

  readonly #notesOf = (pending: PendingRecord) =>
    this.#isOfThisEra(pending) ? this.#options.poisonPillDetector : undefined

  /** What came before the log went back is still worked on here: nobody else has it. */
  #isOurs({ record }: PendingRecord): boolean {
    return !this.#isStopping && this.#partitions.owns(record)
  }

  #finish(pending: PendingRecord): void {
    this.#perKey.add(pending.key, -1)
    if (!this.#isOfThisEra(pending)) return
    this.#options.poisonPillDetector?.finish(pending.record)
    this.#partitions.finish(pending.record)
    this.#committer.schedule()
  }

  #abandon(pending: PendingRecord): void {
    this.#perKey.add(pending.key, -1)
    if (this.#isOfThisEra(pending)) this.#partitions.withdraw(pending.record)
  }

  #park(pending: PendingRecord, ms: number, attempts: 0 | 1): void {
    pending.attempts += attempts
    this.#parked += 1
    setTimeout(() => {
      this.#parked -= 1
      this.#submitAll([pending])
      this.#regulate()
    }, ms).unref()
  }

  #submitAll(waiting: readonly PendingRecord[]): void {
    for (const pending of waiting) {
      if (this.#isOurs(pending)) this.#pool.submit(pending)
      else this.#abandon(pending)
    }
  }

  async #layBy(overflowing: readonly PendingRecord[], overflow: OverflowPolicy): Promise<void> {
    this.#parked += overflowing.length
    const isDeferred = await this.#keepElsewhere(overflowing, overflow)
    this.#parked -= overflowing.length
    if (isDeferred) for (const pending of overflowing) this.#finish(pending)
    else this.#submitAll(overflowing)
    this.#regulate()
  }

  /** What can not be kept elsewhere for good is worked on here. */
  #keepElsewhere(overflowing: readonly PendingRecord[], overflow: OverflowPolicy): Promise<boolean> {
    const { logger, group } = this.#options
    const records = overflowing.map(({ record }) => record)
    return defer(overflow, records, () => this.#isStopping).catch((err: unknown) => {
      logger.error({ err, group, records: records.length }, 'records of a flood could not be laid by')
      return false
    })
  }

  #regulate(): void {
    if (this.#isStopping) return
    const { highWater, overflow } = this.#options
    const fill = fillLevel(this.pending(), this.#partitions.size(), highWater)
    if (overflow !== undefined && this.pending() >= highWater) this.#relieve(overflow)
    if (fill === (this.#isPaused ? 'full' : 'low') || fill === 'between') return
    this.#isPaused = fill === 'full'
    if (this.#isPaused) this.#subscription?.pause()
    else this.#subscription?.resume()
  }

  /**
   * A full lane with a slot to spare is full of records that wait for their hosts: all but one of each make room for
   * what may be behind them.
   */
  #relieve(overflow: OverflowPolicy): void {
    if (!this.#isRefilled || !this.#pool.hasFreeSlot(this.#options.lane)) return
    if (this.pending() < 2 * this.#perKey.size) return
    this.#isRefilled = false
    const overflowing = this.#takeBack(allButFirstOfKey(overflow, this.#atWork))
    if (overflowing.length > 0) void this.#layBy(overflowing, overflow)
  }

  #withdraw(matches: (pending: PendingRecord) => boolean): void {
    for (const pending of this.#takeBack(matches)) this.#abandon(pending)
  }

  #takeBack(matches: (pending: PendingRecord) => boolean): PendingRecord[] {
    const { lane } = this.#options
    return this.#pool.withdraw((job) => job.lane === lane && matches(job as PendingRecord)) as PendingRecord[]
  }
}
