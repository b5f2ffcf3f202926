import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { coalesceRuns } from '#shared/async/coalesce-runs.ts'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import { isOtherLog } from '#shared/consumer/offsets/log-change.ts'
import {
  type CrashedMember,
  InFlightJournal,
  type JournalEntry,
  type MemberJournal,
  type OwnedPosition,
  partitionKey,
  type RecordPosition,
  recordKey,
} from '#shared/consumer/poison-pills/in-flight-journal.ts'
import { processSuspectLimit, type SuspectLimit } from '#shared/consumer/poison-pills/suspect-limit.ts'
import type { Log } from '#shared/log.ts'
import type { PartitionBounds, Position } from '#shared/ports/event-log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'

export interface PoisonPillOptions {
  /** Holds the journals of records in flight. It outlives the process. */
  readonly store: Pick<KeyValues, 'getMany' | 'set'>
  readonly logger: Log
  /** Crashes with a record in flight after which its work is not started again; at least 2. */
  readonly maxCrashes: number
  /** Milliseconds within which a live process journals that it has lost a partition. */
  readonly settleMs: number
  /** Default: the limit of the process. */
  readonly suspectLimit?: SuspectLimit
}

/** Whether work on a record may start: now, after `retryAfterMs`, or never, since it crashed too many processes. */
export type StartDecision = 'start' | 'poison-pill' | { readonly retryAfterMs: number }

interface TrackedEntry extends JournalEntry {
  release: (() => void) | null
}

interface PartitionState {
  /** Id of the log to which the offsets belong; '' = unknown. */
  readonly log: string
  /** Below this offset each record in flight is journaled. */
  watchedTo: number
  /** Below this offset the journal says that records may have started. */
  reservedTo: number
  reserving: Promise<unknown> | null
}

const LOAD_MS = 2000
const SUSPECT_RETRY_MS = 50
/** Work waits so long for its entry in the journal, and then starts without. */
const JOURNAL_WAIT_MS = 100
/** Records that may start in a partition after one write of the journal. */
const RESERVED_RECORDS = 1000

/**
 * Detects records whose processing crashes the process (poison pills), for one member of a group.
 *
 * Each member journals in the store the offset in each partition below which records may have started. When a member
 * crashes, the next owner of its partitions journals every record that it starts below that offset, so that after another
 * crash the records in flight are known. These suspects then run a few at a time, and alone before their last attempt, so
 * that the record that causes the crashes is told from the others.
 */
export class PoisonPillDetector {
  readonly #group: string
  readonly #options: PoisonPillOptions
  readonly #journal: InFlightJournal
  readonly #memberId = randomUUID()
  readonly #entries = new Map<string, TrackedEntry>()
  readonly #writeJournal: () => Promise<unknown>
  #partitions = new Map<string, PartitionState>()
  #loading: Promise<unknown> | null = null

  /** For one member of `group`, with an id of its own. */
  constructor(group: string, options: PoisonPillOptions) {
    this.#group = group
    this.#options = options
    this.#journal = new InFlightJournal(group, options.store)
    this.#writeJournal = this.#journalWriter()
  }

  /** Writes what is in flight at the call or later. Resolves when it is written, when that fails, or after `JOURNAL_WAIT_MS`. */
  #journalWriter(): () => Promise<unknown> {
    const write = coalesceRuns(() =>
      this.#journal
        .write(this.#memberId, this.#current())
        .catch((err: unknown) =>
          this.#options.logger.debug({ err }, 'the records in flight could not be journaled'),
        ),
    )
    return () => withTimeoutOrNull(write(), JOURNAL_WAIT_MS)
  }

