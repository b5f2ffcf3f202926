import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { isOtherLog } from '#shared/consumer/offsets/log-change.ts'
import { coalesce, waitAtMost } from '#shared/consumer/poison-pills/coalesce.ts'
import {
  InFlightJournal,
  type JournalEntry,
  type MemberJournal,
  type OwnedPosition,
  partitionKey,
  type RecordPosition,
  recordKey,
} from '#shared/consumer/poison-pills/in-flight-journal.ts'
import {
  type SuspectLimit,
  processSuspectLimit as suspectsHere,
} from '#shared/consumer/poison-pills/suspect-limit.ts'
import type { Log } from '#shared/log.ts'
import type { PartitionBounds, Position } from '#shared/ports/event-log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'

export interface PoisonPillOptions {
  /** Outlives the process: what is in hand is noted there. */
  readonly store: Pick<KeyValues, 'getMany' | 'set'>
  readonly logger: Log
  /** Ends of a process with a record in hand after which nobody begins that record any more; 2 or more. */
  readonly maxCrashes: number
  /** A process that lives says within this time, in milliseconds, that a partition it lost is not in its hands any more. */
  readonly settleMs: number
  readonly suspectLimit?: SuspectLimit
}

/** Whether work may begin: yes; later, in so many milliseconds; never, since it ended too many processes. */
export type StartDecision = 'begun' | 'spent' | { readonly retryAfterMs: number }

/**
 * What one member of a group has in hand, noted where it outlives the process. In good times that is only how far in each
 * partition it may have begun records. Where a member has ended without leaving, the next one notes each record up to there
 * that it begins, and so knows at the next such end which they were. Those are then begun few at a time (alone before the
 * last try), so that the one that ends processes is told from the others.
 */
export interface PoisonPillDetector {
  /** From now on the member has these partitions and no others. */
  assigned(positions: readonly Position[], extents?: readonly PartitionBounds[]): void
  /** Resolves once what has to be noted of the record is; a store that is slow or away holds up nothing. */
  start(record: RecordPosition): Promise<StartDecision>
  /** The work is over for now: the record rests, or is handed back. */
  pause(record: RecordPosition): void
  /** The record is finished. */
  finish(record: RecordPosition): void
  /** Notes that nothing is in hand any more: an orderly end is none of a record's doing. */
  leave(): Promise<void>
}

interface TrackedEntry extends JournalEntry {
  release: (() => void) | null
}

interface PartitionState {
  /** Names the log in which the offsets count; '' where nobody can tell. */
  readonly log: string
  /** Below this offset each record in hand is noted. */
  watchedTo: number
  /** Below this offset it is noted that records may have begun. */
  reservedTo: number
  reserving: Promise<unknown> | null
}

const LOAD_MS = 2000
const SUSPECT_RETRY_MS = 50
/** Records that may begin in a partition after one note. */
const RESERVED_RECORDS = 1000

export function makePoisonPillDetector(group: string, options: PoisonPillOptions): PoisonPillDetector {
  return new JournalingDetector(group, options)
}

class JournalingDetector implements PoisonPillDetector {
  readonly #group: string
  readonly #options: PoisonPillOptions
  readonly #notes: InFlightJournal
  readonly #run = randomUUID()
  readonly #entries = new Map<string, TrackedEntry>()
  readonly #note: () => Promise<unknown>
  #held = new Map<string, PartitionState>()
  #loading: Promise<unknown> | null = null

  constructor(group: string, options: PoisonPillOptions) {
    this.#group = group
    this.#options = options
    this.#notes = new InFlightJournal(group, options.store)
    this.#note = coalesce(() => this.#notes.write(this.#run, this.#current()), options.logger)
  }

