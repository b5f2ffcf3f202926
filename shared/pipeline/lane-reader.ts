import { type Committer, makeCommitter } from '#shared/pipeline/committer.ts'
import { allButOne, type Flood, KeyCounts, layBy } from '#shared/pipeline/flood.ts'
import type { Done, Job, Run } from '#shared/pipeline/job.ts'
import type { LaneOptions } from '#shared/pipeline/lane-options.ts'
import { Partitions } from '#shared/pipeline/partitions.ts'
import type { WorkerPool } from '#shared/pipeline/worker-pool.ts'
import type { EventLog, LogRecord, Position, Receiver, Subscription } from '#shared/ports/event-log.ts'

/** A record from the log to its end here. */
interface Held extends Job {
  readonly record: LogRecord
  /** Tries that ended. */
  attempt: number
  /** When the first try began; null before it. */
  began: number | null
}

const UNEXPECTED_MS = 1000
/** What is remembered of unfinished records and of finished ones beyond them, as a multiple of the high-water mark. */
const MEMORY_FACTOR = 20

/** One lane's membership in its group: hands records to the pool as they come and commits behind what is finished. */
export class LaneReader implements Receiver {
  readonly #options: LaneOptions
  readonly #pool: WorkerPool
  readonly #committer: Committer
  readonly #partitions = new Partitions()
  readonly #perKey = new KeyCounts()
  readonly #atWork = new KeyCounts()
  #parked = 0
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
  held(): number {
    return this.#pool.held(this.#options.lane) + this.#parked
  }

  assigned(positions: readonly Position[]): void {
    this.#partitions.assign(positions)
    this.#options.inHand?.assigned(positions)
    this.#withdraw(({ record }) => !this.#partitions.owns(record))
    this.#regulate()
  }

  received(records: readonly LogRecord[]): void {
    if (this.#isStopping) return
    const { flood } = this.#options
    const surplus = records.filter((record) => this.#partitions.begin(record)).flatMap(this.#accept)
    if (flood !== undefined && surplus.length > 0) void this.#layBy(surplus, flood)
    this.#isRefilled = true
    this.#committer.mark()
    this.#regulate()
  }

  /** Takes no more, and takes back what waits. */
  stop(): void {
    this.#isStopping = true
    this.#subscription?.pause()
    this.#withdraw(() => true)
  }

  /** Commits and leaves the group; what still runs then is done again by whoever comes next. */
  async leave(): Promise<void> {
    await this.#committer.flush()
    await this.#options.inHand?.leave()
    this.#partitions.assign([])
    await this.#subscription?.close()
  }

  /** Hands a record over to the pool; answers it when it is one too many of its key. */
  readonly #accept = (record: LogRecord): Held[] => {
    const { lane, isForeign } = this.#options
    if (isForeign(record, lane)) {
      this.#partitions.finish(record)
      return []
    }
    const held = this.#hold(record)
    if (this.#isSurplus(held)) return [held]
    this.#pool.submit(held)
    return []
  }

  #hold(record: LogRecord): Held {
    const { lane, keyOf, isAlone } = this.#options
    const held: Held = {
      record,
      lane,
      key: keyOf(record, lane),
      tenant: record.headers.ce_tenant?.toString() ?? null,
      isAlone: isAlone?.(record, lane) ?? false,
      attempt: 0,
      began: null,
      run: () => this.#perform(held),
    }
    this.#perKey.add(held.key, 1)
    return held
  }

  #isSurplus({ key, record }: Held): boolean {
    const { flood } = this.#options
    if (flood === undefined || key === null || flood.isExempt(record)) return false
    return this.#perKey.of(key) > flood.perKey
  }

