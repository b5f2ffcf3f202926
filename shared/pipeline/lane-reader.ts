import { type Committer, makeCommitter } from '#shared/pipeline/committer.ts'
import { fillOf } from '#shared/pipeline/fill.ts'
import { allButOne, type Flood, KeyCounts, layBy } from '#shared/pipeline/flood.ts'
import { type Held, makeHeld } from '#shared/pipeline/held.ts'
import type { Done, Run } from '#shared/pipeline/job.ts'
import type { LaneOptions } from '#shared/pipeline/lane-options.ts'
import { Partitions } from '#shared/pipeline/partitions.ts'
import type { WorkerPool } from '#shared/pipeline/worker-pool.ts'
import type {
  EventLog,
  Extent,
  LogRecord,
  Position,
  Receiver,
  Subscription,
} from '#shared/ports/event-log.ts'

const UNEXPECTED_MS = 1000

/** One lane's membership in its group: hands records to the pool as they come and commits behind what is finished. */
export class LaneReader implements Receiver {
  readonly #options: LaneOptions
  readonly #pool: WorkerPool
  readonly #committer: Committer
  readonly #partitions = new Partitions()
  readonly #perKey = new KeyCounts()
  readonly #atWork = new KeyCounts()
  #parked = 0
  /** Not begun while the group rebalances. */
  #withheld: Held[] = []
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
    return this.#pool.held(this.#options.lane) + this.#parked + this.#withheld.length
  }

  assigned(positions: readonly Position[], extents: readonly Extent[]): void {
    const changes = this.#partitions.assign(positions, extents)
    for (const change of changes) this.#options.onLogChange?.(change, this.#options.lane)
    if (changes.length > 0) this.#committer.markAll()
    this.#options.inHand?.assigned(positions, extents)
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
    this.#submitAll(this.#withheld.splice(0))
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
    const held = makeHeld(record, this.#partitions.eraOf(record), this.#options, this.#perform)
    this.#perKey.add(held.key, 1)
    if (this.#isSurplus(held)) return [held]
    this.#pool.submit(held)
    return []
  }

  #isSurplus({ key, record }: Held): boolean {
    const { flood } = this.#options
    if (flood === undefined || key === null || flood.isExempt(record)) return false
    return this.#perKey.of(key) > flood.perKey
  }

  readonly #perform = async (held: Held): Promise<Run> => {
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
    const { logger, group } = this.#options
    held.began ??= performance.now()
    try {
      return await this.#work(held, held.began)
    } catch (err) {
      const { topic, partition, offset } = held.record
      logger.error({ err, group, topic, partition, offset }, 'work on a record failed unexpectedly')
      return { againInMs: UNEXPECTED_MS }
    } finally {
      this.#notesOf(held)?.rest(held.record)
    }
  }

  async #work(held: Held, began: number): Promise<Done> {
    const { record, attempt } = held
    const { lane, work, spent } = this.#options
    const inHand = this.#notesOf(held)
    const begun = inHand === undefined ? 'begun' : await inHand.begin(record)
    if (begun === 'begun') return work(record, lane, attempt, began)
    if (begun === 'spent') return spent?.(record, lane) ?? 'done'
    return { againInMs: begun.inMs, isTry: false }
  }

  /** Whether the log has not gone back since the record came. */
  #isOfThisEra({ record, era }: Held): boolean {
    return this.#partitions.eraOf(record) === era
  }

  readonly #notesOf = (held: Held) => (this.#isOfThisEra(held) ? this.#options.inHand : undefined)

  /** What came before the log went back is still worked on here: nobody else has it. */
  #isOurs({ record }: Held): boolean {
    return !this.#isStopping && this.#partitions.owns(record)
  }

  #finish(held: Held): void {
    this.#perKey.add(held.key, -1)
    if (!this.#isOfThisEra(held)) return
    this.#options.inHand?.finish(held.record)
    this.#partitions.finish(held.record)
    this.#committer.mark()
  }

  #abandon(held: Held): void {
    this.#perKey.add(held.key, -1)
    if (this.#isOfThisEra(held)) this.#partitions.abandon(held.record)
  }

  #park(held: Held, ms: number, tries: 0 | 1): void {
    held.attempt += tries
    this.#parked += 1
    setTimeout(() => {
      this.#parked -= 1
      this.#submitAll([held])
      this.#regulate()
    }, ms).unref()
  }

  #submitAll(waiting: readonly Held[]): void {
    for (const held of waiting) {
      if (this.#isOurs(held)) this.#pool.submit(held)
      else this.#abandon(held)
    }
  }

  async #layBy(surplus: readonly Held[], flood: Flood): Promise<void> {
    this.#parked += surplus.length
    const isKept = await this.#keepElsewhere(surplus, flood)
    this.#parked -= surplus.length
    if (isKept) for (const held of surplus) this.#finish(held)
    else this.#submitAll(surplus)
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
    const fill = fillOf(this.held(), this.#partitions.size(), highWater)
    if (flood !== undefined && this.held() >= highWater) this.#relieve(flood)
    if (fill === (this.#isPaused ? 'full' : 'low') || fill === 'between') return
    this.#isPaused = fill === 'full'
    if (this.#isPaused) this.#subscription?.pause()
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