  assigned(positions: readonly Position[], extents: readonly PartitionBounds[] = []): void {
    const before = this.#held
    const from = new Map(positions.map((position) => [partitionKey(position), position.offset]))
    this.#held = new Map(
      [...from.keys()].map((partition, at) => [partition, this.#heldOf(partition, extents[at]?.log ?? '')]),
    )
    for (const entry of [...this.#entries.values()]) {
      const partition = partitionKey(entry)
      const isSameLog = this.#held.get(partition) === before.get(partition)
      const isGone = entry.offset < (from.get(partition) ?? Number.POSITIVE_INFINITY)
      if (isGone || !isSameLog) this.finish(entry)
    }
    const onOtherError = (err: unknown) =>
      this.#options.logger.error({ err, group: this.#group }, 'what was in hand before can not be read')
    const loading = Promise.all([
      this.#note(),
      retryWhileUnavailable(() => this.#load(positions), { onOtherError }),
    ])
    this.#loading = loading
    void loading.then(() => {
      if (this.#loading === loading) this.#loading = null
    })
  }

  #heldOf(partition: string, log: string): PartitionState {
    const before = this.#held.get(partition)
    return before === undefined || isOtherLog(before.log, log) ? newPartitionState(log) : before
  }

  async start(record: RecordPosition): Promise<StartDecision> {
    if (this.#loading !== null) await waitAtMost(LOAD_MS + this.#options.settleMs, this.#loading)
    const partition = this.#held.get(partitionKey(record))
    if (partition === undefined) return 'begun'
    if (record.offset < partition.watchedTo) return this.#beginWatched(record)
    if (record.offset >= partition.reservedTo) {
      partition.reservedTo = record.offset + RESERVED_RECORDS
      partition.reserving = this.#note()
    }
    await partition.reserving
    return 'begun'
  }

  async #beginWatched(record: RecordPosition): Promise<StartDecision> {
    const { maxCrashes, suspectLimit = suspectsHere } = this.#options
    const entry = this.#entries.get(recordKey(record)) ?? newEntry(record)
    // The first end of all left no note of what was in hand.
    const crashes = entry.crashes + 1
    if (crashes >= maxCrashes) return 'spent'
    if (entry.crashes > 0) {
      entry.release ??= suspectLimit.tryAcquire(crashes >= maxCrashes - 1)
      if (entry.release === null) return { retryAfterMs: SUSPECT_RETRY_MS }
    }
    entry.isInFlight = true
    this.#entries.set(recordKey(record), entry)
    await this.#note()
    return 'begun'
  }

  pause(record: RecordPosition): void {
    if (this.#entries.size === 0) return
    const entry = this.#entries.get(recordKey(record))
    if (entry === undefined) return
    entry.isInFlight = false
    entry.release?.()
    entry.release = null
    if (entry.crashes === 0) this.#entries.delete(recordKey(record))
  }

  finish(record: RecordPosition): void {
    this.pause(record)
    if (this.#entries.size > 0) this.#entries.delete(recordKey(record))
  }

  async leave(): Promise<void> {
    for (const entry of [...this.#entries.values()]) this.pause(entry)
    this.#held.clear()
    await this.#note()
  }

  #current(): MemberJournal {
    const partitions = new Map([...this.#held].map(([partition, { reservedTo }]) => [partition, reservedTo]))
    const logs = new Map([...this.#held].map(([partition, { log }]) => [partition, log]))
    return { partitions, logs, entries: [...this.#entries.values()] }
  }

  /** What was in hand is noted as this member's before the partition is: a process that ends between loses no count. */
  async #load(positions: readonly Position[]): Promise<void> {
    const others = (await this.#notes.owners(positions)).filter(({ owner }) => owner !== this.#run)
    if (others.length === 0) return
    for (const { position, note } of await this.#left(others)) this.#inherit(position, note)
    await this.#notes.write(this.#run, this.#current())
    await this.#notes.claim(
      this.#run,
      others.map(({ position }) => position),
    )
  }

  /** What members that ended without leaving had. */
  async #left(others: readonly OwnedPosition[]): Promise<CrashedMember[]> {
    const crashed = await readCrashed(this.#notes, others)
    const { settleMs } = this.#options
    if (settleMs === 0 || crashed.length === 0) return crashed
    await delay(settleMs, undefined, { ref: false })
    return readCrashed(this.#notes, others)
  }

  /** Of another log than the one that is there now nothing is in hand any more. */
  #inherit(position: Position, { partitions, logs, entries }: MemberJournal): void {
    const partition = this.#held.get(partitionKey(position))
    if (partition === undefined || isOtherLog(logs.get(partitionKey(position)) ?? '', partition.log)) return
    partition.watchedTo = partitions.get(partitionKey(position)) ?? 0
    partition.reservedTo = Math.max(partition.reservedTo, partition.watchedTo)
    for (const entry of entries) if (isOf(entry, position)) this.#inheritEntry(entry)
  }

  #inheritEntry(entry: JournalEntry): void {
    const crashes = entry.crashes + (entry.isInFlight ? 1 : 0)
    if (crashes === 0) return
    const { topic, partition, offset } = entry
    const about = { group: this.#group, topic, partition, offset, crashes: crashes + 1 }
    this.#options.logger.warn(about, 'a process ended with this record in hand')
    const known = this.#entries.get(recordKey(entry)) ?? newEntry(entry)
    known.crashes = Math.max(known.crashes, crashes)
    this.#entries.set(recordKey(entry), known)
  }
}

function newPartitionState(log: string): PartitionState {
  return { log, watchedTo: 0, reservedTo: 0, reserving: null }
}

function newEntry({ topic, partition, offset }: RecordPosition): TrackedEntry {
  return { topic, partition, offset, crashes: 0, isInFlight: false, release: null }
}

function isOf(entry: JournalEntry, position: Position): boolean {
  return partitionKey(entry) === partitionKey(position) && entry.offset >= position.offset
}

interface CrashedMember {
  readonly position: Position
  readonly note: MemberJournal
}

/** Positions of partitions that their last member did not give up, with its note. */
async function readCrashed(
  notes: InFlightJournal,
  others: readonly OwnedPosition[],
): Promise<CrashedMember[]> {
  const read = await notes.read([...new Set(others.flatMap(({ owner }) => owner ?? []))])
  return others.flatMap(({ position, owner }) => {
    const note = read.get(owner ?? '')
    return note?.partitions.has(partitionKey(position)) ? [{ position, note }] : []
  })
}
