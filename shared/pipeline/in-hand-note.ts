import type { LogRecord, Position } from '#shared/ports/event-log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'

export type Place = Pick<LogRecord, 'topic' | 'partition' | 'offset'>

/** A record that was in hand, or may have been. */
export interface Entry extends Place {
  /** Noted ends of a process with the record in hand. */
  ends: number
  isInHand: boolean
}

/** What one member of a group has: its partitions, each with the offset below which it may have begun records. */
export interface Note {
  readonly partitions: ReadonlyMap<string, number>
  /** By partition the log in which its offsets count, where that is known. */
  readonly logs: ReadonlyMap<string, string>
  readonly entries: readonly Entry[]
}

/** A position and the member that has its partition, as far as anybody said so. */
export interface HeldPosition {
  readonly position: Position
  readonly holder: string | null
}

export function partitionOf({ topic, partition }: Omit<Place, 'offset'>): string {
  return `${topic}:${partition}`
}

export function placeOf({ topic, partition, offset }: Place): string {
  return `${topic}:${partition}:${offset}`
}

const TTL_SECONDS = 86_400

/** The notes of a group's members, where they outlive the process. */
export class Notes {
  readonly #group: string
  readonly #store: Pick<KeyValues, 'getMany' | 'set'>

  constructor(group: string, store: Pick<KeyValues, 'getMany' | 'set'>) {
    this.#group = group
    this.#store = store
  }

  write(member: string, note: Note): Promise<void> {
    return this.#store.set(`in-hand:${this.#group}:${member}`, toText(note), TTL_SECONDS)
  }

  /** Of members without a note there is none in the answer. */
  async read(members: readonly string[]): Promise<ReadonlyMap<string, Note>> {
    if (members.length === 0) return new Map()
    const texts = await this.#store.getMany(members.map((member) => `in-hand:${this.#group}:${member}`))
    return new Map(members.flatMap((member, at) => (texts[at] ? [[member, fromText(texts[at])]] : [])))
  }

  async holders(positions: readonly Position[]): Promise<HeldPosition[]> {
    const holders = await this.#store.getMany(positions.map((position) => this.#holderKey(position)))
    return positions.map((position, at) => ({ position, holder: holders[at] ?? null }))
  }

  async hold(member: string, positions: readonly Position[]): Promise<void> {
    await Promise.all(positions.map((one) => this.#store.set(this.#holderKey(one), member, null)))
  }

  #holderKey(position: Position): string {
    return `in-hand-by:${this.#group}:${partitionOf(position)}`
  }
}

type Row = [topic: string, partition: number, offset: number, ends: number, inHand: 0 | 1]

interface Text {
  readonly partitions: [string, number][]
  readonly logs?: [string, string][]
  readonly entries: Row[]
}

function toText({ partitions, logs, entries }: Note): string {
  const rows = entries.map((one): Row => {
    return [one.topic, one.partition, one.offset, one.ends, one.isInHand ? 1 : 0]
  })
  return JSON.stringify({ partitions: [...partitions], logs: [...logs], entries: rows } satisfies Text)
}

function fromText(text: string): Note {
  const { partitions, logs = [], entries } = JSON.parse(text) as Text
  return {
    partitions: new Map(partitions),
    logs: new Map(logs),
    entries: entries.map(([topic, partition, offset, ends, inHand]) => {
      return { topic, partition, offset, ends, isInHand: inHand === 1 }
    }),
  }
}
