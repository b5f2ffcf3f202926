import { decodeCompletedOffsets, encodeCompletedOffsets } from '#shared/consumer/offsets/offset-metadata.ts'
import { OffsetRanges, OffsetSet } from '#shared/consumer/offsets/offset-ranges.ts'

/**
 * The progress of this process in one partition: which records run, which are finished, and so which offset may be
 * committed. It survives a rejoin, so that redelivered records are neither started twice nor forgotten. Its size depends
 * on the unfinished records, not on the number of records beyond them.
 */
export class PartitionProgress {
  /** Known offsets that are not finished: running or withdrawn. */
  readonly #open = new OffsetSet()
  #running = new Set<number>()
  /** Finished offsets beyond an unfinished record, or beyond the received ones. */
  readonly #finished = new OffsetRanges()
  /** All offsets below are finished. */
  #base = 0
  /** All offsets below were received since the last assignment: offsets beyond are not contiguous with them. */
  #received = 0

  /** The partition was assigned: the group has committed `offset`, with `metadata`. Offsets from `end` on are not finished. */
  resume(offset: number, metadata: string, end = Number.POSITIVE_INFINITY): void {
    for (const range of decodeCompletedOffsets(offset, metadata))
      this.#finished.add(range.start, Math.min(range.end, end))
    this.#restart(Math.max(this.#base, Math.min(offset, end)))
  }

  /** Records below `oldest` no longer exist. Answers how many of their offsets were neither finished nor running. */
  skipTo(oldest: number): number {
    if (oldest <= this.#base) return 0
    const running = [...this.#running].filter((one) => one < oldest && !this.#finished.has(one))
    const lost = oldest - this.#base - running.length - this.#finished.count(this.#base, oldest)
    this.#restart(oldest)
    return lost
  }

  /** Number of finished offsets from this one on. */
  finishedFrom(offset: number): number {
    const beyond = this.#finished.count(Math.max(this.#base, offset), Number.POSITIVE_INFINITY)
    return Math.max(0, this.#base - offset) + beyond
  }

  /** The offset after the last finished one. */
  finishedTo(): number {
    return this.#finished.all.at(-1)?.end ?? this.#base
  }

  /** Whether to start the record: false when it runs already or is finished. */
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

  /** The record was not started; it may arrive again. */
  withdraw(offset: number): void {
    this.#running.delete(offset)
  }

  /** The offset below which all records are finished, and the metadata with the finished offsets beyond it. */
  position(): { offset: number; metadata: string } {
    const offset = Math.min(this.#open.first, this.#received)
    return { offset, metadata: encodeCompletedOffsets(offset, this.#finished.all) }
  }

  /** Number of tracked entries: unfinished records, and finished ranges beyond them. */
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
    for (let range = this.#finished.first; range !== undefined; range = this.#finished.first) {
      if (range.start > this.#received || range.start > this.#open.first) break
      this.#base = Math.max(this.#base, range.end)
      this.#received = Math.max(this.#received, this.#base)
      this.#finished.shift()
    }
  }
}