  /** The member owns these partitions, and no others, from here on. */
  assigned(positions: readonly Position[], bounds: readonly PartitionBounds[] = []): void {
    const before = this.#partitions
    const from = new Map(positions.map((position) => [partitionKey(position), position.offset]))
    this.#partitions = new Map(
      [...from.keys()].map((partition, at) => [partition, this.#stateOf(partition, bounds[at]?.log ?? '')]),
    )
    for (const entry of [...this.#entries.values()]) {
      const partition = partitionKey(entry)
      const isSameLog = this.#partitions.get(partition) === before.get(partition)
      const isGone = entry.offset < (from.get(partition) ?? Number.POSITIVE_INFINITY)
      if (isGone || !isSameLog) this.finish(entry)
    }
    const onOtherError = (err: unknown) =>
      this.#options.logger.error(
        { err, group: this.#group },
        'the journals of earlier members cannot be read',
      )
    const loading = Promise.all([
      this.#writeJournal(),
      retryWhileUnavailable(() => this.#load(positions), { onOtherError }),
    ])
    this.#loading = loading
    void loading.then(() => {
      if (this.#loading === loading) this.#loading = null
    })
  }

  #stateOf(partition: string, log: string): PartitionState {
    const before = this.#partitions.get(partition)
    return before === undefined || isOtherLog(before.log, log) ? newPartitionState(log) : before
  }

  /** Resolves once the start of the record is journaled. A slow or unavailable store delays it for a bounded time only. */
  async start(record: RecordPosition): Promise<StartDecision> {
    if (this.#loading !== null) await withTimeoutOrNull(this.#loading, LOAD_MS + this.#options.settleMs)
    const partition = this.#partitions.get(partitionKey(record))
    if (partition === undefined) return 'start'
    if (record.offset < partition.watchedTo) return this.#startWatched(record)
    if (record.offset >= partition.reservedTo) {
      partition.reservedTo = record.offset + RESERVED_RECORDS
      partition.reserving = this.#writeJournal()
    }
    await partition.reserving
    return 'start'
  }

  async #startWatched(record: RecordPosition): Promise<StartDecision> {
    const { maxCrashes, suspectLimit = processSuspectLimit } = this.#options
    const entry = this.#entries.get(recordKey(record)) ?? newEntry(record)
    // The first crash left no journal of single records.
    const crashes = entry.crashes + 1
    if (crashes >= maxCrashes) return 'poison-pill'
    if (entry.crashes > 0) {
      entry.release ??= suspectLimit.tryAcquire(crashes >= maxCrashes - 1)
      if (entry.release === null) return { retryAfterMs: SUSPECT_RETRY_MS }
    }
    entry.isInFlight = true
    this.#entries.set(recordKey(record), entry)
    await this.#writeJournal()
    return 'start'
  }

  /** The work has ended for the moment: the record is delayed or withdrawn. */
  pause(record: RecordPosition): void {
    if (this.#entries.size === 0) return
    const entry = this.#entries.get(recordKey(record))
    if (entry === undefined) return
    entry.isInFlight = false
    entry.release?.()
    entry.release = null
    if (entry.crashes === 0) this.#entries.delete(recordKey(record))
  }

  /** The record is finished. */
  finish(record: RecordPosition): void {
    this.pause(record)
    if (this.#entries.size > 0) this.#entries.delete(recordKey(record))
  }

  /** Journals that no record is in flight: an orderly shutdown is no crash. */
  async leave(): Promise<void> {
    for (const entry of [...this.#entries.values()]) this.pause(entry)
    this.#partitions.clear()
    await this.#writeJournal()
  }

  #current(): MemberJournal {
    const partitions = new Map(
      [...this.#partitions].map(([partition, { reservedTo }]) => [partition, reservedTo]),
    )
    const logs = new Map([...this.#partitions].map(([partition, { log }]) => [partition, log]))
    return { partitions, logs, entries: [...this.#entries.values()] }
  }

  /** Journals the adopted records before it claims the partitions: a crash in between loses no count. */
  async #load(positions: readonly Position[]): Promise<void> {
    const others = (await this.#journal.owners(positions)).filter(({ owner }) => owner !== this.#memberId)
    if (others.length === 0) return
    for (const { position, journal } of await this.#crashedMembers(others)) this.#adopt(position, journal)
    await this.#journal.write(this.#memberId, this.#current())
    await this.#journal.claim(
      this.#memberId,
      others.map(({ position }) => position),
    )
  }

  /** Positions of members that crashed, with their journals. Live members get `settleMs` to journal that they lost them. */
  async #crashedMembers(others: readonly OwnedPosition[]): Promise<CrashedMember[]> {
    const crashed = await this.#journal.crashed(others)
    const { settleMs } = this.#options
    if (settleMs === 0 || crashed.length === 0) return crashed
    await delay(settleMs, undefined, { ref: false })
    return this.#journal.crashed(others)
  }

  /** Adopts the records in flight of a crashed member, unless they belong to another log than the current one. */
  #adopt(position: Position, { partitions, logs, entries }: MemberJournal): void {
    const partition = this.#partitions.get(partitionKey(position))
    if (partition === undefined || isOtherLog(logs.get(partitionKey(position)) ?? '', partition.log)) return
    partition.watchedTo = partitions.get(partitionKey(position)) ?? 0
    partition.reservedTo = Math.max(partition.reservedTo, partition.watchedTo)
    for (const entry of entries) if (isOf(entry, position)) this.#adoptEntry(entry)
  }

  #adoptEntry(entry: JournalEntry): void {
    const crashes = entry.crashes + (entry.isInFlight ? 1 : 0)
    if (crashes === 0) return
    const { topic, partition, offset } = entry
    const about = { group: this.#group, topic, partition, offset, crashes: crashes + 1 }
    this.#options.logger.warn(about, 'a process crashed with this record in flight')
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
