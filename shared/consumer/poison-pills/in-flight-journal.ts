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
    return this.#store.set(`in-hand:${this.#group}:${member}`, toText(note), TTL_SECONDS)
  }

  /** Reads the journals of members; members without a journal are not in the answer. */
  async read(members: readonly string[]): Promise<ReadonlyMap<string, MemberJournal>> {
    if (members.length === 0) return new Map()
    const texts = await this.#store.getMany(members.map((member) => `in-hand:${this.#group}:${member}`))
    return new Map(members.flatMap((member, at) => (texts[at] ? [[member, fromText(texts[at])]] : [])))
  }

  async owners(positions: readonly Position[]): Promise<OwnedPosition[]> {
    const owners = await this.#store.getMany(positions.map((position) => this.#ownerKey(position)))
    return positions.map((position, at) => ({ position, owner: owners[at] ?? null }))
  }

  async claim(member: string, positions: readonly Position[]): Promise<void> {
    await Promise.all(positions.map((one) => this.#store.set(this.#ownerKey(one), member, null)))
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
  return JSON.stringify({
    partitions: [...partitions],
    logs: [...logs],
    entries: rows,
  } satisfies StoredJournal)
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

/** A position that its last owner did not leave, with the journal of that owner. */
export interface CrashedMember {
  readonly position: Position
  readonly journal: MemberJournal
}

/** The positions that their last owner did not leave, with its journal. */
export async function readCrashed(
  journals: InFlightJournal,
  others: readonly OwnedPosition[],
): Promise<CrashedMember[]> {
  const read = await journals.read([...new Set(others.flatMap(({ owner }) => owner ?? []))])
  return others.flatMap(({ position, owner }) => {
    const journal = read.get(owner ?? '')
    return journal?.partitions.has(partitionKey(position)) ? [{ position, journal }] : []
  })
}
