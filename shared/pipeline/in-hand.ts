import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '#shared/log.ts'
import { coalesced, within } from '#shared/pipeline/coalesced.ts'
import { type Suspects, suspects as suspectsHere } from '#shared/pipeline/suspects.ts'
import { untilAvailable } from '#shared/pipeline/until-available.ts'
import type { LogRecord, Position } from '#shared/ports/event-log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'

type Place = Pick<LogRecord, 'topic' | 'partition' | 'offset'>

export interface InHandOptions {
  /** Outlives the process: what is in hand is noted there. */
  readonly store: Pick<KeyValues, 'get' | 'getMany' | 'set'>
  readonly logger: Log
  /** Ends of a process with a record in hand after which nobody begins that record any more. */
  readonly maxEnds: number
  /** A process that lives says within this time, in milliseconds, that a partition it lost is not in its hands any more. */
  readonly settleMs: number
  readonly suspects?: Suspects
}

/** Whether work may begin: yes; later, in so many milliseconds; never, since it ended too many processes. */
export type Begun = 'begun' | 'spent' | { readonly inMs: number }

/**
 * What one member of a group has in hand, noted where it outlives the process: a record that a process had in hand when it
 * ended is begun again by the next one, which knows then how often that was. Records that were in hand are few at a time
 * (alone before the last try), so that the one that ends processes is told from the others.
 */
export interface InHand {
  /** From now on the member has these partitions and no others. */
  assigned(positions: readonly Position[]): void
  /** Resolves once it is noted that the record is in hand; a store that is slow or away holds up nothing. */
  begin(place: Place): Promise<Begun>
  /** The work is over for now: the record rests, or is handed back. */
  rest(place: Place): void
  /** The record is finished. */
  finish(place: Place): void
  /** Notes that nothing is in hand any more: an orderly end is none of a record's doing. */
  leave(): Promise<void>
}

interface Entry {
  readonly topic: string
  readonly partition: number
  readonly offset: number
  /** Processes that ended with the record in hand. */
  ends: number
  isInHand: boolean
  giveBack: (() => void) | null
}

const LOAD_MS = 2000
const WAIT_MS = 50
const TTL_SECONDS = 86_400

export function makeInHand(group: string, options: InHandOptions): InHand {
  return new NotedHand(group, options)
}

class NotedHand implements InHand {
  readonly #group: string
  readonly #options: InHandOptions
  readonly #run = randomUUID()
  readonly #entries = new Map<string, Entry>()
  readonly #note: () => Promise<unknown>
  #held = new Set<string>()
  #loading: Promise<unknown> | null = null

