import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '#shared/log.ts'
import { coalesced, within } from '#shared/pipeline/coalesced.ts'
import {
  type Entry,
  type HeldPosition,
  type Note,
  Notes,
  type Place,
  partitionOf,
  placeOf,
} from '#shared/pipeline/in-hand-note.ts'
import { isOtherLog } from '#shared/pipeline/log-change.ts'
import { type Suspects, suspects as suspectsHere } from '#shared/pipeline/suspects.ts'
import { untilAvailable } from '#shared/pipeline/until-available.ts'
import type { Extent, Position } from '#shared/ports/event-log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'

export interface InHandOptions {
  /** Outlives the process: what is in hand is noted there. */
  readonly store: Pick<KeyValues, 'getMany' | 'set'>
  readonly logger: Log
  /** Ends of a process with a record in hand after which nobody begins that record any more; 2 or more. */
  readonly maxEnds: number
  /** A process that lives says within this time, in milliseconds, that a partition it lost is not in its hands any more. */
  readonly settleMs: number
  readonly suspects?: Suspects
}

/** Whether work may begin: yes; later, in so many milliseconds; never, since it ended too many processes. */
export type Begun = 'begun' | 'spent' | { readonly inMs: number }

/**
 * What one member of a group has in hand, noted where it outlives the process. In good times that is only how far in each
 * partition it may have begun records. Where a member has ended without leaving, the next one notes each record up to there
 * that it begins, and so knows at the next such end which they were. Those are then begun few at a time (alone before the
 * last try), so that the one that ends processes is told from the others.
 */
export interface InHand {
  /** From now on the member has these partitions and no others. */
  assigned(positions: readonly Position[], extents?: readonly Extent[]): void
  /** Resolves once what has to be noted of the record is; a store that is slow or away holds up nothing. */
  begin(place: Place): Promise<Begun>
  /** The work is over for now: the record rests, or is handed back. */
  rest(place: Place): void
  /** The record is finished. */
  finish(place: Place): void
  /** Notes that nothing is in hand any more: an orderly end is none of a record's doing. */
  leave(): Promise<void>
}

interface Noted extends Entry {
  giveBack: (() => void) | null
}

interface Held {
  /** Names the log in which the offsets count; '' where nobody can tell. */
  readonly log: string
  /** Below this offset each record in hand is noted. */
  watchedTo: number
  /** Below this offset it is noted that records may have begun. */
  reservedTo: number
  reserving: Promise<unknown> | null
}

const LOAD_MS = 2000
const WAIT_MS = 50
/** Records that may begin in a partition after one note. */
const RESERVED = 1000

export function makeInHand(group: string, options: InHandOptions): InHand {
  return new NotedHand(group, options)
}

class NotedHand implements InHand {
  readonly #group: string
  readonly #options: InHandOptions
  readonly #notes: Notes
  readonly #run = randomUUID()
  readonly #entries = new Map<string, Noted>()
  readonly #note: () => Promise<unknown>
  #held = new Map<string, Held>()
  #loading: Promise<unknown> | null = null

  constructor(group: string, options: InHandOptions) {
    this.#group = group
    this.#options = options
    this.#notes = new Notes(group, options.store)
    this.#note = coalesced(() => this.#notes.write(this.#run, this.#current()), options.logger)
  }

