import type { Log } from '#shared/log.ts'
import type { Lane } from '#shared/messages/topics.ts'
import { type Committer, makeCommitter } from '#shared/pipeline/committer.ts'
import type { Job } from '#shared/pipeline/job.ts'
import { makeProgress, type Progress } from '#shared/pipeline/progress.ts'
import type { WorkerPool } from '#shared/pipeline/worker-pool.ts'
import type { EventLog, LogRecord, Position, Receiver, Subscription } from '#shared/ports/event-log.ts'

/** What became of a piece of work: done, or to be tried again after a while without holding a slot. */
export type Done = 'done' | { readonly againInMs: number }

export interface LaneOptions {
  readonly logger: Log
  readonly group: string
  readonly lane: Lane
  /** Records that are held before the lane is paused; resumed at half of it. */
  readonly highWater: number
  /** Records with the same key are worked on by the pool's manners; null = freely. */
  keyOf(record: LogRecord, lane: Lane): string | null
  /** Whether a record is somebody else's: it is finished as it comes, and never waits for a slot. */
  isForeign(record: LogRecord, lane: Lane): boolean
  /**
   * Does the work of one record; `attempt` counts from 0, `began` is when the first one began (`performance.now()`).
   * Rejecting is a defect: the record is then tried again.
   */
  work(record: LogRecord, lane: Lane, attempt: number, began: number): Promise<Done>
}

interface RecordJob extends Job {
  readonly partition: string
  abandon(): void
}

const UNEXPECTED_MS = 1000
/** Finished records beyond an unfinished one that a lane remembers, as a multiple of its high-water mark. */
const AHEAD_FACTOR = 20

/** One lane's membership in its group: hands records to the pool as they come and commits behind what is finished. */
export class LaneReader implements Receiver {
  readonly #options: LaneOptions
  readonly #pool: WorkerPool
  readonly #committer: Committer
  readonly #partitions = new Map<string, Progress>()
  #owned: ReadonlySet<string> = new Set()
  #parked = 0
  #isPaused = false
  #isStopping = false
  #subscription: Subscription | null = null

  constructor(options: LaneOptions, pool: WorkerPool) {
    this.#options = options
    this.#pool = pool
    this.#committer = makeCommitter({
      positions: () => this.#positions(),
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
    this.#owned = new Set(positions.map(partitionOf))
    for (const position of positions) {
      this.#progress(partitionOf(position)).resume(position.offset, position.metadata)
    }
    this.#withdraw((job) => !this.#owned.has(job.partition))
    this.#regulate()
  }

  received(records: readonly LogRecord[]): void {
    if (this.#isStopping) return
    const { lane, isForeign } = this.#options
    for (const record of records) {
      const progress = this.#progress(partitionOf(record))
      if (!progress.begin(record.offset)) continue
      if (isForeign(record, lane)) progress.finish(record.offset)
      else this.#dispatch(record, 0, null)
    }
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
    this.#owned = new Set()
    await this.#subscription?.close()
  }

  /** `began` is when the first attempt began, null before it. */
  #dispatch(record: LogRecord, attempt: number, began: number | null): void {
    const { lane, keyOf } = this.#options
    const job: RecordJob = {
      lane,
      key: keyOf(record, lane),
      tenant: record.headers.ce_tenant?.toString() ?? null,
      partition: partitionOf(record),
      run: () => this.#perform(record, attempt, began ?? performance.now()),
      abandon: () => this.#progress(partitionOf(record)).abandon(record.offset),
    }
    this.#pool.submit(job)
  }

  async #perform(record: LogRecord, attempt: number, began: number): Promise<void> {
    const done = await this.#attempt(record, attempt, began)
    if (done === 'done') {
      this.#progress(partitionOf(record)).finish(record.offset)
      this.#committer.mark()
    } else {
      this.#park(record, attempt + 1, began, done.againInMs)
    }
    setImmediate(() => this.#regulate())
  }

  async #attempt(record: LogRecord, attempt: number, began: number): Promise<Done> {
    const { logger, lane, work, group } = this.#options
    try {
      return await work(record, lane, attempt, began)
    } catch (err) {
      const { topic, partition, offset } = record
      logger.error({ err, group, topic, partition, offset }, 'work on a record failed unexpectedly')
      return { againInMs: UNEXPECTED_MS }
    }
  }

  #park(record: LogRecord, attempt: number, began: number, ms: number): void {
    this.#parked += 1
    setTimeout(() => {
      this.#parked -= 1
      const partition = partitionOf(record)
      if (this.#isStopping || !this.#owned.has(partition)) this.#progress(partition).abandon(record.offset)
      else this.#dispatch(record, attempt, began)
      this.#regulate()
    }, ms).unref()
  }

  #regulate(): void {
    if (this.#isStopping) return
    const { highWater } = this.#options
    const held = this.held()
    const ahead = [...this.#owned].reduce((sum, name) => sum + this.#progress(name).size(), 0)
    const isFull = held >= highWater || ahead >= highWater * AHEAD_FACTOR
    const isLow = held <= highWater / 2 && ahead <= (highWater * AHEAD_FACTOR) / 2
    if (isFull === this.#isPaused || (this.#isPaused && !isLow)) return
    this.#isPaused = isFull
    if (isFull) this.#subscription?.pause()
    else this.#subscription?.resume()
  }

  #withdraw(matches: (job: RecordJob) => boolean): void {
    const { lane } = this.#options
    const jobs = this.#pool.withdraw((job) => job.lane === lane && matches(job as RecordJob))
    for (const job of jobs) (job as RecordJob).abandon()
  }

  #progress(partition: string): Progress {
    const known = this.#partitions.get(partition)
    if (known !== undefined) return known
    const progress = makeProgress()
    this.#partitions.set(partition, progress)
    return progress
  }

  #positions(): Position[] {
    return [...this.#owned].map((name) => {
      const at = name.lastIndexOf('/')
      const place = { topic: name.slice(0, at), partition: Number(name.slice(at + 1)) }
      return { ...place, ...this.#progress(name).position() }
    })
  }
}

function partitionOf({ topic, partition }: { topic: string; partition: number }): string {
  return `${topic}/${partition}`
}