  async #perform(held: Held): Promise<Run> {
    this.#atWork.add(held.key, 1)
    const done = await this.#attempt(held)
    this.#atWork.add(held.key, -1)
    setImmediate(() => this.#regulate())
    if (done === 'done') this.#finish(held)
    else if (!this.#isOurs(held)) this.#abandon(held)
    else if ('againInMs' in done) this.#park(held, done.againInMs, done.isTry === false ? 0 : 1)
    else if (held.key === null) this.#park(held, done.notYetMs, 0)
    else return done
    return 'over'
  }

  async #attempt(held: Held): Promise<Done> {
    const { logger, group, inHand } = this.#options
    held.began ??= performance.now()
    try {
      return await this.#work(held, held.began)
    } catch (err) {
      const { topic, partition, offset } = held.record
      logger.error({ err, group, topic, partition, offset }, 'work on a record failed unexpectedly')
      return { againInMs: UNEXPECTED_MS }
    } finally {
      inHand?.rest(held.record)
    }
  }

  async #work({ record, attempt }: Held, began: number): Promise<Done> {
    const { lane, inHand, work, spent } = this.#options
    const begun = inHand === undefined ? 'begun' : await inHand.begin(record)
    if (begun === 'begun') return work(record, lane, attempt, began)
    if (begun === 'spent') return spent?.(record, lane) ?? 'done'
    return { againInMs: begun.inMs, isTry: false }
  }

  #isOurs({ record }: Held): boolean {
    return !this.#isStopping && this.#partitions.owns(record)
  }

  #finish(held: Held): void {
    this.#perKey.add(held.key, -1)
    this.#options.inHand?.finish(held.record)
    this.#partitions.finish(held.record)
    this.#committer.mark()
  }

  #abandon(held: Held): void {
    this.#perKey.add(held.key, -1)
    this.#partitions.abandon(held.record)
  }

  #park(held: Held, ms: number, tries: 0 | 1): void {
    held.attempt += tries
    this.#parked += 1
    setTimeout(() => {
      this.#parked -= 1
      if (this.#isOurs(held)) this.#pool.submit(held)
      else this.#abandon(held)
      this.#regulate()
    }, ms).unref()
  }

  async #layBy(surplus: readonly Held[], flood: Flood): Promise<void> {
    this.#parked += surplus.length
    const isKept = await this.#keepElsewhere(surplus, flood)
    this.#parked -= surplus.length
    for (const held of surplus) {
      if (isKept) this.#finish(held)
      else if (this.#isOurs(held)) this.#pool.submit(held)
      else this.#abandon(held)
    }
    this.#regulate()
  }

  /** What can not be kept elsewhere for good is worked on here. */
  #keepElsewhere(surplus: readonly Held[], flood: Flood): Promise<boolean> {
    const { logger, group } = this.#options
    const records = surplus.map(({ record }) => record)
    return layBy(flood, records, () => this.#isStopping).catch((err: unknown) => {
      logger.error({ err, group, records: records.length }, 'records of a flood could not be laid by')
      return false
    })
  }

  #regulate(): void {
    if (this.#isStopping) return
    const { highWater, flood } = this.#options
    const [held, remembered] = [this.held(), this.#partitions.size()]
    const isFull = held >= highWater || remembered >= highWater * MEMORY_FACTOR
    const isLow = held <= highWater / 2 && remembered <= (highWater * MEMORY_FACTOR) / 2
    if (flood !== undefined && held >= highWater) this.#relieve(flood)
    if (isFull === this.#isPaused || (this.#isPaused && !isLow)) return
    this.#isPaused = isFull
    if (isFull) this.#subscription?.pause()
    else this.#subscription?.resume()
  }

  /**
   * A full lane with a slot to spare is full of records that wait for their hosts: all but one of each make room for
   * what may be behind them.
   */
  #relieve(flood: Flood): void {
    if (!this.#isRefilled || !this.#pool.hasRoom(this.#options.lane)) return
    if (this.held() < 2 * this.#perKey.size) return
    this.#isRefilled = false
    const surplus = this.#takeBack(allButOne(flood, this.#atWork))
    if (surplus.length > 0) void this.#layBy(surplus, flood)
  }

  #withdraw(matches: (held: Held) => boolean): void {
    for (const held of this.#takeBack(matches)) this.#abandon(held)
  }

  #takeBack(matches: (held: Held) => boolean): Held[] {
    const { lane } = this.#options
    return this.#pool.withdraw((job) => job.lane === lane && matches(job as Held)) as Held[]
  }
}