  constructor(group: string, options: InHandOptions) {
    this.#group = group
    this.#options = options
    const key = noteKey(group, this.#run)
    const write = () => options.store.set(key, toText(this.#entries.values()), TTL_SECONDS)
    this.#note = coalesced(write, options.logger)
  }

  assigned(positions: readonly Position[]): void {
    const from = new Map(positions.map((position) => [partitionOf(position), position.offset]))
    this.#held = new Set(from.keys())
    for (const entry of [...this.#entries.values()]) {
      const isGone = entry.offset < (from.get(partitionOf(entry)) ?? Number.POSITIVE_INFINITY)
      if (isGone) this.finish(entry)
    }
    const onDefect = (err: unknown) =>
      this.#options.logger.error({ err, group: this.#group }, 'what was in hand before can not be read')
    const loading = Promise.all([this.#note(), untilAvailable(() => this.#load(positions), { onDefect })])
    this.#loading = loading
    void loading.then(() => {
      if (this.#loading === loading) this.#loading = null
    })
  }

  async begin(place: Place): Promise<Begun> {
    const { maxEnds, settleMs, suspects = suspectsHere } = this.#options
    if (this.#loading !== null) await within(LOAD_MS + settleMs, this.#loading)
    const entry = this.#entries.get(placeOf(place)) ?? entryOf(place)
    if (entry.ends >= maxEnds) return 'spent'
    if (entry.ends > 0) {
      entry.giveBack ??= suspects.take(entry.ends >= maxEnds - 1)
      if (entry.giveBack === null) return { inMs: WAIT_MS }
    }
    entry.isInHand = true
    this.#entries.set(placeOf(place), entry)
    await this.#note()
    return 'begun'
  }

  rest(place: Place): void {
    const entry = this.#entries.get(placeOf(place))
    if (entry === undefined) return
    entry.isInHand = false
    entry.giveBack?.()
    entry.giveBack = null
    if (entry.ends === 0) this.#entries.delete(placeOf(place))
  }

  finish(place: Place): void {
    this.rest(place)
    this.#entries.delete(placeOf(place))
  }

  async leave(): Promise<void> {
    for (const entry of [...this.#entries.values()]) this.rest(entry)
    await this.#note()
  }

  /** What was in hand is noted as this member's before the partition is: a process that ends between loses no count. */
  async #load(positions: readonly Position[]): Promise<void> {
    const { store } = this.#options
    const holders = await store.getMany(positions.map((position) => holderKey(this.#group, position)))
    const others = positions
      .map((position, index) => ({ position, holder: holders[index] ?? null }))
      .filter(({ holder }) => holder !== this.#run)
    if (others.length === 0) return
    for (const entry of await this.#left(others)) this.#inherit(entry)
    await store.set(noteKey(this.#group, this.#run), toText(this.#entries.values()), TTL_SECONDS)
    const mine = others.map(({ position }) => holderKey(this.#group, position))
    await Promise.all(mine.map((key) => store.set(key, this.#run, null)))
  }

  /** What earlier members left in hand. */
  async #left(others: readonly Other[]): Promise<Entry[]> {
    const { settleMs, store } = this.#options
    const seen = await readLeft(this.#group, store, others)
    if (settleMs === 0 || !seen.some(({ isInHand }) => isInHand)) return seen
    await delay(settleMs, undefined, { ref: false })
    return readLeft(this.#group, store, others)
  }

  #inherit(entry: Entry): void {
    const ends = entry.ends + (entry.isInHand ? 1 : 0)
    if (ends === 0 || !this.#held.has(partitionOf(entry))) return
    const { topic, partition, offset } = entry
    const about = { group: this.#group, topic, partition, offset, ends }
    this.#options.logger.warn(about, 'a process ended with this record in hand')
    const known = this.#entries.get(placeOf(entry)) ?? entryOf(entry)
    known.ends = Math.max(known.ends, ends)
    this.#entries.set(placeOf(entry), known)
  }
}

function entryOf({ topic, partition, offset }: Place): Entry {
  return { topic, partition, offset, ends: 0, isInHand: false, giveBack: null }
}

interface Other {
  readonly position: Position
  readonly holder: string | null
}

async function readLeft(
  group: string,
  store: Pick<KeyValues, 'getMany'>,
  others: readonly Other[],
): Promise<Entry[]> {
  const runs = [...new Set(others.flatMap(({ holder }) => holder ?? []))]
  if (runs.length === 0) return []
  const texts = await store.getMany(runs.map((one) => noteKey(group, one)))
  const noted = new Map(runs.map((one, index) => [one, fromText(texts[index] ?? null)]))
  return others.flatMap(({ position, holder }) =>
    (noted.get(holder ?? '') ?? []).filter(
      (entry) => partitionOf(entry) === partitionOf(position) && entry.offset >= position.offset,
    ),
  )
}

/** Of what one member has in hand. */
function noteKey(group: string, run: string): string {
  return `in-hand:${group}:${run}`
}

/** Of the member that had a partition last. */
function holderKey(group: string, position: Omit<Place, 'offset'>): string {
  return `in-hand-by:${group}:${partitionOf(position)}`
}

function partitionOf({ topic, partition }: Omit<Place, 'offset'>): string {
  return `${topic}:${partition}`
}

function placeOf({ topic, partition, offset }: Place): string {
  return `${topic}:${partition}:${offset}`
}

type Row = [topic: string, partition: number, offset: number, ends: number, inHand: 0 | 1]

function toText(entries: Iterable<Entry>): string {
  const rows = Array.from(
    entries,
    ({ topic, partition, offset, ends, isInHand }): Row => [topic, partition, offset, ends, isInHand ? 1 : 0],
  )
  return JSON.stringify(rows)
}

function fromText(text: string | null): Entry[] {
  const rows = JSON.parse(text ?? '[]') as Row[]
  return rows.map(([topic, partition, offset, ends, inHand]) => {
    return { topic, partition, offset, ends, isInHand: inHand === 1, giveBack: null }
  })
}
