import type { LogRecord, Position } from '#shared/ports/event-log.ts'
import type { KeyValues } from '#shared/ports/result-store.ts'

export type RecordPosition = Pick<LogRecord, 'topic' | 'partition' | 'offset'>

/** A record that is in flight, or was at a crash. */
export interface JournalEntry extends RecordPosition {
  /** Journaled crashes with the record in flight. */
  crashes: number
  isInFlight: boolean
}

/** The journal of one member of a group: its partitions, each with the offset below which records may have started. */
export interface MemberJournal {
  readonly partitions: ReadonlyMap<string, number>
  /** The id of the log by partition; '' = unknown. */
  readonly logs: ReadonlyMap<string, string>
  readonly entries: readonly JournalEntry[]
}

/** A position that its last owner did not leave, with the journal of that owner. */
export interface CrashedMember {
  readonly position: Position
  readonly journal: MemberJournal
}

/** A position and the last member that claimed its partition; null = none did. */
export interface OwnedPosition {
  readonly position: Position
  readonly owner: string | null
}

/** `topic:partition`. */
export function partitionKey({ topic, partition }: Omit<RecordPosition, 'offset'>): string {
  return `${topic}:${partition}`
}

/** `topic:partition:offset`. */
export function recordKey({ topic, partition, offset }: RecordPosition): string {
  return `${topic}:${partition}:${offset}`
}

const TTL_SECONDS = 86_400

/** The journals of a group's members in the store, which outlives the processes. */
export class InFlightJournal {
  readonly #group: string
  readonly #store: Pick<KeyValues, 'getMany' | 'set'>

  constructor(group: string, store: Pick<KeyValues, 'getMany' | 'set'>) {
    this.#group = group
    this.#store = store
  }

  write(member: string, note: MemberJournal): Promise<void> {
    return this.#store.set(this.#journalKey(member), toText(note), TTL_SECONDS)
  }

  async owners(positions: readonly Position[]): Promise<OwnedPosition[]> {
    const owners = await this.#store.getMany(positions.map((position) => this.#ownerKey(position)))
    return positions.map((position, at) => ({ position, owner: owners[at] ?? null }))
  }

  /** The positions that their last owner did not leave, with its journal. */
  async crashed(others: readonly OwnedPosition[]): Promise<CrashedMember[]> {
    const members = [...new Set(others.flatMap(({ owner }) => owner ?? []))]
    const texts =
      members.length === 0 ? [] : await this.#store.getMany(members.map((member) => this.#journalKey(member)))
    return others.flatMap(({ position, owner }) => {
      const text = owner === null ? null : texts[members.indexOf(owner)]
      const journal = text ? fromText(text) : undefined
      return journal?.partitions.has(partitionKey(position)) ? [{ position, journal }] : []
    })
  }

  async claim(member: string, positions: readonly Position[]): Promise<void> {
    await Promise.all(positions.map((one) => this.#store.set(this.#ownerKey(one), member, null)))
  }

  #journalKey(member: string): string {
    return `in-hand:${this.#group}:${member}`
  }

  #ownerKey(position: Position): string {
    return `in-hand-by:${this.#group}:${partitionKey(position)}`
  }
}

type Row = [topic: string, partition: number, offset: number, crashes: number, inFlight: 0 | 1]

interface StoredJournal {
  readonly partitions: [string, number][]
  readonly logs?: [string, string][]
  readonly entries: Row[]
}

function toText({ partitions, logs, entries }: MemberJournal): string {
  const rows = entries.map((one): Row => {
    return [one.topic, one.partition, one.offset, one.crashes, one.isInFlight ? 1 : 0]
  })
  const stored: StoredJournal = { partitions: [...partitions], logs: [...logs], entries: rows }
  return JSON.stringify(stored)
}

function fromText(text: string): MemberJournal {
  const { partitions, logs = [], entries } = JSON.parse(text) as StoredJournal
  return {
    partitions: new Map(partitions),
    logs: new Map(logs),
    entries: entries.map(([topic, partition, offset, crashes, inFlight]) => {
      return { topic, partition, offset, crashes, isInFlight: inFlight === 1 }
    }),
  }
}
