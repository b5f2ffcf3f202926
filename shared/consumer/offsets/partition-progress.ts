import { decodeCompletedOffsets, encodeCompletedOffsets } from '#shared/consumer/offsets/offset-metadata.ts'
import { OffsetRanges, OffsetSet } from '#shared/consumer/offsets/offset-ranges.ts'

/**
 * What this process knows of one partition: which records run, which are finished, and so how far may be committed.
 * It outlives a rejoin, so that records which come again are neither started twice nor forgotten. Its size goes with
 * the records that are not finished, however many are beyond them.
 */
export interface Progress {
  /** The partition was (re)assigned: the group stands at `offset`, with what was finished beyond it; nothing from `end` on. */
  resume(offset: number, metadata: string, end?: number): void
  /** What is below `oldest` is there no more. Answers how many offsets of it were neither finished nor in hand. */
  skipTo(oldest: number): number
  /** How many offsets are finished from this one on. */
  finishedFrom(offset: number): number
  /** Offset after the last one that is finished. */
  finishedTo(): number
  /** Whether the record is to be started: false when it runs already or is finished. */
  begin(offset: number): boolean
  finish(offset: number): void
  /** The record was not started after all; it may come again. */
  withdraw(offset: number): void
  /** The offset below which all is finished, with what is finished beyond. */
  position(): { offset: number; metadata: string }
  /** How much is remembered: unfinished records, and runs of finished ones beyond them. */
  trackedCount(): number
}

export function makePartitionProgress(): Progress {
  return new PartitionProgress()
}

class PartitionProgress implements Progress {
  /** What is known and not finished: running or abandoned. */
  readonly #open = new OffsetSet()
  #running = new Set<number>()
  /** Beyond an unfinished record, or beyond what was received. */
  readonly #finished = new OffsetRanges()
  /** All below is finished. */
  #base = 0
  /** All below was received since the last assignment: nothing beyond may count as contiguous. */
  #received = 0

  resume(offset: number, metadata: string, end = Number.POSITIVE_INFINITY): void {
    for (const run of decodeCompletedOffsets(offset, metadata))
      this.#finished.add(run.start, Math.min(run.end, end))
    this.#restart(Math.max(this.#base, Math.min(offset, end)))
  }

  skipTo(oldest: number): number {
    if (oldest <= this.#base) return 0
    const running = [...this.#running].filter((one) => one < oldest && !this.#finished.has(one))
    const lost = oldest - this.#base - running.length - this.#finished.count(this.#base, oldest)
    this.#restart(oldest)
    return lost
  }

  finishedFrom(offset: number): number {
    const beyond = this.#finished.count(Math.max(this.#base, offset), Number.POSITIVE_INFINITY)
    return Math.max(0, this.#base - offset) + beyond
  }

  finishedTo(): number {
    return this.#finished.all.at(-1)?.end ?? this.#base
  }

  begin(offset: number): boolean {
    this.#received = Math.max(this.#received, offset + 1)
    const isNew = offset >= this.#base && !this.#running.has(offset) && !this.#finished.has(offset)
    if (isNew) this.#running.add(offset)
    if (isNew) this.#open.add(offset)
    this.#advance()
    return isNew
  }

  finish(offset: number): void {
    if (!this.#running.delete(offset)) return
    this.#open.delete(offset)
    this.#finished.add(offset, offset + 1)
    this.#advance()
  }

  withdraw(offset: number): void {
    this.#running.delete(offset)
  }

  position(): { offset: number; metadata: string } {
    const offset = Math.min(this.#open.first, this.#received)
    return { offset, metadata: encodeCompletedOffsets(offset, this.#finished.all) }
  }

  trackedCount(): number {
    return this.#open.size + this.#finished.all.length
  }

  #restart(from: number): void {
    this.#base = from
    this.#received = from
    this.#finished.cut(from)
    this.#running = new Set([...this.#running].filter((one) => one >= from))
    this.#open.reset([...this.#running].filter((one) => !this.#finished.has(one)))
    this.#advance()
  }

  #advance(): void {
    for (let run = this.#finished.first; run !== undefined; run = this.#finished.first) {
      if (run.start > this.#received || run.start > this.#open.first) break
      this.#base = Math.max(this.#base, run.end)
      this.#received = Math.max(this.#received, this.#base)
      this.#finished.shift()
    }
  }
}
