import { makeProgress, type Progress } from '#shared/pipeline/progress.ts'
import type { LogRecord, Position } from '#shared/ports/event-log.ts'

type Place = Pick<LogRecord, 'topic' | 'partition' | 'offset'>

/** How far a member of a group is in the partitions that it has, or had: what it knew of those helps if they come back. */
export class Partitions {
  readonly #progress = new Map<string, Progress>()
  #owned: ReadonlySet<string> = new Set()

  /** From now on the member has these partitions and no others. */
  assign(positions: readonly Position[]): void {
    this.#owned = new Set(positions.map(nameOf))
    for (const position of positions) this.#of(position).resume(position.offset, position.metadata)
  }

  owns(place: Place): boolean {
    return this.#owned.has(nameOf(place))
  }

  /** Whether the record is to be started: false when it runs already or is finished. */
  begin(place: Place): boolean {
    return this.#of(place).begin(place.offset)
  }

  finish(place: Place): void {
    this.#of(place).finish(place.offset)
  }

  /** The record was not started after all; it may come again. */
  abandon(place: Place): void {
    this.#of(place).abandon(place.offset)
  }

  /** Where the member stands in each partition it has. */
  positions(): Position[] {
    return [...this.#owned].map((name) => {
      const at = name.lastIndexOf('/')
      const place = { topic: name.slice(0, at), partition: Number(name.slice(at + 1)) }
      return { ...place, ...this.#of(place).position() }
    })
  }

  /** How much is remembered of the partitions it has. */
  size(): number {
    return [...this.#owned].reduce((sum, name) => sum + (this.#progress.get(name)?.size() ?? 0), 0)
  }

  #of(place: Omit<Place, 'offset'>): Progress {
    const name = nameOf(place)
    const known = this.#progress.get(name) ?? makeProgress()
    this.#progress.set(name, known)
    return known
  }
}

function nameOf({ topic, partition }: Omit<Place, 'offset'>): string {
  return `${topic}/${partition}`
}
