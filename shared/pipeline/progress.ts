import { packAhead, unpackAhead } from '#shared/pipeline/finished-ahead.ts'
import { OffsetRuns, Offsets } from '#shared/pipeline/offset-runs.ts'

/**
 * What this process knows of one partition: which records run, which are finished, and so how far may be committed.
 * It outlives a rejoin, so that records which come again are neither started twice nor forgotten. Its size goes with
 * the records that are not finished, however many are beyond them.
 */
export interface Progress {
  /** The partition was (re)assigned: the group stands at `offset`, with what was finished beyond it. */
  resume(offset: number, metadata: string): void
  /** Whether the record is to be started: false when it runs already or is finished. */
  begin(offset: number): boolean
  finish(offset: number): void
  /** The record was not started after all; it may come again. */
  abandon(offset: number): void
  /** The offset below which all is finished, with what is finished beyond. */
  position(): { offset: number; metadata: string }
  /** How much is remembered: unfinished records, and runs of finished ones beyond them. */
  size(): number
}

export function makeProgress(): Progress {
  /** What is known and not finished: running or abandoned. */
  const open = new Offsets()
  let running = new Set<number>()
  /** Beyond an unfinished record, or beyond what was received. */
  const finished = new OffsetRuns()
  /** All below is finished. */
  let base = 0
  /** All below was received since the last assignment: nothing beyond may count as contiguous. */
  let received = 0

  function advance(): void {
    for (let run = finished.first; run !== undefined; run = finished.first) {
      if (run.start > received || run.start > open.first) break
      base = Math.max(base, run.end)
      received = Math.max(received, base)
      finished.shift()
    }
  }

  return {
    resume(offset, metadata) {
      base = Math.max(base, offset)
      received = base
      for (const { start, end } of unpackAhead(offset, metadata)) finished.add(start, end)
      finished.cut(base)
      running = new Set([...running].filter((one) => one >= base))
      open.reset([...running].filter((one) => !finished.has(one)))
      advance()
    },
    begin(offset) {
      received = Math.max(received, offset + 1)
      const isNew = offset >= base && !running.has(offset) && !finished.has(offset)
      if (isNew) running.add(offset)
      if (isNew) open.add(offset)
      advance()
      return isNew
    },
    finish(offset) {
      if (!running.delete(offset)) return
      open.delete(offset)
      finished.add(offset, offset + 1)
      advance()
    },
    abandon: (offset) => void running.delete(offset),
    position() {
      const offset = Math.min(open.first, received)
      return { offset, metadata: packAhead(offset, finished.all) }
    },
    size: () => open.size + finished.all.length,
  }
}