  assigned(positions: readonly Position[], extents: readonly Extent[] = []): void {
    const before = this.#held
    const from = new Map(positions.map((position) => [partitionOf(position), position.offset]))
    this.#held = new Map(
      [...from.keys()].map((partition, at) => [partition, this.#heldOf(partition, extents[at]?.log ?? '')]),
    )
    for (const entry of [...this.#entries.values()]) {
      const partition = partitionOf(entry)
      const isSameLog = this.#held.get(partition) === before.get(partition)
      const isGone = entry.offset < (from.get(partition) ?? Number.POSITIVE_INFINITY)
      if (isGone || !isSameLog) this.finish(entry)
    }
    const onDefect = (err: unknown) =>
      this.#options.logger.error({ err, group: this.#group }, 'what was in hand before can not be read')
    const loading = Promise.all([this.#note(), untilAvailable(() => this.#load(positions), { onDefect })])
    this.#loading = loading
    void loading.then(() => {
      if (this.#loading === loading) this.#loading = null
    })
  }

  #heldOf(partition: string, log: string): Held {
    const before = this.#held.get(partition)
    return before === undefined || isOtherLog(before.log, log) ? held(log) : before
  }

  async begin(place: Place): Promise<Begun> {
    if (this.#loading !== null) await within(LOAD_MS + this.#options.settleMs, this.#loading)
    const partition = this.#held.get(partitionOf(place))
    if (partition === undefined) return 'begun'
    if (place.offset < partition.watchedTo) return this.#beginWatched(place)
    if (place.offset >= partition.reservedTo) {
      partition.reservedTo = place.offset + RESERVED
      partition.reserving = this.#note()
    }
    await partition.reserving
    return 'begun'
  }

  async #beginWatched(place: Place): Promise<Begun> {
    const { maxEnds, suspects = suspectsHere } = this.#options
    const entry = this.#entries.get(placeOf(place)) ?? noted(place)
    // The first end of all left no note of what was in hand.
    const ends = entry.ends + 1
    if (ends >= maxEnds) return 'spent'
    if (entry.ends > 0) {
      entry.giveBack ??= suspects.take(ends >= maxEnds - 1)
      if (entry.giveBack === null) return { inMs: WAIT_MS }
    }
    entry.isInHand = true
    this.#entries.set(placeOf(place), entry)
    await this.#note()
    return 'begun'
  }

  rest(place: Place): void {
    if (this.#entries.size === 0) return
    const entry = this.#entries.get(placeOf(place))
    if (entry === undefined) return
    entry.isInHand = false
    entry.giveBack?.()
    entry.giveBack = null
    if (entry.ends === 0) this.#entries.delete(placeOf(place))
  }

  finish(place: Place): void {
    this.rest(place)
    if (this.#entries.size > 0) this.#entries.delete(placeOf(place))
  }

  async leave(): Promise<void> {
    for (const entry of [...this.#entries.values()]) this.rest(entry)
    this.#held.clear()
    await this.#note()
  }

  #current(): Note {
    const partitions = new Map([...this.#held].map(([partition, { reservedTo }]) => [partition, reservedTo]))
    const logs = new Map([...this.#held].map(([partition, { log }]) => [partition, log]))
    return { partitions, logs, entries: [...this.#entries.values()] }
  }

  /** What was in hand is noted as this member's before the partition is: a process that ends between loses no count. */
  async #load(positions: readonly Position[]): Promise<void> {
    const others = (await this.#notes.holders(positions)).filter(({ holder }) => holder !== this.#run)
    if (others.length === 0) return
    for (const { position, note } of await this.#left(others)) this.#inherit(position, note)
    await this.#notes.write(this.#run, this.#current())
    await this.#notes.hold(
      this.#run,
      others.map(({ position }) => position),
    )
  }

  /** What members that ended without leaving had. */
  async #left(others: readonly HeldPosition[]): Promise<Left[]> {
    const seen = await readLeft(this.#notes, others)
    const { settleMs } = this.#options
    if (settleMs === 0 || seen.length === 0) return seen
    await delay(settleMs, undefined, { ref: false })
    return readLeft(this.#notes, others)
  }

  /** Of another log than the one that is there now nothing is in hand any more. */
  #inherit(position: Position, { partitions, logs, entries }: Note): void {
    const partition = this.#held.get(partitionOf(position))
    if (partition === undefined || isOtherLog(logs.get(partitionOf(position)) ?? '', partition.log)) return
    partition.watchedTo = partitions.get(partitionOf(position)) ?? 0
    partition.reservedTo = Math.max(partition.reservedTo, partition.watchedTo)
    for (const entry of entries) if (isOf(entry, position)) this.#inheritEntry(entry)
  }

  #inheritEntry(entry: Entry): void {
    const ends = entry.ends + (entry.isInHand ? 1 : 0)
    if (ends === 0) return
    const { topic, partition, offset } = entry
    const about = { group: this.#group, topic, partition, offset, ends: ends + 1 }
    this.#options.logger.warn(about, 'a process ended with this record in hand')
    const known = this.#entries.get(placeOf(entry)) ?? noted(entry)
    known.ends = Math.max(known.ends, ends)
    this.#entries.set(placeOf(entry), known)
  }
}

function held(log: string): Held {
  return { log, watchedTo: 0, reservedTo: 0, reserving: null }
}

function noted({ topic, partition, offset }: Place): Noted {
  return { topic, partition, offset, ends: 0, isInHand: false, giveBack: null }
}

function isOf(entry: Entry, position: Position): boolean {
  return partitionOf(entry) === partitionOf(position) && entry.offset >= position.offset
}

interface Left {
  readonly position: Position
  readonly note: Note
}

/** Positions of partitions that their last member did not give up, with its note. */
async function readLeft(notes: Notes, others: readonly HeldPosition[]): Promise<Left[]> {
  const read = await notes.read([...new Set(others.flatMap(({ holder }) => holder ?? []))])
  return others.flatMap(({ position, holder }) => {
    const note = read.get(holder ?? '')
    return note?.partitions.has(partitionOf(position)) ? [{ position, note }] : []
  })
}
